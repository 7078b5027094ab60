/** The terms of a trade, computed apart from the product: from the market's rate and the sum that was typed. */
import assert from "node:assert/strict";
import type { ModelOffer } from "../types.ts";

/** In escrow beside the amount, in hundredths of a percent, and how long a side waits before a moderator may be asked. */
const BANK = { feeBp: 50n, waitMin: 180, flow: "default" } as const;
const ONLINE = { feeBp: 100n, waitMin: 60, flow: "default" } as const;
const LITE = { ...ONLINE, flow: "lite" } as const;
const CARD = { feeBp: 300n, waitMin: 30, flow: "gcc-auto" } as const;

/** One person has one offer of a kind: each trade of a schedule has its own method. */
const TERMS = {
  "other-bank-transfer": BANK,
  "amazon-gift-card": CARD,
  "cash-by-mail": { feeBp: 100n, waitMin: 1440, flow: "default" },
  paypal: LITE,
  "bank-transfer": BANK,
  skrill: ONLINE,
  neteller: LITE,
  "steam-wallet-gift-card": CARD,
  advcash: ONLINE,
  webmoney: ONLINE,
} as const;
export type Method = keyof typeof TERMS;
/** In which the trades of its offers run. */
export const flowOf = (method: string): (typeof TERMS)[Method]["flow"] => TERMS[method as Method].flow;
export const METHODS = Object.keys(TERMS) as readonly Method[];

const MARGIN_PCT = 2;
const WINDOW_MINUTES = 60;

export type Terms = {
  readonly units: bigint;
  readonly feeUnits: bigint;
  readonly windowMin: number;
  readonly disputeWaitMin: number;
};

/** The files that a buyer submits before marking the trade as paid, if the flow or the offer requires them. */
export function requirementOf(method: string, flow: string): "payment_proof" | "receipt" | undefined {
  if (flow === "bt-auto") return "payment_proof";
  return SHOWN_BY_RECEIPT.includes(method) ? "receipt" : undefined;
}
const SHOWN_BY_RECEIPT = ["cash-by-mail", "steam-wallet-gift-card"];

/** Of a trade for so many whole dollars. Nobody gets more than was paid for, and not a unit less than that. */
export function termsOf({ price, dollars, method }: { price: string; dollars: number; method: Method }): Terms {
  const [whole = "0", part = ""] = price.split(".");
  const scale = 10n ** BigInt(part.length);
  const units = (BigInt(dollars) * 100_000_000n * scale) / BigInt(whole + part);
  const { feeBp, waitMin } = TERMS[method];
  return {
    units,
    feeUnits: (units * feeBp + 9_999n) / 10_000n,
    windowMin: WINDOW_MINUTES,
    disputeWaitMin: waitMin,
  };
}

type Priced = Pick<Terms, "units" | "feeUnits"> & { readonly dollars: number };

/** So much of the amount, but no more than the cents are of its dollars, nor than half of the fee. */
export function cashbackOf({ units, feeUnits, dollars }: Priced, cashback: ModelOffer["cashback"]): bigint {
  if (!cashback) return 0n;
  const { bp, maxCents } = cashback;
  let units10000 = units * bp;
  if (units10000 * BigInt(dollars) > units * maxCents * 100n) units10000 = (units * maxCents * 100n) / BigInt(dollars);
  return units10000 * 2n > feeUnits * 10_000n ? feeUnits / 2n : units10000 / 10_000n;
}

/** Hundredths of a percent that an offer of the method may give: half of its fee. */
export const mostCashback = (method: string): bigint => TERMS[method as Method].feeBp / 2n;

/** Of a trade for so many: with the fee. */
export function lockedUnits({ price, dollars, method }: { price: string; dollars: number; method: string }): bigint {
  const { units, feeUnits } = termsOf({ price, dollars, method: method as Method });
  return units + feeUnits;
}

/** The price of an offer is the market's rate and its margin. */
export function assertPrice(price: string, rate: string): void {
  const wished = Number(rate) * (1 + MARGIN_PCT / 100);
  assert.ok(Math.abs(Number(price) / wished - 1) < 1e-5, `a price of ${price} at a rate of ${rate}`);
}
