/** The model's trades that wait for coins: what their sellers have free, and what is on its way to them. */
import { drawDollars, UNITS_OF_DOLLAR } from "./sums.ts";
import type { Command, Draw, Model, ModelTrade } from "../types.ts";

/** Of a trade whose seller was short at its start. */
export const WAITS_FOR_COINS: readonly string[] = ["not_funded", "funds_processing", "funds_processed"];

/** The expected status of a waiting trade. */
export function fundsOf({ available, deposits }: Model, { seller, units, fee }: ModelTrade): string {
  const has = available.get(seller) ?? 0n;
  if (has >= units + fee) return "funds_processed";
  const coming = deposits
    .filter(({ owner, seen }) => owner === seller && seen === "incoming")
    .reduce((sum, deposit) => sum + deposit.units - deposit.owed, 0n);
  return has + coming >= units + fee ? "funds_processing" : "not_funded";
}

export const isWaiting = ({ nowMin }: Model, { status, expiresAt = 0 }: ModelTrade): boolean =>
  WAITS_FOR_COINS.includes(status) && nowMin < expiresAt;

/** Coins that a trade waits for are in a block, and may be lost with it. */
export const isComing = ({ trades, deposits }: Model): boolean =>
  trades.some(
    ({ status, seller }) =>
      status === "funds_processing" &&
      deposits.some(({ owner, seen, block }) => owner === seller && seen === "incoming" && block !== undefined),
  );

/** Those that say something else than where the coins are, by what they should say. */
export function displaced(model: Model): string[] {
  return model.trades.flatMap((trade) => {
    const funds = fundsOf(model, trade);
    return isWaiting(model, trade) && funds !== trade.status ? [`${trade.status} to ${funds}`] : [];
  });
}

/** The platform looks at all of them. */
export function followFunds(model: Model): string {
  for (const trade of model.trades) if (isWaiting(model, trade)) trade.status = fundsOf(model, trade);
  return "";
}

/** The deposits of a seller who is short, and the blocks until they are seen and final. */
export function bringCoins(model: Model, random: Draw): Command | undefined {
  const { trades, deposits, feePerKvb, away } = model;
  const waiting = trades.filter((trade) => isWaiting(model, trade));
  const short = waiting[random.below(Math.max(1, waiting.length))];
  if (!short) return undefined;
  if (displaced(model).length > 0 && random.below(2) === 0) return { kind: "funds" };
  const { seller } = short;
  if (fundsOf(model, short) === "funds_processed") return { kind: "fund", trade: trades.indexOf(short), by: "seller" };
  const coming = deposits.filter(({ owner, isGone, seen }) => owner === seller && !isGone && seen !== "credited");
  if (coming.length === 0) {
    const dollars = short.dollars + drawDollars(random);
    return { kind: "deposit", owner: seller, dollars, units: BigInt(dollars) * UNITS_OF_DOLLAR };
  }
  if (random.below(2) === 0) return { kind: "mine", blocks: 1 };
  return away.has("node") ? { kind: "back" } : { kind: "scan", feePerKvb };
}
