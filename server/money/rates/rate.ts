/** A rate, its quality, and the combination of several quotes. Pure. */
import {
  compareDecimals,
  type Decimal,
  decimal,
  decimalText,
  over,
  significant,
  times,
} from "#contract/platform/decimal.ts";
import type { CryptoCode } from "#contract/money/money.ts";
import type { RateState } from "#contract/money/rates.ts";

export type Rate = {
  readonly crypto: CryptoCode;
  readonly fiat: string;
  /** Fiat for one whole coin. */
  readonly rate: Decimal;
  readonly asOf: Date;
  readonly state: RateState;
};

/** The price of one unit of `base` in `quote`, from one source. */
export type Quote = {
  readonly source: string;
  readonly base: string;
  readonly quote: string;
  readonly price: Decimal;
  readonly at: Date;
};

export type Combined = { readonly price: Decimal; readonly asOf: Date; readonly isDivergent: boolean };

/** Rates are kept to this many leading digits. */
export const RATE_DIGITS = 10;

/**
 * One price of many: old quotes are dropped, the middle one is found, those too far from it are dropped, and the middle
 * of the rest counts. It is divergent unless at least `atLeast` sources and more than half of them agree.
 */
export function combineQuotes(
  quotes: readonly Quote[],
  { now, maxAgeMs, toleranceBp, atLeast }: { now: Date; maxAgeMs: number; toleranceBp: number; atLeast: number },
): Combined | undefined {
  const young = quotes.filter(({ at, price }) => now.getTime() - at.getTime() <= maxAgeMs && price.units > 0n);
  const middle = medianOf(young.map(({ price }) => price));
  if (!middle) return undefined;
  const agreeing = young.filter(({ price }) => isWithin(price, middle, toleranceBp));
  const price = medianOf(agreeing.map((quote) => quote.price)) ?? middle;
  const asOf = new Date(Math.min(...(agreeing.length > 0 ? agreeing : young).map(({ at }) => at.getTime())));
  return { price, asOf, isDivergent: agreeing.length < atLeast || agreeing.length * 2 <= young.length };
}

/** The middle value; of an even number, half-way between the two. */
export function medianOf(values: readonly Decimal[]): Decimal | undefined {
  const sorted = [...values].sort(compareDecimals);
  const upper = sorted[Math.floor(sorted.length / 2)];
  const lower = sorted[Math.floor((sorted.length - 1) / 2)];
  if (!upper || !lower) return undefined;
  if (upper === lower) return upper;
  const digits = Math.max(upper.digits, lower.digits) + 1;
  const sum = over(upper, ONE, digits, "nearest").units + over(lower, ONE, digits, "nearest").units;
  return over({ units: sum, digits }, decimal("2"), digits, "nearest");
}

const ONE = decimal("1");

function isWithin(price: Decimal, middle: Decimal, toleranceBp: number): boolean {
  const share = (bp: number) => times(middle, { units: BigInt(10_000 + bp), digits: 4 });
  return compareDecimals(price, share(-toleranceBp)) >= 0 && compareDecimals(price, share(toleranceBp)) <= 0;
}

/** From two prices against the dollar: how much of the currency one coin costs. */
export function crossRate({ coinUsd, fiatPerUsd }: { coinUsd: Decimal; fiatPerUsd: Decimal }): Decimal {
  return trimmed(significant(times(coinUsd, fiatPerUsd), RATE_DIGITS));
}

function trimmed(value: Decimal): Decimal {
  return decimal(decimalText(value));
}

/** What a stored rate is worth at this instant. A recording is of the past wherever the money is no play money. */
export function rateStateOf(
  row: { staleAt: Date; isDivergent: boolean; source: "live" | "recorded"; isPlay: boolean },
  now: Date,
): RateState {
  if (now.getTime() >= row.staleAt.getTime()) return "stale";
  if (row.source === "recorded" && !row.isPlay) return "stale";
  if (row.isDivergent) return "divergent";
  return row.source === "recorded" ? "recorded" : "fresh";
}
