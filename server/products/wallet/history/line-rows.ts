/** The SQL of the movements of a user's available balances: those that are copied, and the postings since. */
import { CRYPTO_CODES, type CryptoCode } from "#contract/money/money.ts";
import {
  type Direction,
  MOVEMENT_KINDS,
  type MovementFilter,
  type MovementKind,
} from "#contract/products/wallet/history-names.ts";
import { type Fragment, type ReadTx, sql, type Tx } from "../../../platform/postgres/db.ts";
import { onlyRow } from "../../../platform/postgres/only-row.ts";
import { before, behind, placeOf } from "../../../platform/cursors.ts";
import { accountIn, accountOf } from "../../../money/ledger/index.ts";

export type LineRow = {
  readonly journal_id: bigint;
  readonly currency: CryptoCode;
  readonly kind: string;
  readonly family: MovementKind;
  readonly units: bigint;
  readonly fee_units: bigint;
  readonly balance_units: bigint;
  readonly at: Date;
  readonly place: string;
  readonly trade: string | null;
  readonly partner: string | null;
  readonly address: string | null;
  readonly txid: string | null;
  readonly send_out: string | null;
  readonly from_currency: CryptoCode | null;
  readonly to_currency: CryptoCode | null;
  readonly from_units: bigint | null;
  readonly to_units: bigint | null;
  readonly reference: string | null;
};

/** Its first instant, and the first one after it. */
export type Period = { readonly from: Date | null; readonly before: Date | null };

export type LineQuery = {
  readonly userId: bigint;
  readonly code?: CryptoCode | undefined;
  readonly kind?: MovementFilter | undefined;
  readonly direction?: Direction | undefined;
  /** What their subjects begin with; undefined for any. */
  readonly keys?: readonly string[] | undefined;
  readonly period: Period;
};

/** The beginnings of subjects of the user's movements that are about this: an address, a transaction, a trade or a partner. */
export async function keysOf(tx: ReadTx, userId: bigint, asked: string): Promise<string[]> {
  const rows = await tx.rows<{ key: string }>`
    select id::text as key
    from trades
    where hash = ${asked} and ${userId} in (buyer_id, seller_id)
    union
    select trades.id::text
    from users partner
    join trades
      on (trades.buyer_id = ${userId} and trades.seller_id = partner.id)
      or (trades.seller_id = ${userId} and trades.buyer_id = partner.id)
    where lower(partner.username) = lower(${asked})
    union
    select deposit.hash
    from wallet_addresses address
    join deposits deposit on deposit.address_id = address.id
    where address.user_id = ${userId} and ${asked} in (address.address, deposit.txid)
    union
    select sending.hash
    from send_outs sending
    left join chain_payments payment on payment.purpose = 'send_out' and payment.subject = sending.hash
    where sending.user_id = ${userId} and ${asked} in (sending.destination, payment.txid)`;
  return rows.map(({ key }) => key);
}

/** The first instants of a day and of the day after another, as a clock in that zone shows them. */
export async function periodOf(
  tx: ReadTx,
  { from, until, zone }: { from?: string | undefined; until?: string | undefined; zone: string },
): Promise<Period> {
  const rows = await tx.rows<Period>`
    select ${from ?? null}::timestamp at time zone ${zone} as from,
           (${until ?? null}::timestamp + interval '1 day') at time zone ${zone} as before`;
  return onlyRow(rows);
}

type Slice = { readonly limit: number; readonly after?: string | undefined; readonly oldestFirst?: boolean };

/**
 * A slice of the movements. Each kind, direction and coin is a part of an index of its own, of which at most `limit` rows are read, so a
 * slice costs the same in any history. An end of the period that is missing is one that nothing reaches.
 */
