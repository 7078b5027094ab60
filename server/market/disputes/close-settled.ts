/** The sides settled: the seller released or the buyer cancelled. The case closes with the trade. */
import type { Tx } from "../../platform/db.ts";
import type { StoredEvent } from "../../platform/app-ports.ts";
import { closeAsSettled } from "./rows.ts";

export async function closeSettled(tx: Tx, event: StoredEvent<"trade.release" | "trade.cancel">): Promise<void> {
  await closeAsSettled(tx, event.subject, event.at);
}
