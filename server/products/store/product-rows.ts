/** The SQL of what the store sells. */
import type { CryptoCode } from "#contract/money/money.ts";
import type { StoreCategory } from "#contract/products/store/names.ts";
import { type Fragment, joinFragments, type ReadTx, sql, type Tx } from "../../platform/postgres/db.ts";
import { onlyRow } from "../../platform/postgres/only-row.ts";
import type { SoldCard } from "./provider.ts";

export async function keepCatalog(tx: Tx, provider: string, sold: readonly SoldCard[]): Promise<void> {
  await tx.rows`select keep_store_catalog(${provider}, ${JSON.stringify(sold)}::jsonb, ${tx.now}) as kept`;
}

export type ProductRow = {
  id: bigint;
  brand: string;
  name: string;
  country: string;
  currency: string;
  category: StoreCategory;
  kind: "fixed" | "range";
  amounts: string[];
  /** Fee included; null without a price. Of a range, of a card of the least. */
  prices: (string | null)[];
  min_units: bigint | null;
  max_units: bigint | null;
  redeem: Readonly<Record<string, string>>;
  method_id: number | null;
  is_in_stock: boolean;
};

export type Filter = {
  readonly provider: string;
  readonly country?: string | undefined;
  readonly currency?: string | undefined;
  readonly category?: string | undefined;
  readonly q?: string | undefined;
};
type Priced = { readonly coin: CryptoCode; readonly feeBp: number };

const columns = (tx: ReadTx, { coin, feeBp }: Priced) => sql`
  sold.id, sold.brand, sold.name, sold.country, sold.currency, sold.category, sold.kind, sold.amounts::text[] as amounts, sold.min_units,
  sold.max_units, sold.redeem, sold.method_id, sold.is_in_stock, array(
    select (cost.units + ceil(cost.units * ${feeBp}::numeric / 10000)::bigint)::text
    from unnest(case sold.kind when 'fixed' then sold.costs
      else array[ceil(sold.min_units::numeric * sold.max_cost_cents / sold.max_units)::bigint] end) with ordinality as one (cents, n)
    cross join lateral (select coins_for_cents(one.cents, ${coin}, ${tx.now}) as units) as cost
    order by one.n) as prices`;

function conditionsOf({ provider, country, currency, category, q }: Filter): Fragment {
  const all = [sql`sold.provider = ${provider}`, sql`sold.is_active`];
  if (country !== undefined) all.push(sql`sold.country = ${country}`);
  if (currency !== undefined) all.push(sql`sold.currency = ${currency}`);
  if (category !== undefined) all.push(sql`sold.category = ${category}`);
  if (q !== undefined && q !== "")
    all.push(sql`position(lower(${q}) in lower(sold.brand || ' ' || sold.name || ' ' || sold.currency)) > 0`);
  return joinFragments(all, " and ");
}

/** What can be bought now first, by brand. */
export function productsOf(tx: ReadTx, filter: Filter, priced: Priced, limit: number): Promise<ProductRow[]> {
  return tx.rows<ProductRow>`
    select ${columns(tx, priced)}
    from store_products sold
    where ${conditionsOf(filter)}
    order by sold.is_in_stock desc, sold.brand, sold.country, sold.id
    limit ${limit}`;
}

export async function findProduct(
  tx: ReadTx,
  provider: string,
  id: bigint,
  priced: Priced,
): Promise<ProductRow | undefined> {
  const [row] = await tx.rows<ProductRow>`
    select ${columns(tx, priced)}
    from store_products sold
    where ${conditionsOf({ provider })} and sold.id = ${id}`;
  return row;
}

type Facets = { countries: string[]; currencies: string[]; categories: StoreCategory[] };

export async function facetsOf(tx: ReadTx, provider: string): Promise<Facets> {
  return onlyRow(
    await tx.rows<Facets>`
      select coalesce(array_agg(distinct country order by country), '{}') as countries,
        coalesce(array_agg(distinct currency order by currency), '{}') as currencies,
        coalesce(array_agg(distinct category order by category), '{}') as categories
      from store_products
      where provider = ${provider} and is_active`,
  );
}

/** Until when a circuit is open; null while orders are taken. */
export async function pausedUntil(tx: ReadTx, provider: string, country: string): Promise<Date | null> {
  const [row] = await tx.rows<{ paused_until: Date | null }>`
    select paused_until
    from provider_health
    where provider = ${provider} and product = 'store' and country = ${country} and paused_until > ${tx.now}::timestamptz`;
  return row?.paused_until ?? null;
}

/** In cents, of the last day; and whether the account is in its first week, as provider_obstacle has it. */
export async function orderedToday(tx: ReadTx, userId: bigint): Promise<{ is_new: boolean; cents: bigint }> {
  return onlyRow(
    await tx.rows<{ is_new: boolean; cents: bigint }>`
      select person.created_at > ${tx.now}::timestamptz - interval '7 days' as is_new, coalesce((
          select sum(quoted.cost_units)
          from provider_orders made
          join product_quotes quoted on quoted.id = made.quote_id
          where made.user_id = person.id and made.product = 'store' and made.status <> 'returned'
            and made.created_at > ${tx.now}::timestamptz - interval '1 day'), 0)::bigint as cents
      from users person
      where person.id = ${userId}`,
  );
}

/** The currency and digits of products, for amounts that were typed. */
export async function currenciesOf(tx: ReadTx, ids: readonly bigint[]): Promise<Map<bigint, string>> {
  const rows = await tx.rows<{ id: bigint; currency: string }>`
    select id, currency
    from store_products
    where id = any(${ids}::bigint[])`;
  return new Map(rows.map(({ id, currency }) => [id, currency]));
}
