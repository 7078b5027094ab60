/** The SQL of reputation. */
import type { ReadTx } from "../../platform/db.ts";

/** What a user has traded in successful trades, by coin. */
export async function volumesOf(
  tx: ReadTx,
  userId: bigint,
): Promise<{ currency: "BTC" | "ETH" | "USDT"; units: bigint }[]> {
  return tx.rows<{ currency: "BTC" | "ETH" | "USDT"; units: bigint }>`
    select currency, units
    from user_volumes
    where user_id = ${userId}`;
}
