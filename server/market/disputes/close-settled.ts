/** The sides settled: the seller released or the buyer cancelled. The case closes with the trade. */
import type { Tx } from "../../platform/db.ts";
import type { StoredEvent } from "../../platform/app-ports.ts";

export async function closeSettled(tx: Tx, event: StoredEvent<"trade.release" | "trade.cancel">): Promise<void> {
  await tx.rows`
    update disputes
    set outcome = 'settled', decided_at = ${event.at}
    where trade_hash = ${event.subject} and outcome is null`;
}
