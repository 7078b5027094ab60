/** The active offers of one user, for the tabs of a profile. */
import type { OfferSort } from "#contract/listing-fields.ts";
import type { OfferType } from "#contract/offer-fields.ts";
import { CRYPTO_CODES, type CryptoCode } from "#contract/money.ts";
import type { OfferCard } from "#contract/offers.ts";
import { Refusal } from "#contract/refusals.ts";
import { type Fragment, type ReadTx, sql } from "../../platform/db.ts";
import { findUserIdByUsername } from "../../people/accounts/index.ts";
import { viewCard } from "./card.ts";
import { cardRows } from "./listing-rows.ts";
import { PER_PAGE } from "./listing-query.ts";

/** Refuses account.not_found. */
export async function listUserOffers(
  tx: ReadTx,
  input: {
    username: string;
    side: OfferType;
    crypto: CryptoCode | undefined;
    sort: OfferSort;
    page: number;
    viewerId: bigint | undefined;
  },
): Promise<{ data: OfferCard[]; meta: { buyCount: number; sellCount: number; hasMorePages: boolean } }> {
  const ownerId = await findUserIdByUsername(tx, input.username);
  if (ownerId === undefined) throw new Refusal("account.not_found");
  const cryptos = input.crypto ? [input.crypto] : CRYPTO_CODES;
  const counted = await tx.rows<{ side: OfferType; count: number }>`
    select side, count(*)::int as count
    from offers
    where owner_id = ${ownerId} and active and deleted_at is null and crypto = any (${cryptos})
    group by side`;
  const rows = await cardRows(tx, {
    page: sql`
      select offers.id, row_number() over (order by ${ORDER[input.sort]}) as place
      from offers
      join rates on rates.crypto = offers.crypto and rates.fiat = offers.fiat
      where owner_id = ${ownerId} and active and deleted_at is null and side = ${input.side}
        and offers.crypto = any (${cryptos})
      order by place
      limit ${PER_PAGE} offset ${(input.page - 1) * PER_PAGE}`,
    viewerId: input.viewerId,
  });
  const countOf = (side: OfferType) => counted.find((row) => row.side === side)?.count ?? 0;
  const viewer = input.viewerId === undefined ? undefined : { userId: input.viewerId };
  return {
    data: rows.map((row) => viewCard(row, { now: tx.now, viewer })),
    meta: {
      buyCount: countOf("buy"),
      sellCount: countOf("sell"),
      hasMorePages: countOf(input.side) > input.page * PER_PAGE,
    },
  };
}

const OVER = sql`coalesce(offers.margin_bp, (offers.fixed_price / rates.rate - 1) * 10000)`;
const ORDER: Record<OfferSort, Fragment> = {
  default: sql`offers.rank desc, offers.id`,
  crypto_usd_price_asc: sql`${OVER}, offers.id`,
  crypto_usd_price_desc: sql`${OVER} desc, offers.id`,
  release_time_asc: sql`offers.release_sec, offers.id`,
  release_time_desc: sql`offers.release_sec desc nulls last, offers.id`,
};
