/** The SQL of the market as a whole. */
import type { CryptoCode } from "#contract/money/money.ts";
import type { ReadTx } from "../../platform/postgres/db.ts";
import { IN_POOL } from "./filters/filter-rows.ts";

/** Active offers by what a visitor can do with them, and payment methods that have any. */
export async function offerTotals(tx: ReadTx): Promise<{ buy: number; sell: number; methods: number } | undefined> {
  const [row] = await tx.rows<{ buy: number; sell: number; methods: number }>`
    select
      coalesce(sum(active_count) filter (where side = 'sell'), 0)::int as buy,
      coalesce(sum(active_count) filter (where side = 'buy'), 0)::int as sell,
      count(distinct method_id) filter (where active_count > 0)::int as methods
    from offer_counts`;
  return row;
}

/** Currencies with active offers for a coin, those with the most first. */
export async function busiestFiats(
  tx: ReadTx,
  { crypto, most }: { readonly crypto: CryptoCode; readonly most: number },
): Promise<string[]> {
  const rows = await tx.rows<{ fiat: string }>`
    select fiat
    from offer_counts
    where crypto = ${crypto} and active_count > 0
    group by fiat
    order by sum(active_count) desc, fiat
    limit ${most}`;
  return rows.map(({ fiat }) => fiat);
}

/** The steps of the tour that this user has done: as the buyer and the seller of a released trade, and with a user who is no robot. */
export async function tourStepsOf(
  tx: ReadTx,
  { userId, partners }: { readonly userId: bigint; readonly partners: readonly string[] },
): Promise<{ buy: boolean; sell: boolean; both: boolean }> {
  const [row] = await tx.rows<{ buy: boolean; sell: boolean; both: boolean }>`
    select
      coalesce(bool_or(trades.buyer_id = ${userId}), false) as buy,
      coalesce(bool_or(trades.seller_id = ${userId}), false) as sell,
      coalesce(bool_or(partner.username = any (${partners}::text[])), false) as both
    from trades
    join users partner on partner.id = case trades.buyer_id when ${userId} then trades.seller_id else trades.buyer_id end
    where ${userId} in (trades.buyer_id, trades.seller_id) and trades.status = 'released'`;
  return row ?? { buy: false, sell: false, both: false };
}

/** Reads every active offer. */
export async function countOwners(tx: ReadTx): Promise<number> {
  const [row] = await tx.rows<{ traders: number }>`
    select count(distinct owner_id)::int as traders
    from offers
    where active`;
  return row?.traders ?? 0;
}

/** An offer of this robot that a newcomer may take; in bitcoin where there is one. */
export async function tourOffer(tx: ReadTx, robot: string): Promise<string | undefined> {
  const [row] = await tx.rows<{ hash: string }>`
    select offers.hash
    from offers
    join users on users.id = offers.owner_id
    where lower(users.username) = lower(${robot}) and offers.active and offers.side = 'sell'
      and offers.min_past_trades = 0 and not offers.requires_verified_id and not offers.trusted_only
      and not offers.matches_country and offers.country_rule = 'none'
    order by offers.crypto = 'BTC' desc, offers.method_group in ('bank-transfers', 'online-transfers') desc, offers.id
    limit 1`;
  return row?.hash;
}

/** The owner of an offer, deleted or not. */
export async function ownerOf(tx: ReadTx, hash: string): Promise<bigint | undefined> {
  const [row] = await tx.rows<{ owner_id: bigint }>`
    select owner_id
    from offers
    where hash = ${hash}`;
  return row?.owner_id;
}

/** Active offers, of one coin and one currency where they are given. */
export async function countByMethodAndSide(
  tx: ReadTx,
  { crypto, fiat }: { crypto?: CryptoCode | undefined; fiat?: string | undefined },
): Promise<{ method_id: number; side: "buy" | "sell"; count: number }[]> {
  return tx.rows<{ method_id: number; side: "buy" | "sell"; count: number }>`
    select method_id, side, sum(active_count)::int as count
    from offer_counts
    where (${crypto ?? null}::text is null or crypto = ${crypto ?? null})
      and (${fiat ?? null}::text is null or fiat = ${fiat ?? null})
    group by method_id, side`;
}

/** Offers to sell a coin for one currency, of at most so many: the amounts that they span, and the median of the usual times to release. */
export async function termsOfMarket(
  tx: ReadTx,
  { crypto, fiat, most }: { readonly crypto: CryptoCode; readonly fiat: string; readonly most: number },
): Promise<{ least: bigint | null; greatest: bigint | null; release_sec: number | null } | undefined> {
  const [row] = await tx.rows<{ least: bigint | null; greatest: bigint | null; release_sec: number | null }>`
    select
      min(min_units) as least,
      max(max_units) as greatest,
      (percentile_cont(0.5) within group (order by release_sec))::int as release_sec
    from (
      select min_units, max_units, release_sec
      from offers
      where active and side = 'sell' and crypto = ${crypto} and fiat = ${fiat}
      limit ${most}
    ) as found`;
  return row;
}

/** How many offers to sell a coin there are, by currency. */
export async function sellersByFiat(tx: ReadTx, crypto: CryptoCode): Promise<ReadonlyMap<string, number>> {
  const rows = await tx.rows<{ fiat: string; count: number }>`
    select fiat, sum(active_count)::int as count
    from offer_counts
    where side = 'sell' and crypto = ${crypto} and active_count > 0
    group by fiat`;
  return new Map(rows.map(({ fiat, count }) => [fiat, count]));
}

/** How many offers of the pool sell, and buy, each coin; a coin without any is missing. */
export async function poolCounts(tx: ReadTx): Promise<{ crypto: CryptoCode; sell: number; buy: number }[]> {
  return tx.rows<{ crypto: CryptoCode; sell: number; buy: number }>`
    select crypto, count(*) filter (where side = 'sell')::int as sell, count(*) filter (where side = 'buy')::int as buy
    from offers
    where ${IN_POOL}
    group by crypto`;
}
