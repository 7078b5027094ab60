/** Cancels the open orders of users who may not trade any more: what they hold comes back to the balance. */
import { leavesOpen } from "#contract/compliance/restriction-names.ts";
import type { StoredEvent } from "../../platform/app-ports.ts";
import type { LivePost } from "../../platform/events/live.ts";
import type { ReadTx, Tx } from "../../platform/postgres/db.ts";
import { cancelAllRows } from "./orders/order-rows.ts";

/** A restriction that was lifted before its event came cancels nothing. */
export async function cancelRestricted(
  tx: Tx,
  events: readonly StoredEvent<"account.restricted">[],
): Promise<readonly LivePost[]> {
  for (const { subject } of events) {
    const userId = BigInt(subject);
    if (leavesOpen(await statesOf(tx, userId), "convert")) continue;
    await cancelAllRows(tx, { userId, market: null, at: await tx.readClock() });
  }
  return [];
}

async function statesOf(tx: ReadTx, userId: bigint): Promise<string[]> {
  const rows = await tx.rows<{ state: string }>`
    select state
    from user_restrictions
    where user_id = ${userId} and lifted_at is null`;
  return rows.map(({ state }) => state);
}
