/**
 * The model's bonds: what an owner of offers by PayPal and gift cards has to leave with the platform, in cents of a dollar, and
 * when it comes back. Written from the rules and not from the product.
 */
import type { ModelTrade } from "../types.ts";

const DAY_MIN = 24 * 60;
const JUDGED_DAYS = 90;
const KEPT_DAYS = 7;
/** Fewer trades than these say little: a fault counts as one of so many. */
const FEW = 10;
export const BONDED_METHODS: readonly string[] = ["paypal", "amazon-gift-card", "steam-wallet-gift-card"];
export const BOND_COINS = ["BTC", "USDT"] as const;
export type BondCoin = (typeof BOND_COINS)[number];

/** The deposited coins, and their value at the deposit. */
export type ModelBond = { readonly units: Readonly<Record<BondCoin, bigint>>; readonly cents: number };
export const NO_BOND: ModelBond = { units: { BTC: 0n, USDT: 0n }, cents: 0 };

/** Of all bonded trades of an owner's own offers. */
type Owned = readonly Pick<ModelTrade, "status" | "startedAt" | "endedAt" | "ownerIs" | "everPaid">[];

function isFault({ status, ownerIs, everPaid }: Owned[number]): boolean {
  if (ownerIs === "seller") return status === "dispute_won_buyer";
  return status === "dispute_won_seller" || status === "expired" || (status === "cancelled_buyer" && everPaid);
}

/** In cents, by how the trades of the last ninety days went. */
export function neededCents(trades: Owned, nowMin: number): number {
  const judged = trades.filter((one) => one.endedAt !== undefined && one.startedAt > nowMin - JUDGED_DAYS * DAY_MIN);
  const faults = judged.filter(isFault).length;
  if (judged.length < FEW && faults === 0) return 50_00;
  const percent = (100 * faults) / Math.max(judged.length, FEW);
  return percent > 10 ? 500_00 : percent > 2 ? 250_00 : 100_00;
}

/** Base units of so many cents at a price, rounded up. */
export function unitsOfCents(cents: number, { coin, price }: { coin: BondCoin; price: string }): bigint {
  const [whole = "0", part = ""] = price.split(".");
  const rate = BigInt(whole + part) * 100n;
  const exactly = BigInt(cents) * (coin === "BTC" ? 100_000_000n : 1_000_000n) * 10n ** BigInt(part.length);
  return (exactly + rate - 1n) / rate;
}

export const missingCents = (bond: ModelBond, trades: Owned, nowMin: number): number =>
  Math.max(0, neededCents(trades, nowMin) - bond.cents);

/** "" or why it does not come back now. */
export function returnRefusal(bond: ModelBond, trades: Owned, nowMin: number): string {
  if (bond.units.BTC === 0n && bond.units.USDT === 0n) return "bond.none";
  if (trades.some(({ endedAt }) => endedAt === undefined)) return "bond.in_trade";
  const isKept = trades.some(({ endedAt }) => endedAt !== undefined && endedAt + KEPT_DAYS * DAY_MIN > nowMin);
  return isKept ? "bond.locked" : "";
}