export function lineRows(
  tx: ReadTx,
  query: LineQuery,
  { limit, after, oldestFirst = false }: Slice,
): Promise<LineRow[]> {
  const [at, id] = [sql`line.at`, sql`line.posting_id`];
  const order = oldestFirst ? sql`${at}, ${id}` : sql`${at} desc, ${id} desc`;
  const reached = oldestFirst ? behind(at, id, after) : before(at, id, after);
  const columns = sql`account_id, at, posting_id, journal_id, kind, subject, family, units, fee_units, balance_units`;
  const { families, sides, fees } = partsOf(query);
  const wanted = query.keys ? sql`and split_part(line.subject, ':', 1) = any(${[...query.keys]}::text[])` : sql``;
  return tx.rows<LineRow>`
    with accounts as materialized (
      select id, currency
      from ledger_accounts
      where name = any(${accountsOf(query)})
    ), page as materialized (
      select line.*
      from (
        select copied.*
        from accounts account
        cross join unnest(${families}::text[]) as wanted (family)
        cross join unnest(${sides}::boolean[]) as side (is_in)
        cross join unnest(${fees}::boolean[]) as part (has_fee)
        cross join lateral (
          select ${columns}
          from wallet_lines line
          where line.account_id = account.id and line.family = wanted.family and line.is_in = side.is_in
            and line.has_fee = part.has_fee
            ${wanted} ${within(at, query.period)} ${reached}
          order by ${order}
          limit ${limit}
        ) as copied
        union all
        select line.account_id, line.at, line.posting_id, line.journal_id, line.kind, line.subject, line.family, line.units,
               line.fee_units, line.balance_units
        from accounts account
        cross join lateral unfolded_wallet_lines(account.id, ${ALL}) as line
        where line.family = any(${families}::text[]) and (line.units > 0) = any(${sides}::boolean[])
          and (line.fee_units <> 0) = any(${fees}::boolean[])
          ${wanted} ${within(at, query.period)} ${reached}
      ) as line
      order by ${order}
      limit ${limit}
    )
    ${explained(query.userId)}
    order by ${order}`;
}

/** More than a posting of an account. */
const ALL = 2_147_483_647;

const within = (at: Fragment, { from, before: end }: Period): Fragment =>
  sql`${from ? sql`and ${at} >= ${from}` : sql``} ${end ? sql`and ${at} < ${end}` : sql``}`;

function partsOf({ kind, direction }: LineQuery) {
  return {
    families: kind === undefined || kind === "fee" ? [...MOVEMENT_KINDS] : [kind],
    sides: direction === undefined ? [true, false] : [direction === "in"],
    fees: kind === "fee" ? [true] : [true, false],
  };
}

const accountsOf = ({ userId, code }: Pick<LineQuery, "userId" | "code">) =>
  (code ? [code] : CRYPTO_CODES).map((one) => accountOf.available(userId, one));

/** The lines of `page` with what they were about. */
const explained = (userId: bigint): Fragment => sql`
  select line.journal_id, account.currency, line.kind, line.family, line.units, line.fee_units, line.balance_units, line.at,
         ${placeOf(sql`line.at`, sql`line.posting_id`)} as place,
         trade.hash as trade, partner.username as partner,
         coalesce(address.address, sending.destination) as address, coalesce(deposit.txid, payment.txid) as txid,
         sending.hash as send_out, quote.from_currency, quote.to_currency, quote.from_units, quote.to_units,
         case line.family when 'correction' then split_part(line.subject, ':', 6) end as reference
  from page line
  join accounts account on account.id = line.account_id
  left join trades trade on trade.id = case line.family when 'trade' then split_part(line.subject, ':', 1)::bigint end
  left join users partner
    on partner.id = case trade.buyer_id when ${userId} then trade.seller_id else trade.buyer_id end
  left join deposits deposit on deposit.hash = case line.family when 'deposit' then split_part(line.subject, ':', 1) end
  left join wallet_addresses address on address.id = deposit.address_id
  left join send_outs sending on sending.hash = case line.family when 'send_out' then line.subject end
  left join chain_payments payment on payment.purpose = 'send_out' and payment.subject = sending.hash
  left join conversion_quotes quote on quote.hash = case line.family when 'conversion' then line.subject end`;

