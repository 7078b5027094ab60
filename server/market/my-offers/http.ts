/** Endpoints of owners: make, edit, switch, price, amounts. Snake case of the wire stops here. */
import { depositBond, retrieveBond } from "#contract/market/offers/bonds.ts";
import {
  appealOffer as appealOfferCall,
  createOffer as createOfferCall,
  deleteOffer as deleteOfferCall,
  getOfferPinnedInfo,
  listMyOffers as listMyOffersCall,
  postManualEscrowFee,
  resetOfferPenalty,
  setManualEscrowFee,
  setOfferAmount,
  setOfferCap,
  setOfferFixedPrice,
  setOfferMargin,
  setOfferStatus,
  toggleAllOffers,
  updateOffer as updateOfferCall,
} from "#contract/market/offers/my/offers.ts";
import { promoteOffer as promoteOfferCall } from "#contract/market/offers/promotions.ts";
import { previewOfferPrice } from "#contract/market/offers/offers.ts";
import { route, type Viewer } from "../../platform/http/policy.ts";
import {
  chooseFee,
  createOffer,
  deleteOffer,
  promoteOffer,
  promotionsOf,
  resetPenalty,
  setAmounts,
  setPrice,
  switchAllOffers,
  switchOffer,
  updateOffer,
} from "../offers/index.ts";
import { appealOffer } from "../moderation/index.ts";
import { Refusal } from "#contract/platform/errors/refusals.ts";
import { refusalByBlock } from "../../people/accounts/index.ts";
import { listMyOffers } from "./list-my-offers.ts";
import { moveIntoBond, takeBondBack } from "./move-bond.ts";
import { previewPrice } from "./preview-price.ts";
import { viewMyOffer } from "./view-my-offer.ts";
import { viewPinnedInfo } from "./view-pinned-info.ts";

const OWN = { kind: "offer", relations: ["owner"] } as const;
const WRITE = { auth: "session", rateLimit: "write", action: "offers", level: 1 } as const;
const BY_HASH = { ...WRITE, objects: { hash: OWN } } as const;
const BY_ID = { ...WRITE, objects: { id: OWN } } as const;

/** Putting an offer on the market is a start; changing, switching off and deleting are none. Throws a Refusal, also to the staff, who trade with nobody. */
function mayShow(viewer: Viewer): void {
  if (viewer.roles.length > 0) throw new Refusal("auth.staff_account");
  const refused = refusalByBlock(viewer, "show_offers");
  if (refused) throw refused;
}

/** As a conversion: coins move between accounts of one person. */
const BOND = { auth: "session", rateLimit: "money", action: "convert", level: 1 } as const;

