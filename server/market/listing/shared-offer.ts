/** An offer's page for many people: read once for all of them, and for each of them with what is theirs. */
import type { OfferCard, OfferView } from "#contract/offers.ts";
import { Refusal } from "#contract/refusals.ts";
import type { ReadTx } from "../../platform/db.ts";
import type { Viewer } from "../../platform/http/policy.ts";
import { readSettings } from "../../reference/settings/index.ts";
import { isOpenTo, offerFrom } from "../offers/index.ts";
import { viewCard } from "./card.ts";
import { bestRows, type CardRow, type FullCardRow, offerPageRow } from "./listing-rows.ts";
import { RECOMMENDED, similarTo } from "./recommended.ts";
import { bitcoinFor, composed, freeUnitsOf, type Read, SETTINGS_OF_PAGE, takerFacts } from "./view-offer.ts";

const CANDIDATES = 10;

/** What of an offer's page is the same for everybody, as one reading. */
export type SharedOffer = Read & {
  /** The best of the same market and method, by rank: more than are shown, because not everybody is shown all. */
  readonly candidates: readonly FullCardRow[];
};

/** Refuses offer.not_found, also for a deleted one. */
export async function readSharedOffer(tx: ReadTx, hash: string): Promise<SharedOffer> {
  const [row, settings] = await Promise.all([
    offerPageRow(tx, { hash, viewerId: undefined }),
    readSettings(tx, SETTINGS_OF_PAGE),
  ]);
  if (!row) throw new Refusal("offer.not_found");
  const offer = offerFrom(row);
  const [bitcoin, candidates] = await Promise.all([
    bitcoinFor(tx, offer),
    bestRows(tx, { listing: similarTo(offer, { viewer: undefined, perPage: CANDIDATES }), viewerId: undefined }),
  ]);
  return { offer, row, settings, bitcoin, now: tx.now, candidates };
}

/** The cards of all offers that it may show, the offer's own first. */
export function sharedCards({ row, candidates, now }: SharedOffer): [OfferCard, ...OfferCard[]] {
  const card = (of: CardRow) => viewCard(of, { now, viewer: undefined });
  return [card(row), ...candidates.map(card)];
}

/**
 * The page of an offer for somebody who is not its owner, from what was read for everybody; `favorites` are the offers that
 * they keep. Undefined where that does not say which offers they are recommended, and for the owner.
 */
export async function viewSharedOffer(
  tx: ReadTx,
  { shared, viewer, favorites }: { shared: SharedOffer; viewer: Viewer; favorites: ReadonlySet<string> },
): Promise<OfferView | undefined> {
  const { offer, now } = shared;
  if (offer.ownerId === viewer.userId) return undefined;
  const open = shared.candidates.filter(
    (row) => row.ownerId !== viewer.userId && isOpenTo(offerFrom(row), viewer.countryIso),
  );
  const best = open.slice(0, RECOMMENDED);
  // There may be more; and where all are one owner's, others have a turn.
  if (best.length < RECOMMENDED && shared.candidates.length === CANDIDATES) return undefined;
  if (best.length === RECOMMENDED && best.every((row) => row.ownerId === best[0]?.ownerId)) return undefined;
  const kept = <Row extends CardRow>(row: Row): Row => ({ ...row, is_favorite: favorites.has(row.hash) });
  const [taken, ownerUnits] = await Promise.all([
    takerFacts(tx, { offer, viewer }),
    // Nobody is told of balances: what can be bought of the offer is asked for.
    offer.side === "sell" ? freeUnitsOf(tx, { userId: offer.ownerId, offer }) : null,
  ]);
  const row = { ...kept(shared.row), seller_units: ownerUnits };
  const others = best.map((row) => viewCard(kept(row), { now, viewer }));
  return composed({ ...shared, row }, { viewer, taken, others });
}
