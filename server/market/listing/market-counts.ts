/** How large the market is: offers, methods and traders, for the home page. */
import type { HomeProps } from "#contract/market/pages.ts";
import type { ReadTx } from "../../platform/postgres/db.ts";
import { countOwners, offerTotals } from "./market-rows.ts";

/** The figures of the whole market on the home page. */
export async function marketCounts(tx: ReadTx): Promise<HomeProps["counts"]> {
  const row = await offerTotals(tx);
  const { buy, sell, methods } = row ?? { buy: 0, sell: 0, methods: 0 };
  return { buy, sell, methods, traders: await countTraders(tx, buy + sell) };
}

/** Traders are counted by reading every offer: in a market of this size every ten minutes only. */
const MANY_OFFERS = 50_000;

const COUNT_AGAIN_AFTER_MS = 10 * 60_000;

let lastCount: { readonly traders: Promise<number>; readonly atMs: number } | undefined;

async function countTraders(tx: ReadTx, offers: number): Promise<number> {
  const count = () => countOwners(tx);
  if (offers < MANY_OFFERS) return count();
  const nowMs = tx.now.getTime();
  if (!lastCount || Math.abs(nowMs - lastCount.atMs) > COUNT_AGAIN_AFTER_MS) {
    lastCount = { traders: count(), atMs: nowMs };
  }
  try {
    return await lastCount.traders;
  } catch (error) {
    lastCount = undefined;
    throw error;
  }
}
