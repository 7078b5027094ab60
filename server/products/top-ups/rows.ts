/** The SQL of top-ups. */
import type { CryptoCode } from "#contract/money/money.ts";
import type { OrderEnd, OrderStatus } from "#contract/products/providers/order-names.ts";
import { type Fragment, type ReadTx, sql, type Tx } from "../../platform/postgres/db.ts";
import { onlyRow } from "../../platform/postgres/only-row.ts";
import { openPhone } from "./phone.ts";
import type { SoldOperator, TopUpWanted } from "./provider.ts";

export async function keepCatalog(tx: Tx, provider: string, sold: readonly SoldOperator[]): Promise<void> {
  await tx.rows`select keep_top_up_catalog(${provider}, ${JSON.stringify(sold)}::jsonb, ${tx.now}) as kept`;
}

type SoldRow = {
  operator_id: bigint;
  name: string;
  product_id: bigint;
  local_currency: string;
  local_units: bigint;
  least_units: bigint | null;
  is_pin: boolean;
  price_units: bigint | null;
  note: string | null;
};

/** By operator, the smallest amount first; the price is what an order would take, fee included. */
export async function soldIn(
  tx: ReadTx,
  { provider, country, currency, feeBp }: { provider: string; country: string; currency: CryptoCode; feeBp: number },
): Promise<SoldRow[]> {
  return tx.rows<SoldRow>`
    select operator.id as operator_id, operator.name, product.id as product_id, product.local_currency, product.local_units,
      product.least_units, product.is_pin, cost.units + ceil(cost.units * ${feeBp}::numeric / 10000)::bigint as price_units, product.note
    from top_up_operators operator
    join top_up_products product on product.operator_id = operator.id and product.is_active
    cross join lateral (select coins_for_cents(product.cost_cents, ${currency}, ${tx.now}) as units) as cost
    where operator.provider = ${provider} and operator.country = ${country} and operator.is_active
    order by operator.name, operator.id, product.is_pin, product.least_units is not null, product.local_units, product.id`;
}

export async function countriesOf(tx: ReadTx, provider: string): Promise<string[]> {
  const rows = await tx.rows<{ country: string }>`
    select distinct country
    from top_up_operators
    where provider = ${provider} and is_active
    order by country`;
  return rows.map(({ country }) => country);
}

export async function isSoldIn(tx: ReadTx, provider: string, country: string): Promise<boolean> {
  const rows = await tx.rows<{ is_sold: boolean }>`
    select exists (
      select from top_up_operators where provider = ${provider} and country = ${country} and is_active) as is_sold`;
  return onlyRow(rows).is_sold;
}

/** Until when a circuit is open; null while orders are taken. */
export async function pausedUntil(tx: ReadTx, provider: string, country: string): Promise<Date | null> {
  const [row] = await tx.rows<{ paused_until: Date | null }>`
    select paused_until
    from provider_health
    where provider = ${provider} and product = 'top_up' and country = ${country} and paused_until > ${tx.now}::timestamptz`;
  return row?.paused_until ?? null;
}

export async function lookUpsOfDay(tx: ReadTx, userId: bigint): Promise<number> {
  const rows = await tx.rows<{ asked: number }>`
    select count(*)::int as asked
    from top_up_lookups
    where user_id = ${userId} and asked_at > ${tx.now}::timestamptz - interval '1 day'`;
  return onlyRow(rows).asked;
}

type NewLookUp = {
  readonly hash: string;
  readonly userId: bigint;
  readonly provider: string;
  readonly country: string;
  readonly phoneSealed: Buffer;
  readonly phoneIndex: Buffer;
};

export async function insertLookUp(tx: Tx, asked: NewLookUp): Promise<void> {
  await tx.rows`
    insert into top_up_lookups (hash, user_id, provider, country, phone_sealed, phone_index, asked_at)
    values (${asked.hash}, ${asked.userId}, ${asked.provider}, ${asked.country}, ${asked.phoneSealed}, ${asked.phoneIndex}, ${tx.now})`;
}

type LookUpRow = {
  id: bigint;
  hash: string;
  user_id: bigint;
  country: string;
  phone_sealed: Buffer;
  phone_index: Buffer;
  answered_at: Date | null;
  operator_id: bigint | null;
  operator: string | null;
};