export const routes = [
  route(depositBond, BOND, ({ tx, viewer, body }) =>
    moveIntoBond(tx, { userId: viewer.userId, currency: body.crypto_currency_code }),
  ),
  route(retrieveBond, BOND, ({ tx, viewer }) => takeBondBack(tx, viewer.userId)),
  route(previewOfferPrice, { auth: "public", rateLimit: "read" }, ({ tx, query }) => previewPrice(tx, query)),
  route(createOfferCall, { ...WRITE, closedToStaff: true }, async ({ tx, viewer, body }) => {
    mayShow(viewer);
    const hash = await createOffer(tx, { owner: viewer, body });
    return viewMyOffer(tx, { hash, ownerId: viewer.userId });
  }),
  route(updateOfferCall, BY_ID, async ({ tx, viewer, params, body }) => {
    await updateOffer(tx, { hash: params.id, ownerId: viewer.userId, body });
    return viewMyOffer(tx, { hash: params.id, ownerId: viewer.userId });
  }),
  route(deleteOfferCall, BY_ID, async ({ tx, viewer, params }) => {
    await deleteOffer(tx, { hash: params.id, ownerId: viewer.userId });
    return { hash: params.id, isDeleted: true };
  }),
  route(listMyOffersCall, { auth: "session", rateLimit: "read", keyScope: "offers" }, ({ tx, viewer, query }) =>
    listMyOffers(tx, {
      ownerId: viewer.userId,
      side: query?.type,
      page: query?.page === undefined ? undefined : Number(query.page),
    }),
  ),
  route(setOfferStatus, BY_HASH, async ({ tx, viewer, params, body }) => {
    const isOn = body.new_status === "active";
    if (isOn) mayShow(viewer);
    await switchOffer(tx, { hash: params.hash, owner: viewer, isOn });
    return viewMyOffer(tx, { hash: params.hash, ownerId: viewer.userId });
  }),
  route(toggleAllOffers, WRITE, ({ tx, viewer, body }) => {
    const isOn = body.new_status === "active";
    if (isOn) mayShow(viewer);
    return switchAllOffers(tx, { owner: viewer, isOn, side: body.type });
  }),
  route(setOfferMargin, BY_HASH, async ({ tx, viewer, params, body }) => {
    const owned = { hash: params.hash, ownerId: viewer.userId };
    const price = { margin: body.new_margin };
    await setPrice(tx, { ...owned, price, isConfirmed: body.confirm_critical_margin ?? false }).catch(refuseAsSent);
    return viewMyOffer(tx, owned);
  }),
  route(setOfferFixedPrice, BY_HASH, async ({ tx, viewer, params, body }) => {
    const owned = { hash: params.hash, ownerId: viewer.userId };
    const price = { fixed_price: body.new_fixed_price };
    await setPrice(tx, { ...owned, price, isConfirmed: body.confirm_critical_margin ?? false }).catch(refuseAsSent);
    return viewMyOffer(tx, owned);
  }),
  route(setOfferAmount, BY_HASH, async ({ tx, viewer, params, body }) => {
    const owned = { hash: params.hash, ownerId: viewer.userId };
    await setAmounts(tx, { ...owned, amounts: body });
    return viewMyOffer(tx, owned);
  }),
  route(setOfferCap, BY_ID, async ({ tx, viewer, params, body }) => {
    const owned = { hash: params.id, ownerId: viewer.userId };
    await setAmounts(tx, { ...owned, amounts: body, cap: body.offer_cap });
    return viewMyOffer(tx, owned);
  }),
  route(resetOfferPenalty, BY_HASH, async ({ tx, viewer, params }) => {
    const owned = { hash: params.hash, ownerId: viewer.userId };
    await resetPenalty(tx, owned);
    return viewMyOffer(tx, owned);
  }),
  route(promoteOfferCall, BY_ID, async ({ tx, viewer, params, body }) => {
    const owned = { hash: params.id, ownerId: viewer.userId };
    await promoteOffer(tx, { ...owned, days: body.days });
    const { total, available } = await promotionsOf(tx, viewer.userId);
    const meta = { promoteTotal: total, promoteAvailable: available };
    return { data: await viewMyOffer(tx, owned), meta };
  }),
  // One call under two verbs, as the given API has it.
  ...[setManualEscrowFee, postManualEscrowFee].map((call) =>
    route(call, { ...WRITE, objects: { offerId: OWN } }, async ({ tx, viewer, params, body }) => {
      const owned = { hash: params.offerId, ownerId: viewer.userId };
      await chooseFee(tx, { ...owned, fee: body.new_manual_escrow_fee });
      return viewMyOffer(tx, owned);
    }),
  ),
  // Open in every state: why the offer was rejected may be why the account is restricted.
  route(
    appealOfferCall,
    { auth: "session", rateLimit: "write", unrestricted: true, objects: { hash: OWN } },
    async ({ tx, viewer, params, body }) => {
      const owned = { hash: params.hash, ownerId: viewer.userId };
      await appealOffer(tx, { ...owned, words: body.text });
      return viewMyOffer(tx, owned);
    },
  ),
  route(getOfferPinnedInfo, { auth: "session", rateLimit: "read", objects: { hash: OWN } }, ({ tx, viewer, params }) =>
    viewPinnedInfo(tx, { hash: params.hash, ownerId: viewer.userId }),
  ),
];

const SENT_AS: Readonly<Record<string, string>> = { margin: "new_margin", fixed_price: "new_fixed_price" };

/** The same refusal, with the details under the names of the fields that were sent. */
function refuseAsSent(error: unknown): never {
  if (!(error instanceof Refusal)) throw error;
  const details = Object.entries(error.details).map(([field, faults]) => [SENT_AS[field] ?? field, faults]);
  throw new Refusal(error.code, error.context, Object.fromEntries(details));
}
