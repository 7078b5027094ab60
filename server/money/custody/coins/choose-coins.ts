/** Which bitcoin outputs a payment spends. Pure. Sizes are of native segwit inputs, the only ones we have. */
import { divideUp } from "#contract/money/money.ts";

export type Coin = { readonly txid: string; readonly output_index: number; readonly units: bigint };

export type Choice<C extends Coin> = {
  readonly coins: readonly C[];
  readonly feeUnits: bigint;
  /** What comes back to us; 0n when there is no such output. */
  readonly changeUnits: bigint;
};

/** Quarters of a virtual byte: what a transaction, an input with its signature, and an output's frame weigh. */
const OVERHEAD_WEIGHT = 42;
const INPUT_WEIGHT = 272;
const OUTPUT_FRAME_WEIGHT = 36;
const CHANGE_SCRIPT_BYTES = 22;
/** A smaller output costs more to spend than it holds: it is left to the fee. */
export const SMALLEST_CHANGE_UNITS = 1_000n;
export const MOST_INPUTS = 200;

export function vbytesOf({ inputs, scriptBytes }: { inputs: number; scriptBytes: readonly number[] }): number {
  const outputs = scriptBytes.reduce((sum, bytes) => sum + OUTPUT_FRAME_WEIGHT + 4 * bytes, 0);
  // The counts of inputs and outputs take more bytes from 253 on, which MOST_INPUTS keeps away.
  return Math.ceil((OVERHEAD_WEIGHT + inputs * INPUT_WEIGHT + outputs) / 4);
}

/** Satoshi for so many virtual bytes at a rate per 1000 of them, rounded up. */
export function feeFor(vbytes: number, ratePerKvb: bigint): bigint {
  return divideUp(BigInt(vbytes) * ratePerKvb, 1000n);
}

/**
 * The smallest single coin that is enough, else the largest ones until they are. Undefined when all together are not
 * enough, or when the fee would be more than `mostFeeUnits`.
 */
export function chooseCoins<C extends Coin>({
  coins,
  units,
  scriptBytes,
  ratePerKvb,
  mostFeeUnits,
}: {
  coins: readonly C[];
  /** What the receiver gets. */
  units: bigint;
  /** The length of the receiver's output script. */
  scriptBytes: number;
  ratePerKvb: bigint;
  mostFeeUnits: bigint;
}): Choice<C> | undefined {
  const descending = [...coins].sort((a, b) =>
    a.units < b.units ? 1 : a.units > b.units ? -1 : a.txid < b.txid ? -1 : 1,
  );
  const complete = (chosen: readonly C[]) => completed(chosen, { units, scriptBytes, ratePerKvb, mostFeeUnits });
  for (const coin of [...descending].reverse()) {
    const choice = complete([coin]);
    if (choice) return choice;
  }
  for (let count = 2; count <= Math.min(descending.length, MOST_INPUTS); count++) {
    const choice = complete(descending.slice(0, count));
    if (choice) return choice;
  }
  return undefined;
}

/** A payment locks whole coins until its change is in a block: so many let so many go at once. */
const SMALLEST_PIECE_UNITS = 5_000_000n;

/** What comes to us by one transaction, as several outputs of native segwit. The others cost so much more, which is taken off. */
export function piecesOf(units: bigint, { most, ratePerKvb }: { most: bigint; ratePerKvb: bigint }): bigint[] {
  const able = units / SMALLEST_PIECE_UNITS;
  const count = able < 1n ? 1n : able < most ? able : most;
  const more = feeFor(Number(count - 1n) * ((OUTPUT_FRAME_WEIGHT + 4 * CHANGE_SCRIPT_BYTES) / 4), ratePerKvb);
  const each = (units - more) / count;
  return Array.from({ length: Number(count) }, (_, place) => (place === 0 ? units - more - each * (count - 1n) : each));
}

type Target = { units: bigint; scriptBytes: number; ratePerKvb: bigint; mostFeeUnits: bigint };

function completed<C extends Coin>(
  chosen: readonly C[],
  { units, scriptBytes, ratePerKvb, mostFeeUnits }: Target,
): Choice<C> | undefined {
  const total = chosen.reduce((sum, coin) => sum + coin.units, 0n);
  const withChange = feeFor(
    vbytesOf({ inputs: chosen.length, scriptBytes: [scriptBytes, CHANGE_SCRIPT_BYTES] }),
    ratePerKvb,
  );
  const changeUnits = total - units - withChange;
  if (changeUnits >= SMALLEST_CHANGE_UNITS) {
    return withChange <= mostFeeUnits ? { coins: chosen, feeUnits: withChange, changeUnits } : undefined;
  }
  const withoutChange = feeFor(vbytesOf({ inputs: chosen.length, scriptBytes: [scriptBytes] }), ratePerKvb);
  const feeUnits = total - units;
  if (feeUnits < withoutChange || feeUnits > mostFeeUnits) return undefined;
  return { coins: chosen, feeUnits, changeUnits: 0n };
}
