/** Rewards are born from booked fees: the subscribers note the trades, and the jobs work through them in batches for each coin. */
import { CRYPTO_CODES, type CryptoCode } from "#contract/money/money.ts";
import type { TradeEvent } from "#contract/platform/events.ts";
import type { AppPorts, Module, StoredEvent } from "../../platform/app-ports.ts";
import type { Tx } from "../../platform/postgres/db.ts";
import { accrue, accrueOfProducts, keepRates, noteDues, noteFeesOfProducts, settle } from "./rows.ts";

/** After which a fee may be booked. */
export const FEE_EVENTS = [
  "trade.release",
  "trade.award_buyer",
  "trade.award_seller",
] as const satisfies readonly TradeEvent[];
/** After which a reward may be held again, or taken back. */
export const REVIEW_EVENTS = [
  "trade.report_chargeback",
  "trade.confirm_chargeback",
  "trade.dismiss_chargeback",
  "trade.repay_chargeback",
] as const satisfies readonly TradeEvent[];

const BATCH = 100;
/** Batches of one run; the next run goes on. */
const MOST_BATCHES = 20;

const hashesOf = (events: readonly StoredEvent<TradeEvent>[]) => events.map(({ subject }) => subject);

export async function noteFees(tx: Tx, events: readonly StoredEvent<TradeEvent>[]): Promise<[]> {
  await noteDues(tx, "fee", hashesOf(events));
  return [];
}

export async function noteReviews(tx: Tx, events: readonly StoredEvent<TradeEvent>[]): Promise<[]> {
  await noteDues(tx, "review", hashesOf(events));
  return [];
}

/** One coin a transaction: its accounts are locked for no longer than one journal takes. */
export async function accrueRewards({ db }: Pick<AppPorts, "db">, declared: readonly Module[]): Promise<void> {
  await db.tx(keepRates);
  await inBatches(db, accrue);
  await db.tx((tx) =>
    noteFeesOfProducts(
      tx,
      declared.flatMap(({ fees }) => (fees ? [fees] : [])),
    ),
  );
  await inBatches(db, accrueOfProducts);
}

export async function settleRewards({ db }: Pick<AppPorts, "db">): Promise<void> {
  await inBatches(db, settle);
}

async function inBatches(
  db: AppPorts["db"],
  work: (tx: Tx, currency: CryptoCode, most: number) => Promise<number>,
): Promise<void> {
  const failed: unknown[] = [];
  for (const currency of CRYPTO_CODES)
    try {
      for (let batch = 0; batch < MOST_BATCHES; batch += 1)
        if ((await db.tx((tx) => work(tx, currency, BATCH))) < BATCH) break;
    } catch (error) {
      // What stops one coin must not stop the others.
      failed.push(error);
    }
  if (failed.length > 0) throw failed.length === 1 ? failed[0] : new AggregateError(failed, "several coins failed");
}
