/** The SQL of the lists of trades and their receipts. */
import type { TradeStatus } from "#contract/trade-statuses.ts";
import { type Fragment, joinFragments, type ReadTx, sql } from "../../platform/db.ts";
import type { TradeRow } from "./rows.ts";

export async function findByReceipt(
  tx: ReadTx,
  uuid: string,
): Promise<(TradeRow & { buyer_name: string; seller_name: string }) | undefined> {
  const [row] = await tx.rows<TradeRow & { buyer_name: string; seller_name: string }>`
    select trades.*, trades.receipt_uuid::text, buyer.username as buyer_name, seller.username as seller_name
    from trades
    join users buyer on buyer.id = trades.buyer_id
    join users seller on seller.id = trades.seller_id
    where trades.receipt_uuid = ${uuid}`;
  return row;
}

/** Newest first. */
export async function activeTradesOf(
  tx: ReadTx,
  { userId, limit }: { userId: bigint; limit: number },
): Promise<TradeRow[]> {
  return tx.rows<TradeRow>`
    select *
    from trades
    where ended_at is null and (buyer_id = ${userId} or seller_id = ${userId})
    order by id desc
    limit ${limit}`;
}

/** Newest first, each row with how many there are. */
export async function historyRows(
  tx: ReadTx,
  query: HistoryFilter,
  { limit, offset }: { limit: number; offset: number },
): Promise<(TradeRow & { total: number; buyer_name: string; seller_name: string })[]> {
  const where = joinFragments(conditionsOf(query), " and ");
  return tx.rows<TradeRow & { total: number; buyer_name: string; seller_name: string }>`
    select trades.*, buyer.username as buyer_name, seller.username as seller_name, count(*) over ()::int as total
    from trades
    join users buyer on buyer.id = trades.buyer_id
    join users seller on seller.id = trades.seller_id
    where ${where}
    order by trades.id desc
    limit ${limit} offset ${offset}`;
}

export function conditionsOf({ userId, statuses, role, crypto, methodId, partner }: HistoryFilter): Fragment[] {
  return [
    role === "buyer"
      ? sql`trades.buyer_id = ${userId}`
      : role === "seller"
        ? sql`trades.seller_id = ${userId}`
        : sql`(trades.buyer_id = ${userId} or trades.seller_id = ${userId})`,
    ...(statuses ? [sql`trades.status = any(${statuses})`] : []),
    ...(crypto ? [sql`trades.crypto = ${crypto}`] : []),
    ...(methodId !== undefined ? [sql`trades.payment_method_id = ${methodId}`] : []),
    ...(partner
      ? [
          sql`lower(case when trades.buyer_id = ${userId} then seller.username else buyer.username end) = lower(${partner})`,
        ]
      : []),
  ];
}

export type HistoryFilter = {
  readonly userId: bigint;
  readonly statuses: readonly TradeStatus[] | undefined;
  readonly role: "buyer" | "seller" | undefined;
  readonly crypto: string | undefined;
  readonly methodId: number | undefined;
  readonly partner: string | undefined;
};
