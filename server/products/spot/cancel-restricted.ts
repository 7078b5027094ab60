/** Cancels the open orders of users who may not trade any more: what they hold comes back to the balance. */
import { leavesOpen } from "#contract/compliance/restriction-names.ts";
import type { StoredEvent } from "../../platform/app-ports.ts";
import type { LivePost } from "../../platform/events/live.ts";
import type { Tx } from "../../platform/postgres/db.ts";
import { standingRestrictions } from "../../people/accounts/index.ts";
import { cancelAllRows } from "./orders/order-rows.ts";

/** A restriction that was lifted before its event came cancels nothing. */
export async function cancelRestricted(
  tx: Tx,
  events: readonly StoredEvent<"account.restricted">[],
): Promise<readonly LivePost[]> {
  for (const { subject } of events) {
    const userId = BigInt(subject);
    const states = (await standingRestrictions(tx, userId)).map(({ state }) => state);
    if (leavesOpen(states, "convert")) continue;
    await cancelAllRows(tx, { userId, market: null, at: await tx.readClock() });
  }
  return [];
}
