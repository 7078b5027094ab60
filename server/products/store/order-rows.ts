/** The SQL of quotes and orders of gift cards. */
import type { CryptoCode } from "#contract/money/money.ts";
import type { OrderEnd, OrderStatus } from "#contract/products/providers/order-names.ts";
import type { ReadTx, Tx } from "../../platform/postgres/db.ts";
import { onlyRow } from "../../platform/postgres/only-row.ts";
import { ids } from "../../platform/ids.ts";
import type { GoodsCode } from "../providers/index.ts";
import { sealedOf } from "./codes.ts";
import type { CardsWanted } from "./provider.ts";

export type WishedLine = { readonly productId: bigint; readonly faceUnits: bigint; readonly quantity: number };
type Wish = {
  readonly hash: string;
  readonly userId: bigint;
  readonly lines: readonly WishedLine[];
  readonly currency: CryptoCode;
};

/** The outcome, and the place of the line that is refused. */
export async function quote(
  tx: Tx,
  { hash, userId, lines, currency }: Wish,
): Promise<{ outcome: string; place: number }> {
  return onlyRow(
    await tx.rows<{ outcome: string; place: number }>`
      select outcome, place
      from quote_store_order(${hash}, ${lines.map(() => ids.hash())}::text[], ${userId}, ${lines.map(({ productId }) => productId)}::bigint[],
        ${lines.map(({ faceUnits }) => faceUnits)}::bigint[], ${lines.map(({ quantity }) => quantity)}::int[], ${currency}, ${tx.now})`,
  );
}

type Line = {
  brand: string;
  name: string;
  country: string;
  got_currency: string;
  face_units: bigint;
  quantity: number;
  line_units: bigint;
};

export type QuoteRow = Line & {
  provider: string;
  currency: CryptoCode;
  units: bigint;
  fee_units: bigint;
  cost_units: bigint;
  created_at: Date;
  expires_at: Date;
};

/** By line. */
export async function quoteLines(tx: ReadTx, hash: string): Promise<QuoteRow[]> {
  return tx.rows<QuoteRow>`
    select sold.brand, sold.name, sold.country, own.got_currency, line.face_units, line.quantity, own.units as line_units, whole.provider,
      whole.currency, whole.units, whole.fee_units, whole.cost_units, whole.created_at, whole.expires_at
    from product_quotes whole
    join store_lines line on line.order_quote_id = whole.id
    join product_quotes own on own.id = line.quote_id
    join store_products sold on sold.id = line.product_id
    where whole.hash = ${hash}
    order by line.place`;
}

export async function countLines(tx: ReadTx, quoteHash: string): Promise<number> {
  return onlyRow(
    await tx.rows<{ lines: number }>`
      select count(*)::int as lines
      from store_lines line
      join product_quotes whole on whole.id = line.order_quote_id
      where whole.hash = ${quoteHash}`,
  ).lines;
}

type Reserving = {
  readonly hash: string;
  readonly quoteHash: string;
  readonly userId: bigint;
  readonly lineHashes: readonly string[];
  readonly at: Date;
};

export async function reserve(tx: Tx, { hash, quoteHash, userId, lineHashes, at }: Reserving): Promise<string> {
  return onlyRow(
    await tx.rows<{ outcome: string }>`
      select outcome
      from reserve_store_order(${hash}, ${quoteHash}, ${userId}, ${lineHashes}::text[], ${lineHashes.map(() => ids.uuid())}::uuid[], ${at})`,
  ).outcome;
}

export type OrderRow = Line & {
  id: bigint;
  hash: string;
  currency: CryptoCode;
  units: bigint;
  fee_units: bigint;
  created_at: Date;
  provider: string;
  line_hash: string;
  status: OrderStatus;
  end_reason: OrderEnd | null;
  delivered: number | null;
  returned_units: bigint;
  has_case: boolean;
  external_ref: string;
  ended_at: Date | null;
};

/** Their lines, by order: the newest orders first. */
export async function ordersOf(
  tx: ReadTx,
  { userId, hash, before, limit }: { userId: bigint; hash?: string; before?: bigint; limit: number },
): Promise<OrderRow[]> {
  return tx.rows<OrderRow>`
    with orders as (
      select bought.quote_id, bought.hash, bought.created_at
      from store_orders bought
      where bought.user_id = ${userId} and (${hash ?? null}::text is null or bought.hash = ${hash ?? null})
        and (${before ?? null}::bigint is null or bought.quote_id < ${before ?? null})
      order by bought.quote_id desc
      limit ${limit}
    )
    select orders.quote_id as id, orders.hash, whole.currency, whole.units, whole.fee_units, orders.created_at, made.provider,
      sold.brand, sold.name, sold.country, own.got_currency, line.face_units, line.quantity, own.units as line_units, made.hash as line_hash,
      made.status, made.end_reason, (made.delivered_units / line.face_units)::int as delivered,
      case when made.status = 'returned' then made.units
        when made.status = 'settled' and made.delivered_units < own.got_units
          then (made.units::numeric * (own.got_units - made.delivered_units) / own.got_units)::bigint
        else 0 end as returned_units,
      made.case_at is not null as has_case, made.external_ref::text as external_ref, made.ended_at
    from orders
    join product_quotes whole on whole.id = orders.quote_id
    join store_lines line on line.order_quote_id = orders.quote_id
    join product_quotes own on own.id = line.quote_id
    join provider_orders made on made.quote_id = line.quote_id
    join store_products sold on sold.id = line.product_id
    order by orders.quote_id desc, line.place`;
}

type WantedRow = {
  quote_id: bigint;
  product: string;
  country: string;
  currency: string;
  face_units: bigint;
  quantity: number;
  cost_units: bigint;
};

/** For the provider, by quote. */
export async function wantedByQuotes(tx: Tx, quoteIds: readonly bigint[]): Promise<Map<bigint, CardsWanted>> {
  if (quoteIds.length === 0) return new Map();
  const rows = await tx.rows<WantedRow>`
    select line.quote_id, sold.code as product, sold.country, sold.currency, line.face_units, line.quantity, quoted.cost_units
    from store_lines line
    join product_quotes quoted on quoted.id = line.quote_id
    join store_products sold on sold.id = line.product_id
    where line.quote_id = any(${quoteIds}::bigint[])`;
  return new Map(
    rows.map(({ quote_id, product, country, currency, face_units, quantity, cost_units }) => [
      quote_id,
      { product, countryIso: country, currency, faceUnits: face_units, quantity, costCents: cost_units },
    ]),
  );
}

/** How many of these the order has now; a code that was sold before is not kept. */
export async function keepCodes(tx: Tx, orderId: bigint, codes: readonly GoodsCode[]): Promise<number> {
  const kept = codes.map((one) => {
    const hash = ids.hash();
    return { hash, ...sealedOf(one, hash) };
  });
  return onlyRow(
    await tx.rows<{ kept: number }>`
      select keep_store_codes(${orderId}, ${kept.map(({ hash }) => hash)}::text[], ${kept.map(({ code }) => code)}::bytea[],
        ${kept.map(({ pin }) => pin)}::bytea[], ${kept.map(({ mark }) => mark)}::bytea[], ${tx.now}) as kept`,
  ).kept;
}

/** The value of one card of an order. */
export async function faceOf(tx: ReadTx, orderId: bigint): Promise<bigint> {
  return onlyRow(
    await tx.rows<{ face_units: bigint }>`
      select line.face_units
      from provider_orders made
      join store_lines line on line.quote_id = made.quote_id
      where made.id = ${orderId}`,
  ).face_units;
}
