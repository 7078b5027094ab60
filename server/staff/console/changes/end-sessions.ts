/** The operator of the machine ends all sessions of a user, including an intruder's. */
import { Refusal } from "#contract/platform/errors/refusals.ts";
import type { Tx } from "../../../platform/postgres/db.ts";
import { findUserIdByUsername } from "../../../people/accounts/index.ts";
import { endSessions } from "../../../people/auth/index.ts";
import { recordStaffAct } from "../../../people/audit/index.ts";

/** How many were open; with none nothing is written. Their sockets close. Refuses account.not_found. */
export async function endSessionsByOperator(
  tx: Tx,
  { username, reason }: { username: string; reason: string },
): Promise<number> {
  const userId = await findUserIdByUsername(tx, username);
  if (userId === undefined) throw new Refusal("account.not_found");
  const ended = await endSessions(tx, { userId });
  if (ended > 0) await recordStaffAct(tx, { staffId: null, act: "sessions.end", subject: username, reason });
  return ended;
}
