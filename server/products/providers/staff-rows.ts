/** The SQL of orders at providers for administrators. */
import type { CryptoCode } from "#contract/money/money.ts";
import type {
  ORDER_CASES,
  OrderEnd,
  OrderList,
  OrderProduct,
  OrderStatus,
} from "#contract/products/providers/order-names.ts";
import { type Fragment, type ReadTx, sql } from "../../platform/postgres/db.ts";
import { onlyRow } from "../../platform/postgres/only-row.ts";

export type StaffOrder = {
  id: bigint;
  hash: string;
  username: string;
  product: OrderProduct;
  provider: string;
  country: string;
  external_ref: string;
  currency: CryptoCode;
  units: bigint;
  got_currency: string;
  got_units: bigint;
  delivered_units: bigint | null;
  cost_units: bigint;
  charged_units: bigint | null;
  booked_units: bigint;
  is_watched: boolean;
  /** Staff move money at the provider by hand. */
  is_by_hand: boolean;
  /** Its money is to go back, and buys nothing any more. */
  is_refund_asked: boolean;
  /** It is to be delivered as a code, and the code is not here. */
  lacks_code: boolean;
  status: OrderStatus;
  end_reason: OrderEnd | null;
  case_reason: (typeof ORDER_CASES)[number] | null;
  calls: number;
  fault: string | null;
  created_at: Date;
  ended_at: Date | null;
};

/** What contradicts an end stays a case: nobody can decide it here. */
const LISTS: Readonly<Record<OrderList, Fragment>> = {
  cases: sql`made.case_at is not null and (made.ended_at is null or made.case_reason in ('contradiction', 'came_back') and made.end_reason is distinct from 'came_back')`,
  open: sql`made.ended_at is null`,
  ended: sql`made.ended_at is not null`,
};

/** Newest first. */
export async function staffOrders(
  tx: ReadTx,
  { show, before, limit }: { show: OrderList; before: bigint | null; limit: number },
): Promise<StaffOrder[]> {
  return tx.rows<StaffOrder>`
    select made.id, made.hash, person.username, made.product, made.provider, made.country, made.external_ref, made.currency,
      made.units, quote.got_currency, quote.got_units, made.delivered_units, quote.cost_units, made.charged_units, made.booked_units, made.is_watched,
      moves_by_hand(made.provider) as is_by_hand, is_ramp_refund_asked(made.quote_id) as is_refund_asked,
      lacks_top_up_pin(made.quote_id) as lacks_code, made.status,
      made.end_reason, made.case_reason, coalesce(last.n, 0) as calls, last.fault, made.created_at, made.ended_at
    from provider_orders made
    join product_quotes quote on quote.id = made.quote_id
    join users person on person.id = made.user_id
    left join lateral (
      select attempt.n, attempt.fault
      from provider_attempts attempt
      where attempt.order_id = made.id
      order by attempt.n desc
      limit 1
    ) as last on true
    where ${LISTS[show]} and (${before}::bigint is null or made.id < ${before})
    order by made.id desc
    limit ${limit}`;
}

export async function orderCounts(tx: ReadTx): Promise<{ cases: number; open: number; ended: number }> {
  const rows = await tx.rows<{ cases: number; open: number; ended: number }>`
    select (count(*) filter (where ${LISTS.cases}))::int as cases,
      (count(*) filter (where ${LISTS.open}))::int as open, (count(*) filter (where ${LISTS.ended}))::int as ended
    from provider_orders made`;
  return onlyRow(rows);
}

type Circuit = {
  provider: string;
  product: OrderProduct;
  country: string;
  tries: bigint;
  failures: bigint;
  failures_in_row: number;
  slowest_ms: number;
  paused_until: Date | null;
};

/** Open ones first. */
export async function circuits(tx: ReadTx): Promise<Circuit[]> {
  return tx.rows<Circuit>`
    select provider, product, country, tries, failures, failures_in_row,
      coalesce((select max(one) from unnest(took_ms) as one), 0) as slowest_ms,
      case when paused_until > market_now() then paused_until end as paused_until
    from provider_health
    order by (paused_until > market_now()) is true desc, failures_in_row desc, provider, country
    limit 100`;
}

/** Products with a provider that takes no new orders for a while, in some country at least. */
export async function pausedProducts(tx: ReadTx): Promise<ReadonlySet<OrderProduct>> {
  const rows = await tx.rows<{ product: OrderProduct }>`
    select distinct product
    from provider_health
    where paused_until > ${tx.now}::timestamptz`;
  return new Set(rows.map(({ product }) => product));
}

type StatementRow = {
  provider: string;
  day: string;
  currency: string;
  opening_units: bigint;
  closing_units: bigint;
  is_accepted: boolean;
  lines: number;
};

export async function statements(tx: ReadTx): Promise<StatementRow[]> {
  return tx.rows<StatementRow>`
    select book.provider, book.day::text as day, book.currency, book.opening_units, book.closing_units, book.is_accepted,
      (select count(*)::int from provider_statement_lines line where line.statement_id = book.id) as lines
    from provider_statements book
    order by book.day desc, book.id desc
    limit 30`;
}

type UnmatchedLine = { provider: string; day: string; reference: string; units: bigint; currency: string };

export async function unmatchedLines(tx: ReadTx): Promise<UnmatchedLine[]> {
  return tx.rows<UnmatchedLine>`
    select book.provider, book.day::text as day, line.reference, line.units, book.currency
    from provider_statement_lines line
    join provider_statements book on book.id = line.statement_id
    left join provider_orders made on made.id = line.order_id
    where line.kind <> 'deposit' and case line.kind
      when 'return' then made.id is null
      else (made.charged_units = case made.product when 'on_ramp' then line.units else -line.units end) is not true end
    order by book.day desc, line.n
    limit 100`;
}

/** What open orders may cost is taken off. */
export async function leftAtProviders(tx: ReadTx): Promise<bigint> {
  const rows = await tx.rows<{ units: bigint }>`
    select (coalesce((select balance_units from ledger_accounts where name = 'house:USD:inventory'), 0) - coalesce((
      select sum(quote.cost_units)
      from provider_orders made
      join product_quotes quote on quote.id = made.quote_id
      where made.ended_at is null and made.product <> 'on_ramp'), 0))::bigint as units`;
  return onlyRow(rows).units;
}
