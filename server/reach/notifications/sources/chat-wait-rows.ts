/** The SQL of delayed notifications about unread messages. */
import type { Tx } from "../../../platform/postgres/db.ts";

export type Waiting = { readonly tradeId: bigint; readonly userId: bigint };

/** Starts the delay that each reader chose; a delay that runs already is kept. */
export async function beginWaits(tx: Tx, readers: readonly Waiting[]): Promise<void> {
  await tx.rows`
    insert into chat_waits (trade_id, user_id, due_at)
    select distinct reader.trade_id, reader.user_id,
      ${tx.now}::timestamptz + make_interval(mins => users.notify_interval_min)
    from unnest(
      ${readers.map(({ tradeId }) => tradeId)}::bigint[], ${readers.map(({ userId }) => userId)}::bigint[]
    ) as reader (trade_id, user_id)
    join users on users.id = reader.user_id
    order by reader.trade_id, reader.user_id
    on conflict do nothing`;
}

/** Those whose time is over, once. */
export async function endWaits(tx: Tx, limit: number): Promise<Waiting[]> {
  const rows = await tx.rows<{ trade_id: bigint; user_id: bigint }>`
    delete from chat_waits
    where (trade_id, user_id) in (
      select trade_id, user_id
      from chat_waits
      where due_at <= ${tx.now}
      order by due_at
      limit ${limit}
      for update skip locked
    )
    returning trade_id, user_id`;
  return rows.map(({ trade_id: tradeId, user_id: userId }) => ({ tradeId, userId }));
}
