/** The SQL of the store for administrators. */
import type { ReadTx } from "../../platform/postgres/db.ts";

type BrandRow = {
  provider: string;
  brand: string;
  products: number;
  in_stock: number;
  sold: number;
  failed: number;
  reported: number;
  refunded: number;
};

/** The most troubled first. */
export function brandRows(tx: ReadTx): Promise<BrandRow[]> {
  return tx.rows<BrandRow>`
    with lines as (
      select line.product_id, count(*) filter (where made.status = 'settled') as sold,
        count(*) filter (where made.status = 'returned' or made.case_at is not null) as failed
      from store_lines line
      join provider_orders made on made.quote_id = line.quote_id
      group by line.product_id
    ), reports as (
      select line.product_id, count(*) as reported, count(*) filter (where code.report_status = 'refunded') as refunded
      from store_codes code
      join store_lines line on line.quote_id = code.quote_id
      where code.reported_at is not null
      group by line.product_id
    )
    select sold.provider, sold.brand, (count(*) filter (where sold.is_active))::int as products,
      (count(*) filter (where sold.is_active and sold.is_in_stock))::int as in_stock, coalesce(sum(lines.sold), 0)::int as sold,
      coalesce(sum(lines.failed), 0)::int as failed, coalesce(sum(reports.reported), 0)::int as reported,
      coalesce(sum(reports.refunded), 0)::int as refunded
    from store_products sold
    left join lines on lines.product_id = sold.id
    left join reports on reports.product_id = sold.id
    group by sold.provider, sold.brand
    order by reported desc, failed desc, sold desc, sold.brand
    limit 100`;
}

type ReportRow = {
  hash: string;
  username: string;
  order_hash: string;
  brand: string;
  provider: string;
  face_units: bigint;
  currency: string;
  external_ref: string;
  first_seen_at: Date;
  reported_at: Date;
  report: string;
  redeemed_at: Date | null;
};

/** That nobody has decided, oldest first. */
export function reportRows(tx: ReadTx): Promise<ReportRow[]> {
  return tx.rows<ReportRow>`
    select code.hash, person.username, bought.hash as order_hash, sold.brand, sold.provider, line.face_units, sold.currency,
      made.external_ref::text as external_ref, code.first_seen_at, code.reported_at, code.report, house_card_redeemed_at(code.mark) as redeemed_at
    from store_codes code
    join store_lines line on line.quote_id = code.quote_id
    join provider_orders made on made.quote_id = code.quote_id
    join store_products sold on sold.id = line.product_id
    join store_orders bought on bought.quote_id = line.order_quote_id
    join users person on person.id = code.user_id
    where code.report_status = 'open'
    order by code.reported_at
    limit 100`;
}
