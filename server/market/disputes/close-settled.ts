/** The sides settled: the seller released or the buyer cancelled. The case closes with the trade. */
import type { Tx } from "../../platform/db.ts";
import type { StoredEvent } from "../../platform/app-ports.ts";
import { findTrade } from "../trades/index.ts";
import { closeAsSettled } from "./rows.ts";

/** News may come late: a trade that was reopened and is disputed again keeps the case of its new round. */
export async function closeSettled(tx: Tx, event: StoredEvent<"trade.release" | "trade.cancel">): Promise<void> {
  const trade = await findTrade(tx, event.subject);
  const before = trade?.status === "dispute_open" ? trade.round : null;
  await closeAsSettled(tx, event.subject, { at: event.at, before });
}
