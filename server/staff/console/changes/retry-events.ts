/** The operator has repaired what kept events from being delivered. */
import type { Tx } from "../../../platform/postgres/db.ts";
import { retryFailedEvents } from "../../../platform/events/event-rows.ts";
import { recordStaffAct } from "../../../people/audit/index.ts";

/** All that failed are tried at once, and so is what waits behind them. Returns how many; for none nothing is written. */
export async function retryEventsByOperator(tx: Tx, { reason }: { reason: string }): Promise<number> {
  const count = await retryFailedEvents(tx);
  if (count > 0) await recordStaffAct(tx, { staffId: null, act: "events.retry", subject: String(count), reason });
  return count;
}
