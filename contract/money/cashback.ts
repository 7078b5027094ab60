/**
 * The cashback for the user who takes a featured offer, after the release: a percentage of the amount, up to a sum in
 * dollars, and at most half of the trade's fee, so that trading with oneself gains nothing.
 */
import { compareDecimals, decimal, decimalText } from "../platform/decimal.ts";
import { displayFromUnits } from "./money.ts";

export type CashbackTerms = {
  /** Hundredths of a percent of the amount. */
  readonly bp: number;
  /** Cents of the dollar for one trade. */
  readonly maxCents: number;
};

/** As a card shows it: percent of the amount, and the most for one trade in dollars. */
export type Cashback = { readonly percent: string; readonly maxValue: string };

type Amounts = { readonly units: bigint; readonly feeUnits: bigint; readonly usdCents: bigint };

/** Whole base units, rounded down. The database computes the same (cashback_of) and takes no other. */
export function cashbackUnitsOf({ units, feeUnits, usdCents }: Amounts, { bp, maxCents }: CashbackTerms): bigint {
  const parts = [
    (units * BigInt(bp)) / 10_000n,
    (units * BigInt(maxCents)) / (usdCents > 0n ? usdCents : 1n),
    feeUnits / 2n,
  ];
  return parts.reduce((least, part) => (part < least ? part : least));
}

/** Whether the second is worse for a user who saw the first. */
export function isLessCashback(shown: Cashback | null, now: Cashback | null): boolean {
  if (shown === null) return false;
  const isLess = (part: keyof Cashback) =>
    now !== null && compareDecimals(decimal(now[part]), decimal(shown[part])) < 0;
  return now === null || isLess("percent") || isLess("maxValue");
}

/** The cashback of a trade at this fee; null if it is zero. */
export function shownCashback({ bp, maxCents }: CashbackTerms, feeBp: number): Cashback | null {
  const most = Math.min(bp, Math.floor(feeBp / 2));
  if (most === 0) return null;
  return { percent: decimalText({ units: BigInt(most), digits: 2 }), maxValue: displayFromUnits(BigInt(maxCents), 2) };
}
