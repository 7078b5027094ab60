/** Cancels the open orders of users who may not trade any more: what they hold comes back to the balance. */
import { leavesOpen } from "#contract/compliance/restriction-names.ts";
import type { StoredEvent } from "../../platform/app-ports.ts";
import type { LivePost } from "../../platform/events/live.ts";
import type { Tx } from "../../platform/postgres/db.ts";
import { cancelAllRows } from "./orders/order-rows.ts";

export async function cancelRestricted(
  tx: Tx,
  events: readonly StoredEvent<"account.restricted">[],
): Promise<readonly LivePost[]> {
  for (const { subject, payload } of events)
    if (!leavesOpen([payload.detail], "convert"))
      await cancelAllRows(tx, { userId: BigInt(subject), market: null, at: await tx.readClock() });
  return [];
}
