/** Runs the rules: occasions are noted with the events that make them, and each is run once, in a transaction of its own. */
import { decimalText } from "#contract/platform/decimal.ts";
import { Refusal } from "#contract/platform/errors/refusals.ts";
import type { AppPorts, StoredEvent } from "../../platform/app-ports.ts";
import type { LivePost } from "../../platform/events/live.ts";
import { ids } from "../../platform/ids.ts";
import type { Tx } from "../../platform/postgres/db.ts";
import { emitWalletEvent } from "../../money/custody/index.ts";
import { conversionRate, findConversionQuote } from "../wallet/index.ts";
import { type DueRow, duesOf, insertArrivals, insertTimes, isFirstOfDay, pauseReversedRules, runRule } from "./rows.ts";

const AT_ONCE = 50;
const TIMES_AT_ONCE = 500;
/** The rule was paused by its user, its price is not in range, or another turn ran the occasion: no failures. */
const AS_ITS_USER_WANTS = ["paused", "price", "gone"];

type Arrival = "wallet.deposit_credited" | "trade.release" | "trade.award_buyer" | "trade.award_seller";

export async function noteArrivals(tx: Tx, events: readonly StoredEvent<Arrival>[]): Promise<readonly LivePost[]> {
  const subjectsOf = (isMeant: (type: Arrival) => boolean) =>
    events.filter(({ type }) => isMeant(type)).map(({ subject }) => subject);
  await insertArrivals(tx, {
    deposits: subjectsOf((type) => type === "wallet.deposit_credited"),
    trades: subjectsOf((type) => type !== "wallet.deposit_credited"),
    at: await tx.readClock(),
  });
  return [];
}

export async function pauseReversed(
  tx: Tx,
  events: readonly StoredEvent<"wallet.deposit_reverted">[],
): Promise<readonly LivePost[]> {
  await pauseReversedRules(
    tx,
    events.map(({ subject }) => subject),
    await tx.readClock(),
  );
  return [];
}

/** Times and prices that have come. It looks at each rule that waits for a price, so it runs no more often than prices move. */
export async function noteTimes({ db }: Pick<AppPorts, "db">): Promise<void> {
  await db.tx((tx) => insertTimes(tx, TIMES_AT_ONCE));
}

/** One turn: the oldest occasions. */
export async function runHedges({ db, log }: Pick<AppPorts, "db" | "log">): Promise<void> {
  for (const due of await db.read((tx) => duesOf(tx, AT_ONCE))) {
    const outcome = await db.tx((tx) => runOnce(tx, due));
    log.debug({ rule: String(due.rule_id), subject: due.subject, outcome }, "a rule was run");
  }
}

async function runOnce(tx: Tx, due: DueRow): Promise<string> {
  const quoteHash = ids.hash();
  const at = await tx.readClock();
  const outcome = await runRule(tx, { due, quoteHash, rate: await rateOrNone(tx, due), at });
  const quote = outcome === "converted" ? await findConversionQuote(tx, quoteHash) : undefined;
  if (quote) {
    const { user_id: userId, to_currency: currency, to_units: units } = quote;
    emitWalletEvent(tx, { userId, currency, reason: "hedge_converted", subject: quoteHash, units, txid: null });
  } else if (!AS_ITS_USER_WANTS.includes(outcome) && (await isFirstOfDay(tx, { ruleId: due.rule_id, outcome, at }))) {
    const { user_id: userId, from_currency: currency, hash: subject, arrived_units: units } = due;
    const failure = { reason: "hedge_failed", status: outcome, units: units ?? 0n, txid: null } as const;
    emitWalletEvent(tx, { userId, currency, subject, ...failure });
  }
  return outcome;
}

/** Null where a price is unknown, stale or in doubt: the run says so. */
async function rateOrNone(tx: Tx, { from_currency: from, to_currency: to }: DueRow): Promise<string | null> {
  try {
    return decimalText((await conversionRate(tx, from, to)).rate);
  } catch (error) {
    if (error instanceof Refusal) return null;
    throw error;
  }
}
