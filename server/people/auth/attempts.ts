/** Guessing is slowed down: failures are counted by account and by address, over all sessions and processes. */
import { Refusal } from "#contract/refusals.ts";
import type { Db, ReadTx } from "../../platform/db.ts";
import { deleteOldFailures, worstSubject } from "./attempt-rows.ts";

const WINDOW_MINUTES = 15;
const MOST_FAILURES = 10;

/** Refuses auth.throttled with the seconds to wait when any of the subjects failed too often of late. */
export async function refuseWhenThrottled(tx: ReadTx, subjects: readonly string[]): Promise<void> {
  const worst = await worstSubject(tx, subjects, WINDOW_MINUTES);
  if (!worst || worst.failures < MOST_FAILURES) return;
  const waitMs = worst.oldest.getTime() + WINDOW_MINUTES * 60_000 - tx.now.getTime();
  throw new Refusal("auth.throttled", { retryAfterSec: Math.max(1, Math.ceil(waitMs / 1000)) });
}

export async function forgetOldFailures(db: Db): Promise<void> {
  await db.tx(deleteOldFailures);
}
