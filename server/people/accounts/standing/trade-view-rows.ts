/** The SQL of access to ended trades. */
import type { ReadTx, Tx } from "../../../platform/postgres/db.ts";
import { onlyRow } from "../../../platform/postgres/only-row.ts";

/** Whether staff have closed a user's ended trades to them. */
export async function areTradesClosedTo(tx: ReadTx, userId: bigint): Promise<boolean> {
  const rows = await tx.rows<{ is_closed: boolean }>`
    select trades_closed_at is not null as is_closed
    from users
    where id = ${userId}`;
  return onlyRow(rows).is_closed;
}

type Block = {
  readonly userId: bigint;
  readonly isBlocked: boolean;
  readonly reason: string;
  readonly staffId: bigint;
};

/** Writes the line in the chain of staff acts. */
export async function blockTradeView(
  tx: Tx,
  { userId, isBlocked, reason, staffId }: Block,
): Promise<"done" | "unchanged" | "own" | "not_allowed"> {
  const rows = await tx.rows<{ outcome: "done" | "unchanged" | "own" | "not_allowed" }>`
    select outcome
    from block_trade_view(${userId}, ${isBlocked}, ${reason}, ${staffId}, ${tx.now})`;
  return onlyRow(rows).outcome;
}
