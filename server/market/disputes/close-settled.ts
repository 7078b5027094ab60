/** The sides settled: the seller released or the buyer cancelled. The case closes with the trade. */
import type { Tx } from "../../platform/db.ts";
import type { StoredEvent } from "../../platform/app-ports.ts";
import { briefTrades } from "../trades/index.ts";
import { closeAsSettled } from "./rows.ts";

/** News may come late: a trade that was reopened and is disputed again keeps the case of its new round. */
export async function closeSettled(
  tx: Tx,
  events: readonly StoredEvent<"trade.release" | "trade.cancel">[],
): Promise<[]> {
  const trades = await briefTrades(
    tx,
    events.map(({ subject }) => subject),
  );
  const settled = events.map(({ subject, at }) => {
    const trade = trades.get(subject);
    return { hash: subject, at, before: trade?.status === "dispute_open" ? trade.round : null };
  });
  await closeAsSettled(tx, settled);
  return [];
}
