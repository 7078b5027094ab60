/** The platform was down: every running window is extended by that time, and the trade's history records it. */
import type { Tx } from "../../../platform/postgres/db.ts";
import { extendAll } from "../rows.ts";

export async function moveDeadlines(tx: Tx, outageMs: number): Promise<void> {
  for (const hash of await extendAll(tx, Math.ceil(outageMs / 1000)))
    tx.emit({ type: "trade.outage", subject: hash, payload: {} });
}
