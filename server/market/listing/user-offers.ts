/** The active offers of one user, for the tabs of a profile. */
import type { OfferSort } from "#contract/market/offers/listing/fields.ts";
import type { OfferType } from "#contract/market/offers/offer-fields.ts";
import type { Locale } from "#contract/platform/locales.ts";
import { CRYPTO_CODES, type CryptoCode } from "#contract/money/money.ts";
import type { OfferCard } from "#contract/market/offers/offers.ts";
import { Refusal } from "#contract/platform/errors/refusals.ts";
import type { ReadTx } from "../../platform/postgres/db.ts";
import { findUserIdByUsername } from "../../people/accounts/index.ts";
import { viewCard } from "./card.ts";
import { PER_PAGE } from "./filters/listing-query.ts";
import { countOffersBySide, userOfferRows } from "./user-offer-rows.ts";

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
    locale?: Locale | undefined;
  },
): Promise<{ data: OfferCard[]; meta: { buyCount: number; sellCount: number; hasMorePages: boolean } }> {
  const ownerId = await findUserIdByUsername(tx, input.username);
  if (ownerId === undefined) throw new Refusal("account.not_found");
  const cryptos = input.crypto ? [input.crypto] : CRYPTO_CODES;
  const counted = await countOffersBySide(tx, { ownerId, cryptos });
  const rows = await userOfferRows(tx, {
    ownerId,
    cryptos,
    side: input.side,
    sort: input.sort,
    limit: PER_PAGE,
    offset: (input.page - 1) * PER_PAGE,
    viewerId: input.viewerId,
  });
  const countOf = (side: OfferType) => counted.find((row) => row.side === side)?.count ?? 0;
  const viewer = input.viewerId === undefined ? undefined : { userId: input.viewerId };
  return {
    data: rows.map((row) => viewCard(row, { now: tx.now, viewer, locale: input.locale })),
    meta: {
      buyCount: countOf("buy"),
      sellCount: countOf("sell"),
      hasMorePages: countOf(input.side) > input.page * PER_PAGE,
    },
  };
}
