/** What an order costs and brings, before it is sent: exact sums of whole steps. The server decides. */
import type { SpotLevel, SpotMarket } from "#contract/products/spot/spot.ts";
import type { SpotSide } from "#contract/products/spot/names.ts";
import { CRYPTO, displayFromUnits } from "#contract/money/money.ts";
import { stepsOf } from "../steps.ts";

export type Estimate = {
  /** In lots and quote units. */
  readonly lots: bigint;
  readonly value: bigint;
  /** The last level that it reaches; undefined where the book has nothing. */
  readonly worstTicks: bigint | undefined;
  /** The book has less than was asked for. */
  readonly isShort: boolean;
};

type Steps = Pick<SpotMarket, "priceStep" | "amountStep">;

/** Walks the book as an order that trades at once would, by amount or by a sum of the quote currency. */
export function walk(
  levels: readonly SpotLevel[],
  { priceStep, amountStep }: Steps,
  { lots: wanted, value: sum }: { lots?: bigint | undefined; value?: bigint | undefined },
): Estimate {
  let lots = 0n;
  let value = 0n;
  let worstTicks: bigint | undefined;
  for (const { price, amount } of levels) {
    const ticks = stepsOf(price, priceStep) ?? 0n;
    const here = stepsOf(amount, amountStep) ?? 0n;
    const left = wanted === undefined ? ((sum ?? 0n) - value) / ticks : wanted - lots;
    const taken = left < here ? left : here;
    if (taken <= 0n) return { lots, value, worstTicks, isShort: false };
    lots += taken;
    value += taken * ticks;
    worstTicks = ticks;
    if (taken < here || lots === wanted) return { lots, value, worstTicks, isShort: false };
  }
  return { lots, value, worstTicks, isShort: true };
}

/** Of what is received, rounded up. In base units of a buy, in quote units of a sell. */
export function feeOf(
  { amountStep, base }: Pick<SpotMarket, "amountStep" | "base">,
  { side, lots, value, feeBp }: { side: SpotSide; lots: bigint; value: bigint; feeBp: number },
): bigint {
  const received = side === "buy" ? lots * baseUnitsOfLot({ amountStep, base }) : value;
  return (received * BigInt(feeBp) + 9999n) / 10000n;
}

/** As text, less the fee, in the currency received. */
export function receivedText(
  market: Pick<SpotMarket, "amountStep" | "base" | "quote">,
  one: { side: SpotSide; lots: bigint; value: bigint; feeBp: number },
): string {
  const fee = feeOf(market, one);
  const whole = one.side === "buy" ? one.lots * baseUnitsOfLot(market) : one.value;
  return displayFromUnits(whole - fee, CRYPTO[one.side === "buy" ? market.base : market.quote].digits);
}

function baseUnitsOfLot({ amountStep, base }: Pick<SpotMarket, "amountStep" | "base">): bigint {
  return 10n ** BigInt(CRYPTO[base].digits - (amountStep.split(".")[1]?.length ?? 0));
}

/** So many percent of what is available, in whole lots at this price for a buy. */
export function lotsOfShare(
  market: Pick<SpotMarket, "amountStep" | "base">,
  { side, percent, availableUnits, ticks }: { side: SpotSide; percent: number; availableUnits: bigint; ticks: bigint },
): bigint {
  const part = (availableUnits * BigInt(percent)) / 100n;
  if (side === "sell") return part / baseUnitsOfLot(market);
  return ticks === 0n ? 0n : part / ticks;
}

/** How much worse than the best offer of the other side a price is, in percent; 0 where it is no worse. */
export function beyondPercent(price: string, best: string | undefined, side: SpotSide, priceStep: string): number {
  const [ticks, other] = [stepsOf(price, priceStep), best === undefined ? undefined : stepsOf(best, priceStep)];
  if (ticks === undefined || !other) return 0;
  const worse = side === "buy" ? ticks - other : other - ticks;
  return worse <= 0n ? 0 : Number((worse * 10_000n) / other) / 100;
}
