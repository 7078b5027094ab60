/** The SQL of the lists of trades and their receipts. */
import { CRYPTO, CRYPTO_CODES, type CryptoCode } from "#contract/money/money.ts";
import type { TradeStatus } from "#contract/market/trades/trade/statuses.ts";
import { type Fragment, joinFragments, type ReadTx, sql } from "../../../platform/postgres/db.ts";
import { onlyRow } from "../../../platform/postgres/only-row.ts";
import { accountIn } from "../../../money/ledger/index.ts";
import type { TradeRow } from "../rows.ts";

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
    select trades.*
    from running_trades running
    join trades on trades.id = running.trade_id
    where running.buyer_id = ${userId} or running.seller_id = ${userId}
    order by trades.id desc
    limit ${limit}`;
}

type Side = "buyer" | "seller";

/** `again_hash` is that of the offer while it is another's and active. */
export type HistoryTradeRow = TradeRow & {
  readonly buyer_name: string;
  readonly seller_name: string;
  readonly again_hash: string | null;
};

/** Newest first. Each side's trades are read by their time, so that a page costs what lies before it and not what lies after. */
export async function historyRows(
  tx: ReadTx,
  query: HistoryFilter,
  { limit, offset, before }: { limit: number; offset: number; before: HistoryKey | undefined },
): Promise<HistoryTradeRow[]> {
  const newest = sidesOf(query).map(
    (side) => sql`(
      select trades.id, trades.started_at
      from trades
      where ${joinFragments(conditionsOf(query, side, before), " and ")}
      order by trades.started_at desc, trades.id desc
      limit ${limit + offset})`,
  );
  return tx.rows<HistoryTradeRow>`
    select trades.*, buyer.username as buyer_name, seller.username as seller_name, offer.hash as again_hash
    from (
      select id, started_at
      from (${joinFragments(newest, " union all ")}) as either
      order by started_at desc, id desc
      limit ${limit} offset ${offset}
    ) as page
    join trades on trades.id = page.id
    join users buyer on buyer.id = trades.buyer_id
    join users seller on seller.id = trades.seller_id
    left join offers offer
      on offer.hash = trades.offer_hash and offer.owner_id <> ${query.userId} and offer.is_on and offer.deleted_at is null
    order by page.started_at desc, page.id desc`;
}

function sidesOf({ role }: HistoryFilter): readonly Side[] {
  return role ? [role] : ["buyer", "seller"];
}

const RUNNING = { buyer: sql`running.buyer_id`, seller: sql`running.seller_id` };
const OWN = { buyer: sql`trades.buyer_id`, seller: sql`trades.seller_id` };

function conditionsOf(filter: HistoryFilter, side: Side, before: HistoryKey | undefined): Fragment[] {
  const { userId, statuses, hasFeedback, crypto, methodId, partnerId, started } = filter;
  return [
    sql`${OWN[side]} = ${userId}`,
    ...(statuses ? [sql`trades.status = any(${statuses})`] : []),
    ...(hasFeedback ? [sql`coalesce(trades.buyer_feedback_at, trades.seller_feedback_at) is not null`] : []),
    ...(crypto ? [sql`trades.crypto = ${crypto}`] : []),
    ...(methodId !== undefined ? [sql`trades.payment_method_id = ${methodId}`] : []),
    ...(partnerId !== undefined ? [sql`${OWN[side === "buyer" ? "seller" : "buyer"]} = ${partnerId}`] : []),
    ...(started ? [sql`trades.started_at >= ${started.from} and trades.started_at < ${started.before}`] : []),
    ...(before ? [sql`(trades.started_at, trades.id) < (${before.started_at}::timestamptz, ${before.id})`] : []),
  ];
}

/** How many there are: of those that are over what was counted as they ended, and the open ones. */
export async function countHistory(tx: ReadTx, filter: HistoryFilter): Promise<number> {
  const { userId, statuses, role, crypto } = filter;
  const open = sidesOf(filter).map(
    (side) => sql`
      select trades.id
      from running_trades running
      join trades on trades.id = running.trade_id
      where ${RUNNING[side]} = ${userId} and ${joinFragments(conditionsOf(filter, side, undefined), " and ")}`,
  );
  const rows = await tx.rows<{ trades: number }>`
    select (
      (select coalesce(sum(trades), 0)
       from trade_counts
       where user_id = ${userId}
         and (${role ?? null}::text is null or role = ${role ?? null})
         and (${crypto ?? null}::text is null or crypto = ${crypto ?? null})
         and (${statuses ?? null}::text[] is null or status = any(${statuses ?? null}::text[])))
      + (select count(*) from (${joinFragments(open, " union all ")}) as either)
    )::int as trades`;
  return onlyRow(rows).trades;
}

/** The same where nobody keeps count of what is asked for: exact up to so many. */
export async function countSomeHistory(tx: ReadTx, filter: HistoryFilter, atMost: number): Promise<number> {
  const some = sidesOf(filter).map(
    (side) => sql`(
      select trades.id
      from trades
      where ${joinFragments(conditionsOf(filter, side, undefined), " and ")}
      limit ${atMost})`,
  );
  const rows = await tx.rows<{ trades: number }>`
    select least(count(*), ${atMost})::int as trades
    from (${joinFragments(some, " union all ")}) as either`;
  return onlyRow(rows).trades;
}

const COIN_DIGITS = Object.fromEntries(CRYPTO_CODES.map((code) => [code, CRYPTO[code].digits]));

export type TotalRow = {
  readonly role: Side;
  readonly crypto: CryptoCode;
  readonly fiat_code: string;
  readonly fiat_digits: number;
  readonly trades: number;
  readonly units: bigint;
  readonly fiat_units: bigint;
  /** The seller pays it. */
  readonly fee_units: bigint;
};

/** As each side has a trade: of a divided escrow the part that went to the buyer, with its share of the fee. */
const WENT = sql`coalesce(trades.buyer_share_units, trades.units)`;
const WENT_FIAT = sql`
  case
    when trades.buyer_share_units is null then trades.fiat_units
    else round(trades.buyer_share_units * trades.price::numeric
      * power(10::numeric, trades.fiat_digits - (${JSON.stringify(COIN_DIGITS)}::jsonb ->> trades.crypto)::int))::bigint
  end`;
const WENT_FEE = sql`
  case
    when trades.buyer_share_units is null then trades.fee_units
    else ceil(trades.fee_units::numeric * trades.buyer_share_units / trades.units)::bigint
  end`;

/** Of the newest completed and divided trades of each side, at most so many. */
export async function totalRows(
  tx: ReadTx,
  { statuses = [], ...filter }: HistoryFilter,
  { divided, atMost }: { readonly divided: readonly TradeStatus[]; readonly atMost: number },
): Promise<TotalRow[]> {
  const sides = sidesOf({ ...filter, statuses }).map(
    (side) => sql`(
      select ${side}::text as role, trades.crypto, trades.fiat_code, trades.fiat_digits, ${WENT} as units, ${WENT_FIAT} as fiat_units,
             ${side === "seller" ? WENT_FEE : sql`0::bigint`} as fee_units
      from trades
      where ${joinFragments(conditionsOf({ ...filter, statuses: undefined }, side, undefined), " and ")}
        and trades.status = any(case when trades.buyer_share_units is null then ${statuses}::text[] else ${divided}::text[] end)
      order by trades.started_at desc, trades.id desc
      limit ${atMost})`,
  );
  return tx.rows<TotalRow>`
    select role, crypto, fiat_code, fiat_digits, count(*)::int as trades, sum(units)::bigint as units,
           sum(fiat_units)::bigint as fiat_units, sum(fee_units)::bigint as fee_units
    from (${joinFragments(sides, " union all ")}) as either
    group by role, crypto, fiat_code, fiat_digits
    order by trades desc, role, crypto, fiat_code`;
}

/** The time as text: a Date has no microseconds. */
export type HistoryKey = { readonly id: bigint; readonly started_at: string };

/** The position of a trade in the user's history. */
export async function findHistoryKey(tx: ReadTx, hash: string, userId: bigint): Promise<HistoryKey | undefined> {
  const [row] = await tx.rows<HistoryKey>`
    select id, started_at::text
    from trades
    where hash = ${hash} and ${userId} in (buyer_id, seller_id)`;
  return row;
}

export type HistoryFilter = {
  readonly userId: bigint;
  readonly statuses: readonly TradeStatus[] | undefined;
  readonly hasFeedback: boolean;
  readonly role: Side | undefined;
  readonly crypto: string | undefined;
  readonly methodId: number | undefined;
  readonly partnerId: bigint | undefined;
  readonly started: Period | undefined;
};

/** From the first instant, and before the second. */
export type Period = { readonly from: Date; readonly before: Date };

/** What a trade moved on an available balance of the user; "0" where nothing did. */
export type ExportedTradeRow = TradeRow & {
  readonly buyer_name: string;
  readonly seller_name: string;
  readonly moved_units: string;
  readonly journal_ids: readonly string[];
  /** The cursor of the next page. */
  readonly started_at_text: string;
};

/** The kinds of journal that a trade posts (post_escrow.sql). */
const TRADE_JOURNALS = ["trade_lock", "trade_release", "trade_return", "trade_split", "trade_cashback"];

/** The oldest first, each with what the ledger posted for it to the user's available balance, in all of its rounds. */
export async function exportedRows(
  tx: ReadTx,
  filter: HistoryFilter,
  { limit, after }: { limit: number; after: HistoryKey | undefined },
): Promise<ExportedTradeRow[]> {
  const onward = after ? [sql`(trades.started_at, trades.id) > (${after.started_at}::timestamptz, ${after.id})`] : [];
  const oldest = sidesOf(filter).map(
    (side) => sql`(
      select trades.id, trades.started_at
      from trades
      where ${joinFragments([...conditionsOf(filter, side, undefined), ...onward], " and ")}
      order by trades.started_at, trades.id
      limit ${limit})`,
  );
  return tx.rows<ExportedTradeRow>`
    select trades.*, trades.started_at::text as started_at_text, buyer.username as buyer_name, seller.username as seller_name,
           coalesce(moved.units, 0)::text as moved_units, coalesce(moved.journals, '{}') as journal_ids
    from (
      select id, started_at
      from (${joinFragments(oldest, " union all ")}) as either
      order by started_at, id
      limit ${limit}
    ) as page
    join trades on trades.id = page.id
    join users buyer on buyer.id = trades.buyer_id
    join users seller on seller.id = trades.seller_id
    left join lateral (
      select sum(case when posting.to_account = account.id then posting.units else -posting.units end) as units,
             array_agg(distinct journal.id::text) as journals
      from ledger_accounts account
      join journals journal
        on journal.kind = any(${TRADE_JOURNALS}::text[])
        and journal.subject = any(array(select trades.id || ':' || round from generate_series(1, trades.round) as round))
      join postings posting on posting.journal_id = journal.id and account.id in (posting.from_account, posting.to_account)
      where account.name = ${accountIn.available(sql`${filter.userId}::bigint`, sql`trades.crypto`)}
    ) as moved on true
    order by page.started_at, page.id`;
}

/** The first instants of a day and of the day after another, as a clock in that zone shows them. */
export async function periodOf(
  tx: ReadTx,
  { from, until, zone }: { from: string; until: string; zone: string },
): Promise<Period> {
  const rows = await tx.rows<Period>`
    select ${from}::timestamp at time zone ${zone} as from, (${until}::timestamp + interval '1 day') at time zone ${zone} as before`;
  return onlyRow(rows);
}

/** Of so many latest trades of each side. */
const LATEST = 1000;

export async function usedMethodIds(tx: ReadTx, userId: bigint): Promise<number[]> {
  const rows = await tx.rows<{ payment_method_id: number }>`
    select distinct payment_method_id
    from (
      (select payment_method_id from trades where buyer_id = ${userId} order by started_at desc, id desc limit ${LATEST})
      union all
      (select payment_method_id from trades where seller_id = ${userId} order by started_at desc, id desc limit ${LATEST})
    ) as latest`;
  return rows.map(({ payment_method_id: id }) => id);
}