const lookUps = (which: Fragment) => sql`
  select asked.id, asked.hash, asked.user_id, asked.country, asked.phone_sealed, asked.phone_index, asked.answered_at, asked.operator_id,
    operator.name as operator
  from top_up_lookups asked
  left join top_up_operators operator on operator.id = asked.operator_id
  where ${which}`;

export async function findLookUp(tx: ReadTx, hash: string): Promise<LookUpRow | undefined> {
  return (await tx.rows<LookUpRow>`${lookUps(sql`asked.hash = ${hash}`)}`)[0];
}

export async function waitingLookUps(tx: ReadTx, provider: string, limit: number): Promise<LookUpRow[]> {
  return tx.rows<LookUpRow>`
    ${lookUps(sql`asked.provider = ${provider} and asked.answered_at is null`)}
    order by asked.id
    limit ${limit}`;
}

export async function answerLookUp(
  tx: Tx,
  { id, provider, country, code }: { id: bigint; provider: string; country: string; code: string | null },
): Promise<void> {
  await tx.rows`
    update top_up_lookups
    set answered_at = ${tx.now}, operator_id = (
      select operator.id
      from top_up_operators operator
      where operator.provider = ${provider} and operator.code = ${code} and operator.country = ${country} and operator.is_active)
    where id = ${id} and answered_at is null`;
}

type NewQuote = {
  readonly hash: string;
  readonly userId: bigint;
  readonly productId: bigint;
  /** Null of a fixed sum. */
  readonly units: bigint | null;
  readonly currency: CryptoCode;
  readonly lookUp: string;
};

/** The outcome: quoted; unknown; amount; stale without a price. */
export async function quote(tx: Tx, wish: NewQuote): Promise<string> {
  const rows = await tx.rows<{ outcome: string }>`
    select outcome
    from quote_top_up(${wish.hash}, ${wish.userId}, ${wish.productId}, ${wish.units}, ${wish.currency}, ${wish.lookUp}, ${tx.now})`;
  return onlyRow(rows).outcome;
}

export type QuoteRow = {
  operator: string;
  phone_sealed: Buffer;
  currency: CryptoCode;
  units: bigint;
  fee_units: bigint;
  got_currency: string;
  got_units: bigint;
  cost_units: bigint;
  is_pin: boolean;
  created_at: Date;
  expires_at: Date;
};

export async function findQuote(tx: ReadTx, hash: string): Promise<QuoteRow> {
  return onlyRow(
    (await tx.rows<QuoteRow>`
      select operator.name as operator, topped.phone_sealed, quoted.currency, quoted.units, quoted.fee_units, quoted.got_currency,
        quoted.got_units, quoted.cost_units, product.is_pin, quoted.created_at, quoted.expires_at
      from product_quotes quoted
      join top_ups topped on topped.quote_id = quoted.id
      join top_up_operators operator on operator.id = topped.operator_id
      join top_up_products product on product.id = topped.product_id
      where quoted.hash = ${hash}`) as [QuoteRow],
  );
}

type Again = {
  readonly userId: bigint;
  readonly phoneIndex: Buffer;
  readonly productId: bigint;
  readonly units: bigint | null;
};

/** Whether this user ordered as much for the number within ten minutes. */
export async function isOrderedNow(tx: ReadTx, { userId, phoneIndex, productId, units }: Again): Promise<boolean> {
  const rows = await tx.rows<{ is_ordered: boolean }>`
    select exists (
      select
      from top_ups topped
      join provider_orders made on made.quote_id = topped.quote_id
      join product_quotes quoted on quoted.id = topped.quote_id and quoted.got_units = coalesce(${units}::bigint, quoted.got_units)
      where topped.phone_index = ${phoneIndex} and topped.user_id = ${userId} and topped.product_id = ${productId}
        and made.status <> 'returned' and made.created_at > ${tx.now}::timestamptz - interval '10 minutes') as is_ordered`;
  return onlyRow(rows).is_ordered;
}

type Product = { operator_id: bigint; local_currency: string; local_units: bigint; least_units: bigint | null };

