/** The SQL of user streams: listen keys, and the orders of a user that changed since a look. */
import type { ReadTx, Tx } from "../../../../platform/postgres/db.ts";
import { onlyRow } from "../../../../platform/postgres/only-row.ts";
import { ORDER_COLUMNS, type OrderRow } from "../../orders/order-rows.ts";
import type { OwnTradeRow } from "../facade-rows.ts";

export type NewStream = {
  readonly publicId: string;
  readonly userId: bigint;
  readonly nonce: string;
  readonly hash: Uint8Array;
  readonly expiresAt: Date;
};

/** The nonce of the listen key that counts: one that has not ended is kept, and ends later. */
export async function openStream(tx: Tx, { publicId, userId, nonce, hash, expiresAt }: NewStream): Promise<string> {
  const rows = await tx.rows<{ nonce: string }>`
    insert into spot_streams as known (public_id, user_id, nonce, listen_hash, expires_at)
    values (${publicId}, ${userId}, ${nonce}, ${hash}, ${expiresAt})
    on conflict (public_id) do update
    set nonce = case when known.expires_at > ${tx.now} then known.nonce else excluded.nonce end,
        listen_hash = case when known.expires_at > ${tx.now} then known.listen_hash else excluded.listen_hash end,
        expires_at = excluded.expires_at
    returning nonce`;
  return onlyRow(rows).nonce;
}

type OfKey = { readonly publicId: string; readonly hash: Uint8Array };

/** Whether there is such a listen key of this API key. */
export async function extendStream(tx: Tx, { publicId, hash }: OfKey, expiresAt: Date): Promise<boolean> {
  const rows = await tx.rows`
    update spot_streams
    set expires_at = ${expiresAt}
    where public_id = ${publicId} and listen_hash = ${hash} and expires_at > ${tx.now}
    returning public_id`;
  return rows.length > 0;
}

/** The same. A notification for `channel` wakes its sockets. */
export async function endStream(tx: Tx, { publicId, hash }: OfKey, channel: string): Promise<boolean> {
  const rows = await tx.rows`
    delete from spot_streams
    where public_id = ${publicId} and listen_hash = ${hash} and expires_at > ${tx.now}
    returning public_id`;
  if (rows.length > 0) await tx.rows`select ring('live', ${channel})`;
  return rows.length > 0;
}

/** Of the API key that it belongs to. */
export async function findStream(tx: ReadTx, hash: Uint8Array): Promise<string | undefined> {
  const [row] = await tx.rows<{ public_id: string }>`
    select public_id
    from spot_streams
    where listen_hash = ${hash} and expires_at > ${tx.now}`;
  return row?.public_id;
}

/** The last order of a user and the next trade, of each market. */
export type Ends = readonly { readonly market: string; readonly last_id: bigint; readonly next_fill: bigint }[];

export async function endsOf(tx: ReadTx, userId: bigint): Promise<Ends> {
  return tx.rows<Ends[number]>`
    select progress.market, progress.next_fill, coalesce(newest.id, 0) as last_id
    from spot_progress progress
    left join lateral (
      select one.id
      from spot_orders one
      where one.user_id = ${userId} and one.market = progress.market
      order by one.id desc
      limit 1
    ) as newest on true`;
}

/** Orders that were open, and those placed since: in a market a later one has a higher number. */
export function ordersSince(
  tx: ReadTx,
  { userId, openIds, ends }: { userId: bigint; openIds: readonly bigint[]; ends: Ends },
): Promise<OrderRow[]> {
  return tx.rows<OrderRow>`
    select ${ORDER_COLUMNS}
    from spot_orders one
    where one.id = any(${[...openIds]}::bigint[])
    union all
    (select ${ORDER_COLUMNS}
     from unnest(${ends.map(({ market }) => market)}::text[], ${ends.map(({ last_id }) => last_id)}::bigint[]) as place (market, last_id)
     join spot_orders one on one.user_id = ${userId} and one.market = place.market and one.id > place.last_id)
    order by id`;
}

export type StreamFill = OwnTradeRow & { readonly market: string };

/** Of these orders, in each market from its next trade then on. */
export function fillsSince(
  tx: ReadTx,
  { orderIds, ends }: { orderIds: readonly bigint[]; ends: Ends },
): Promise<StreamFill[]> {
  return tx.rows<StreamFill>`
    select fill.market, fill.n, one.id as order_id, one.type as order_type, one.was_set_off, one.side, one.id = fill.maker_id as is_maker,
           fill.price_ticks, fill.lots, case one.side when 'buy' then fill.buyer_fee_units else fill.seller_fee_units end as fee_units, fill.at
    from unnest(${[...orderIds]}::bigint[]) as wanted (id)
    join spot_orders one on one.id = wanted.id
    join unnest(${ends.map(({ market }) => market)}::text[], ${ends.map(({ next_fill }) => next_fill)}::bigint[]) as place (market, next_fill)
      on place.market = one.market
    cross join lateral (
      select * from spot_fills made where made.maker_id = one.id
      union all
      select * from spot_fills made where made.taker_id = one.id
    ) as fill
    where fill.n >= place.next_fill
    order by fill.market, fill.n, one.id`;
}
