/** The owner's own list, with what may be active and is. */
import { type OfferType, OWNER_HOLDS } from "#contract/market/offers/offer-fields.ts";
import type { MetaOf, ReplyOf } from "#contract/platform/endpoint.ts";
import { decimalText } from "#contract/platform/decimal.ts";
import type { listMyOffers as listMyOffersCall } from "#contract/market/offers/my/offers.ts";
import type { ReadTx } from "../../platform/postgres/db.ts";
import { viewDepositData } from "../bonds/index.ts";
import { activeLimitOf, perksOf, promotionsOf } from "../offers/index.ts";
import { viewMyOffers } from "./view-my-offer.ts";
import { countOwnOffers, holdsAmong } from "./rows.ts";

type Call = typeof listMyOffersCall;

const PER_PAGE = 10;
const MOST = 300;

/** Without a page all of them, up to 300. Without a side, the one with active offers; sell when both or none have any. */
export async function listMyOffers(
  tx: ReadTx,
  { ownerId, side, page }: { ownerId: bigint; side: OfferType | undefined; page?: number | undefined },
): Promise<{ data: ReplyOf<Call>; meta: MetaOf<Call> }> {
  const counted = await countOwnOffers(tx, ownerId);
  const of = (wanted: OfferType) => counted.find((row) => row.side === wanted) ?? { all: 0, switched_on: 0 };
  const shown = side ?? (of("sell").switched_on === 0 && of("buy").switched_on > 0 ? "buy" : "sell");
  const perPage = page === undefined ? MOST : PER_PAGE;
  const currentPage = page ?? 1;
  const total = of(shown).all;
  const perks = await perksOf(tx, ownerId);
  const promotions = await promotionsOf(tx, ownerId);
  return {
    data: {
      offers: await viewMyOffers(tx, { ownerId, side: shown, most: perPage, after: (currentPage - 1) * perPage }),
      depositData: await viewDepositData(tx, ownerId),
      userPerks: perks.map((perk) => ({
        paymentMethodId: perk.method_id,
        discountedEscrowFee: decimalText({ units: BigInt(perk.fee_bp), digits: 2 }),
      })),
      messages: (await holdsAmong(tx, ownerId, OWNER_HOLDS)).map((name) => ({ name })),
    },
    meta: {
      total,
      currentPage,
      perPage,
      lastPage: Math.max(1, Math.ceil(total / perPage)),
      counts: { buy: of("buy").all, sell: of("sell").all },
      isNotSellActiveOffers: of("sell").switched_on === 0,
      isNotBuyActiveOffers: of("buy").switched_on === 0,
      promoteTotal: promotions.total,
      promoteAvailable: promotions.available,
      activeMax: await activeLimitOf(tx, ownerId),
      activeCount: of("sell").switched_on + of("buy").switched_on,
    },
  };
}
