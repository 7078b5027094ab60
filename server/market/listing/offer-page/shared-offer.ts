/** An offer's page for many people: read once for all of them, and for each of them with what is theirs. */
import type { Locale } from "#contract/platform/locales.ts";
import type { OfferCard, OfferView } from "#contract/market/offers/offers.ts";
import { Refusal } from "#contract/platform/errors/refusals.ts";
import type { ReadTx } from "../../../platform/postgres/db.ts";
import type { Viewer } from "../../../platform/http/policy.ts";
import { getPaymentMethod } from "../../../reference/catalog/index.ts";
import { readSettings } from "../../../reference/settings/index.ts";
import { isOpenTo, offerFrom, type Taker, takerAt } from "../../offers/index.ts";
import { readStanding } from "../../trades/index.ts";
import { viewCard } from "../card.ts";
import { bestRows, type CardRow, type FullCardRow, offerPageRow } from "../listing-rows.ts";
import { RECOMMENDED, similarTo } from "../recommended.ts";
import { bitcoinFor, type ByLevel, byLevelOf, composed, type Read, SETTINGS_OF_PAGE } from "./view-offer.ts";

const CANDIDATES = 10;

/** The part of an offer's page that is the same for all viewers, in one read. */
export type SharedOffer = Read & {
  /** The best of the same market and method, by rank: more than are shown, because not everybody is shown all. */
  readonly candidates: readonly FullCardRow[];
};

/** Undefined for a special offer, which only its two parties see. Refuses offer.not_found, also for a deleted one. */
export async function readSharedOffer(tx: ReadTx, hash: string, locale: Locale): Promise<SharedOffer | undefined> {
  const [row, settings] = await Promise.all([
    offerPageRow(tx, { hash, viewerId: undefined }),
    readSettings(tx, SETTINGS_OF_PAGE),
  ]);
  if (!row) throw new Refusal("offer.not_found");
  const offer = offerFrom(row);
  if (offer.partnerId !== null) return undefined;
  const [bitcoin, candidates] = await Promise.all([
    bitcoinFor(tx, offer),
    bestRows(tx, { listing: similarTo(offer, { viewer: undefined, perPage: CANDIDATES }), viewerId: undefined }),
  ]);
  return { offer, row, settings, bitcoin, now: tx.now, locale, candidates };
}

/** The cards of all offers that it may show, the offer's own first. */
export function sharedCards({ row, candidates, now, locale }: SharedOffer): [OfferCard, ...OfferCard[]] {
  const card = (of: CardRow) => viewCard(of, { now, viewer: undefined, locale });
  return [card(row), ...candidates.map(card)];
}

/** The part of an offer's page that depends on the viewer. Many viewers have the same. */
export type OwnOfOffer = {
  readonly countryIso: string;
  readonly taker: Taker;
  /** Available base units of the seller. Balances are never returned: callers ask how much of an offer can be bought. */
  readonly sellerUnits: bigint;
  /** Hashes of what they are recommended. */
  readonly recommended: readonly string[];
  /** Hashes of those shown that they keep. */
  readonly favorites: readonly string[];
  readonly byLevel: ByLevel | undefined;
};

/** `favorites` are all offers that they keep. Undefined where the facts do not say what they are recommended, and for the owner. */
export async function ownOfOffer(
  tx: ReadTx,
  { shared, viewer, favorites }: { shared: SharedOffer; viewer: Viewer; favorites: ReadonlySet<string> },
): Promise<OwnOfOffer | undefined> {
  const { offer } = shared;
  if (offer.ownerId === viewer.userId) return undefined;
  const open = shared.candidates.filter(
    (row) => row.ownerId !== viewer.userId && isOpenTo(offerFrom(row), viewer.countryIso),
  );
  const best = open.slice(0, RECOMMENDED);
  // There may be more; and where all are one owner's, others have a turn.
  if (best.length < RECOMMENDED && shared.candidates.length === CANDIDATES) return undefined;
  if (best.length === RECOMMENDED && best.every((row) => row.ownerId === best[0]?.ownerId)) return undefined;
  const recommended = best.map(({ hash }) => hash);
  const [taken, standings] = await Promise.all([
    takerAt(tx, { viewer, offer }),
    readStanding(tx, { viewer, ownerId: offer.ownerId, method: getPaymentMethod(offer.methodId) }),
  ]);
  return {
    countryIso: viewer.countryIso,
    recommended,
    favorites: [offer.hash, ...recommended].filter((hash) => favorites.has(hash)),
    byLevel: byLevelOf(standings, { offer, row: shared.row }),
    ...taken,
  };
}

/** The page of an offer for a viewer who is not its owner, from what was read for all viewers and what is theirs. */
export function viewSharedOffer(shared: SharedOffer, own: OwnOfOffer): OfferView {
  const { offer, now, locale } = shared;
  const kept = <Row extends CardRow>(row: Row): Row => ({ ...row, is_favorite: own.favorites.includes(row.hash) });
  const row = { ...kept(shared.row), seller_units: offer.side === "sell" ? own.sellerUnits : null };
  const others = own.recommended.flatMap((hash) => {
    const found = shared.candidates.find((candidate) => candidate.hash === hash);
    return found ? [viewCard(kept(found), { now, viewer: undefined, locale })] : [];
  });
  return composed({ ...shared, row }, { ...own, isOwner: false, others });
}