/** How many movements there are, at most so many. */
export async function countLines(tx: ReadTx, query: LineQuery, most: number): Promise<number> {
  const at = sql`line.at`;
  const { families, sides, fees } = partsOf(query);
  const rows = await tx.rows<{ count: number }>`
    select count(*)::int as count
    from (
      select
      from ledger_accounts account
      cross join lateral (
        select at, family, units, fee_units from wallet_lines where account_id = account.id
        union all
        select at, family, units, fee_units from unfolded_wallet_lines(account.id, ${ALL})
      ) as line
      where account.name = any(${accountsOf(query)}) and line.family = any(${families}::text[])
        and (line.units > 0) = any(${sides}::boolean[]) and (line.fee_units <> 0) = any(${fees}::boolean[])
        ${within(at, query.period)}
      limit ${most}
    ) as found`;
  return onlyRow(rows).count;
}

export type Standing = {
  readonly currency: CryptoCode;
  readonly opening: bigint;
  readonly closing: bigint;
  readonly now: bigint;
};

/** What each account had before the period and at its end, and what the ledger says that it has now. */
export async function standingsOf(
  tx: ReadTx,
  { userId, period }: Pick<LineQuery, "userId" | "period">,
): Promise<Standing[]> {
  const at = (instant: Date | null) => sql`
    coalesce((
      select line.balance_units
      from unfolded_wallet_lines(account.id, ${ALL}) as line
      where ${instant}::timestamptz is null or line.at < ${instant}
      order by line.posting_id desc
      limit 1
    ), (
      select line.balance_units
      from unnest(${[...MOVEMENT_KINDS]}::text[]) as wanted (family)
      cross join (values (true), (false)) as side (is_in)
      cross join (values (true), (false)) as part (has_fee)
      cross join lateral (
        select line.posting_id, line.balance_units
        from wallet_lines line
        where line.account_id = account.id and line.family = wanted.family and line.is_in = side.is_in
          and line.has_fee = part.has_fee and (${instant}::timestamptz is null or line.at < ${instant})
        order by line.at desc, line.posting_id desc
        limit 1
      ) as line
      order by line.posting_id desc
      limit 1
    ), 0)`;
  return tx.rows<Standing>`
    select account.currency, ${period.from ? at(period.from) : sql`0::bigint`} as opening, ${at(period.before)} as closing,
           account.balance_units as now
    from unnest(${CRYPTO_CODES}::text[]) with ordinality as coin (code, place)
    join ledger_accounts account on account.name = ${accountIn.available(sql`${userId}::bigint`, sql`coin.code`)}
    order by coin.place`;
}

export type MovedDay = { readonly currency: CryptoCode; readonly date: string; readonly units: bigint };

/** What each day of UTC changed, from that day on. */
export async function movedByDay(tx: ReadTx, userId: bigint, from: string): Promise<MovedDay[]> {
  return tx.rows<MovedDay>`
    select account.currency, (line.at at time zone 'UTC')::date::text as date, sum(line.units)::bigint as units
    from ledger_accounts account
    cross join lateral (
      select at, units
      from wallet_lines
      where account_id = account.id and family = any(${[...MOVEMENT_KINDS]}::text[]) and is_in = any('{t,f}')
        and has_fee = any('{t,f}') and at >= ${from}::timestamp at time zone 'UTC'
      union all
      select at, units
      from unfolded_wallet_lines(account.id, ${ALL})
      where at >= ${from}::timestamp at time zone 'UTC'
    ) as line
    where account.name = any(${accountsOf({ userId, code: undefined })})
    group by account.currency, 2`;
}

/** Copies what was posted since. Returns how many postings it has looked at. */
export async function foldLines(tx: Tx, most: number): Promise<number> {
  return onlyRow(await tx.rows<{ seen: number }>`select fold_wallet_lines(${most}) as seen`).seen;
}