export async function findProduct(tx: ReadTx, productId: bigint): Promise<Product | undefined> {
  const [row] = await tx.rows<Product>`
    select operator_id, local_currency, local_units, least_units
    from top_up_products
    where id = ${productId} and is_active`;
  return row;
}

export async function reserve(
  tx: Tx,
  wish: { hash: string; externalRef: string; quoteHash: string; userId: bigint; at: Date },
): Promise<string> {
  const rows = await tx.rows<{ outcome: string }>`
    select outcome
    from reserve_top_ups(
      ${[wish.hash]}::text[], ${[wish.externalRef]}::uuid[], ${[wish.quoteHash]}::text[], ${[wish.userId]}::bigint[], ${wish.at})`;
  return onlyRow(rows).outcome;
}

export type OrderRow = QuoteRow & {
  id: bigint;
  hash: string;
  country: string;
  product_id: bigint;
  is_range: boolean;
  pin_at: Date | null;
  pin_seen_at: Date | null;
  status: OrderStatus;
  end_reason: OrderEnd | null;
  delivered_units: bigint | null;
  has_case: boolean;
  external_ref: string;
  provider: string;
  ended_at: Date | null;
};

/** Newest first. */
export async function ordersOf(
  tx: ReadTx,
  { userId, hash, before, limit }: { userId: bigint; hash?: string; before?: bigint; limit: number },
): Promise<OrderRow[]> {
  return tx.rows<OrderRow>`
    select made.id, made.hash, made.country, operator.name as operator, topped.product_id, topped.phone_sealed, made.currency, made.units,
      quoted.fee_units, quoted.got_currency, quoted.got_units, quoted.cost_units, product.is_pin, product.least_units is not null as is_range,
      pin.delivered_at as pin_at, pin.first_seen_at as pin_seen_at, made.created_at, quoted.expires_at, made.status, made.end_reason,
      made.delivered_units, made.case_at is not null as has_case, made.external_ref::text as external_ref, made.provider, made.ended_at
    from provider_orders made
    join product_quotes quoted on quoted.id = made.quote_id
    join top_ups topped on topped.quote_id = made.quote_id
    join top_up_operators operator on operator.id = topped.operator_id
    join top_up_products product on product.id = topped.product_id
    left join top_up_pins pin on pin.quote_id = made.quote_id
    where made.user_id = ${userId} and made.product = 'top_up'
      and (${hash ?? null}::text is null or made.hash = ${hash ?? null})
      and (${before ?? null}::bigint is null or made.id < ${before ?? null})
    order by made.id desc
    limit ${limit}`;
}

type WantedRow = {
  quote_id: bigint;
  user_id: bigint;
  phone_sealed: Buffer;
  country: string;
  operator: string;
  product: string;
  got_currency: string;
  got_units: bigint;
  cost_units: bigint;
  is_range: boolean;
  is_pin: boolean;
};

/** For the provider, by quote. */
export async function wantedByQuotes(tx: Tx, quoteIds: readonly bigint[]): Promise<Map<bigint, TopUpWanted>> {
  if (quoteIds.length === 0) return new Map();
  const rows = await tx.rows<WantedRow>`
    select topped.quote_id, topped.user_id, topped.phone_sealed, operator.country, operator.code as operator, product.code as product,
      quoted.got_currency, quoted.got_units, quoted.cost_units, product.least_units is not null as is_range, product.is_pin
    from top_ups topped
    join product_quotes quoted on quoted.id = topped.quote_id
    join top_up_products product on product.id = topped.product_id
    join top_up_operators operator on operator.id = topped.operator_id
    where topped.quote_id = any(${quoteIds}::bigint[])`;
  return new Map(
    rows.map((row) => [
      row.quote_id,
      {
        number: openPhone(row.phone_sealed, row.user_id),
        countryIso: row.country,
        operator: row.operator,
        product: row.product,
        currency: row.got_currency,
        units: row.got_units,
        costCents: row.cost_units,
        isRange: row.is_range,
        isPin: row.is_pin,
      },
    ]),
  );
}

export const lookUpsWait: Fragment = sql`exists (select from top_up_lookups where answered_at is null)`;
