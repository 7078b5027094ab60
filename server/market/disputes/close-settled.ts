/** The sides settled: the seller released or the buyer cancelled. The case closes with the trade. */
import { isFinal } from "#contract/market/trades/trade/statuses.ts";
import type { Tx } from "../../platform/postgres/db.ts";
import type { StoredEvent } from "../../platform/app-ports.ts";
import { briefTrades } from "../trades/index.ts";
import { closeAsSettled } from "./rows.ts";

/**
 * News may come late: a trade that was reopened keeps the case of its new round, also one that is opened between this look and
 * what is written.
 */
export async function closeSettled(
  tx: Tx,
  events: readonly StoredEvent<"trade.release" | "trade.cancel">[],
): Promise<[]> {
  const trades = await briefTrades(
    tx,
    events.map(({ subject }) => subject),
  );
  const settled = events.flatMap(({ subject, at }) => {
    const trade = trades.get(subject);
    if (!trade) return [];
    return { hash: subject, at, before: isFinal(trade.status) ? trade.round + 1 : trade.round };
  });
  await closeAsSettled(tx, settled);
  return [];
}
