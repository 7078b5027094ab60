/** The state of closing an account, for its owner. */
import { type Closing, CLOSING_REASONS } from "#contract/compliance/closing.ts";
import type { ReadTx } from "../../platform/postgres/db.ts";
import { readSettings } from "../../reference/settings/index.ts";
import { obstaclesOf, standingClosure } from "./rows.ts";

export async function viewClosing(tx: ReadTx, userId: bigint): Promise<Closing> {
  const standing = await standingClosure(tx, userId);
  const settings = await readSettings(tx, ["accounts.closing_days"]);
  return {
    asked: standing
      ? { at: standing.asked_at.toISOString(), dueAt: standing.due_at.toISOString(), reason: standing.reason }
      : null,
    obstacles: await obstaclesOf(tx, userId),
    reasons: [...CLOSING_REASONS],
    waitDays: settings["accounts.closing_days"],
  };
}

/** When the account is due to close; null where nobody has asked for it. */
export async function closesAt(tx: ReadTx, userId: bigint): Promise<string | null> {
  return (await standingClosure(tx, userId))?.due_at.toISOString() ?? null;
}
