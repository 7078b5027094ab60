/** How much of a coin stays hot, and what is too much. Pure. In ledger units. */
import { divideUp } from "#contract/money/money.ts";

export type Float = {
  /** What can be paid from here: there, or on its way back as change. */
  readonly hotUnits: bigint;
  readonly coldUnits: bigint;
  /** What users and trades have. */
  readonly owedUnits: bigint;
  /** Of send-outs that are reserved and have no payment yet, fees included: of ether, also the way of tokens. */
  readonly waitingUnits: bigint;
  readonly limitUnits: bigint;
};

export function limitOf({
  owedUnits,
  floatBp,
  floorUnits,
}: {
  owedUnits: bigint;
  floatBp: number;
  floorUnits: bigint;
}): bigint {
  const share = divideUp(owedUnits * BigInt(floatBp), 10_000n);
  return share > floorUnits ? share : floorUnits;
}

/**
 * What should go to the cold account: everything beyond the limit and what waits, once that is a quarter of the limit. In
 * between nothing moves, so that what comes and goes every day costs no fees.
 */
export function surplusOf({ hotUnits, waitingUnits, limitUnits }: Float): bigint {
  const spare = hotUnits - waitingUnits - limitUnits;
  return spare > 0n && spare * 4n >= limitUnits ? spare : 0n;
}

/** What should come back: what waits and is not there, with a whole float behind it. */
export function missingOf({ hotUnits, waitingUnits, limitUnits, coldUnits }: Float): bigint {
  const missing = waitingUnits + limitUnits - hotUnits;
  if (missing <= 0n) return 0n;
  return missing < coldUnits ? missing : coldUnits;
}

/** What a payment takes of a coin. */
export type Take = { readonly float: Pick<Float, "hotUnits" | "coldUnits">; readonly units: bigint };

/** Whether something of this cannot be paid from what is hot, and all of it could if the cold account gave its part. */
export function awaitsRefill(takes: readonly Take[]): boolean {
  const lacking = takes.filter(({ float: { hotUnits }, units }) => hotUnits < units);
  return (
    lacking.length > 0 && lacking.every(({ float: { hotUnits, coldUnits }, units }) => hotUnits + coldUnits >= units)
  );
}
