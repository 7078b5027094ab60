/** The SQL of an owner's own offers. */
import type { OfferType, OwnerHold } from "#contract/market/offers/offer-fields.ts";
import type { CryptoCode } from "#contract/money/money.ts";
import { type ReadTx, sql } from "../../platform/postgres/db.ts";
import { type FullCardRow, fullCardRows } from "../listing/index.ts";

/** By side: all, and those that are switched on and count against the limit. */
export async function countOwnOffers(
  tx: ReadTx,
  ownerId: bigint,
): Promise<{ side: OfferType; all: number; switched_on: number }[]> {
  return tx.rows<{ side: OfferType; all: number; switched_on: number }>`
    select side, count(*)::int as all, count(*) filter (where is_on and partner_id is null)::int as switched_on
    from offers
    where owner_id = ${ownerId} and deleted_at is null
    group by side`;
}

/** Which of these are trades; a special offer may be made in a conversation outside trades. */
export async function tradesAmong(tx: ReadTx, hashes: readonly string[]): Promise<Set<string>> {
  const rows = await tx.rows<{ hash: string }>`
    select hash
    from trades
    where hash = any (${hashes})`;
  return new Set(rows.map(({ hash }) => hash));
}

/** Which of these hold offers back that are switched on, in this order. */
export async function holdsAmong(tx: ReadTx, ownerId: bigint, holds: readonly OwnerHold[]): Promise<OwnerHold[]> {
  const rows = await tx.rows<{ hold: OwnerHold }>`
    select distinct hold
    from offers
    where owner_id = ${ownerId} and deleted_at is null and is_on and hold = any (${holds})`;
  return holds.filter((name) => rows.some(({ hold }) => hold === name));
}

/**
 * How far the active offers of a market are above its rate, in hundredths of a percent, and how many below and above `overBp`.
 */
export async function pricesBeside(
  tx: ReadTx,
  market: Market,
  { rate, overBp, except }: { rate: string; overBp: number; except: bigint | null },
): Promise<
  | {
      total: number;
      lower: number;
      higher: number;
      least: string | null;
      most: string | null;
      middle: string | null;
    }
  | undefined
> {
  const [row] = await tx.rows<{
    total: number;
    lower: number;
    higher: number;
    least: string | null;
    most: string | null;
    middle: string | null;
  }>`
    select
      count(*)::int as total,
      count(*) filter (where over_bp < ${overBp})::int as lower,
      count(*) filter (where over_bp > ${overBp})::int as higher,
      min(over_bp) as least,
      max(over_bp) as most,
      percentile_disc(0.5) within group (order by over_bp) as middle
    from (
      select case
        when margin_bp is not null then margin_bp::numeric
        else round((fixed_price / ${rate}::numeric - 1) * 10000, 6)
      end as over_bp
      from offers
      where active and side = ${market.side} and crypto = ${market.crypto} and fiat = ${market.fiat}
        and method_id = ${market.methodId} and id is distinct from ${except}
    ) as prices`;
  return row;
}

export type Market = {
  readonly side: OfferType;
  readonly crypto: CryptoCode;
  readonly fiat: string;
  readonly methodId: number;
};

/** One offer of this owner, unless it is deleted. */
export async function ownOfferRow(
  tx: ReadTx,
  { hash, ownerId }: { hash: string; ownerId: bigint },
): Promise<FullCardRow | undefined> {
  const page = sql`
    select id, 1 as place
    from offers
    where hash = ${hash} and owner_id = ${ownerId} and deleted_at is null`;
  const [row] = await fullCardRows(tx, { page, viewerId: undefined });
  return row;
}

/** Of one side, newest first. */
export function ownOfferRows(
  tx: ReadTx,
  { ownerId, side, most, after }: { ownerId: bigint; side: OfferType; most: number; after: number },
): Promise<FullCardRow[]> {
  const page = sql`
    select id, row_number() over (order by id desc) as place
    from offers
    where owner_id = ${ownerId} and side = ${side} and deleted_at is null
    order by id desc
    limit ${most} offset ${after}`;
  return fullCardRows(tx, { page, viewerId: undefined });
}
