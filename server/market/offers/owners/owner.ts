/** Facts about owners, copied onto their offers when they change, so that the listing reads one table. */
import type { ReadTx, Tx } from "../../../platform/postgres/db.ts";
import { accountOf } from "../../../money/ledger/index.ts";
import { findPaymentMethodById, isMethodOpen, needsBond, metalOf } from "../../../reference/catalog/index.ts";
import { readSettings } from "../../../reference/settings/index.ts";
import { ID_LEVEL } from "../../../people/accounts/index.ts";
import { ratesOf } from "../../../money/rates/index.ts";
import { ownersShortOfBond } from "../../bonds/index.ts";
import { beyondLimit, LIMIT_SETTINGS, limitOfTier } from "../switching/active-limit.ts";
import { holdOf, type Offer } from "../offer.ts";
import { rankOf } from "../promotion/rank.ts";
import { availableUnitsOf, offersOfOwners, setHolds } from "../rows.ts";
import {
  factsOnOffers,
  type FactsRow,
  lockWatermark,
  newestPosting,
  type OfferFacts,
  type OwnerFacts,
  ownersSeenOtherwise,
  ownersUnseenFor,
  restrictionFacts,
  setFactsOnOffers,
  setWatermark,
  usersPostedAfter,
} from "./owner-rows.ts";

/** An owner counts as there for this long after their last call. */
export const ONLINE_MINUTES = 5;

/** The speed of a user is shown after this many trades. */
const RELEASE_TIME_AFTER_TRADES = 3;

/**
 * Looks at every offer of these owners again and sets or lifts its hold: balance, cap, penalty, restriction, role, level, absence.
 * Safe to call at any time; it writes only what changes.
 */
export async function reconsiderOffers(tx: Tx, ownerIds: readonly bigint[]): Promise<void> {
  const owners = [...new Set(ownerIds)];
  if (owners.length === 0) return;
  const offers = await offersOfOwners(tx, owners);
  if (offers.length === 0) return;
  const settings = await readSettings(tx, [
    "catalog.disabled_methods",
    "offers.offline_pause_hours",
    "offers.creation_level",
    ...LIMIT_SETTINGS,
  ]);
  const facts = await ownerFacts(tx, owners, settings["offers.offline_pause_hours"]);
  const units = await availableUnitsOf(
    tx,
    offers.map((offer) => ({ userId: offer.ownerId, crypto: offer.crypto })),
  );
  const rates = await ratesOf(tx, {
    cryptos: [...new Set(offers.map(({ crypto }) => crypto))],
    fiats: [...new Set(offers.map(({ fiat }) => fiat))],
  });

  const bonded = offers.filter(({ methodId }) => isBonded(methodId));
  const short = await ownersShortOfBond(tx, [...new Set(bonded.map(({ ownerId }) => ownerId))]);
  const beyond = beyondLimit(offers, (ownerId) => limitOfTier(settings, facts.get(ownerId)?.tier));
  const holds = offers.map((offer) => {
    const owner = facts.get(offer.ownerId);
    const method = findPaymentMethodById(offer.methodId);
    const hold = holdOf(offer, {
      isMethodOpen: method !== undefined && isMethodOpen(method, settings["catalog.disabled_methods"]),
      isOwnerRestricted: owner?.is_restricted ?? false,
      isOwnerStaff: owner?.is_staff ?? false,
      ownerBlocks: owner?.blocks ?? [],
      mayOwnerOffer: (owner?.level ?? 0) >= settings["offers.creation_level"],
      isBeyondLimit: beyond.has(offer.id),
      isBondMissing: short.has(offer.ownerId) && isBonded(offer.methodId),
      isOwnerAway: owner?.is_away ?? false,
      ownerMonthTrades: owner?.month_trades ?? 0,
      ownerUnits: units.get(accountOf.available(offer.ownerId, offer.crypto)) ?? 0n,
      rate: rates.get(`${offer.crypto}/${offer.fiat}`)?.rate,
    });
    return { id: offer.id, hold, was: offer.hold };
  });
  await setHolds(
    tx,
    holds.filter(({ hold, was }) => hold !== was),
  );
}

/** Paid in metal, and made before such offers had to say what an ounce counts for. */
export function lacksRate({ methodId, customRate }: Offer): boolean {
  const method = findPaymentMethodById(methodId);
  return method !== undefined && metalOf(method) !== null && customRate === null;
}

/** By an offer's method. */
export function isBonded(methodId: number): boolean {
  const method = findPaymentMethodById(methodId);
  return method !== undefined && needsBond(method);
}

async function ownerFacts(tx: ReadTx, owners: readonly bigint[], awayHours: number): Promise<Map<bigint, OwnerFacts>> {
  const rows = await restrictionFacts(tx, owners, awayHours);
  return new Map(rows.map((row) => [row.user_id, row]));
}

/** Copies country, presence, badge, verification, release time and rank onto the offers of these owners; writes only what changes. */
export async function refreshOwnerFacts(tx: Tx, ownerIds: readonly bigint[]): Promise<void> {
  const owners = [...new Set(ownerIds)];
  if (owners.length === 0) return;
  const rows = await factsOnOffers(tx, owners, { idLevel: ID_LEVEL, onlineMinutes: ONLINE_MINUTES });

  const changed = rows
    .map((row) => ({ id: row.id, was: row.was, is: factsOf(row) }))
    .filter(({ was, is }) => !isSame(was, is));
  if (changed.length === 0) return;
  await setFactsOnOffers(tx, changed);
}

function factsOf(row: FactsRow): OfferFacts {
  const isKnown = row.trades_successful >= RELEASE_TIME_AFTER_TRADES;
  // The owner of a sell offer releases; that of a buy offer pays.
  const took = row.side === "sell" ? row.release_median_sec : row.payment_median_sec;
  const release = isKnown ? took : null;
  const rank = rankOf({
    side: row.side,
    marginBp: row.margin_bp ?? 0,
    weightPartners: Number(row.weight_partners),
    weightPositive: Number(row.weight_positive),
    weightNegative: Number(row.weight_negative),
    releaseSec: release,
    isOnline: row.is_online,
    badge: row.badge,
    tier: row.tier,
    isPromoted: row.is_stickied,
  });
  return {
    country: row.country_iso,
    online: row.is_online,
    badge: row.badge,
    verified: row.is_verified,
    release,
    rank,
  };
}

function isSame(a: OfferFacts, b: OfferFacts): boolean {
  return (
    a.country === b.country &&
    a.online === b.online &&
    a.badge === b.badge &&
    a.verified === b.verified &&
    a.release === b.release &&
    a.rank === b.rank
  );
}

/** Owners whose presence on their offers is no longer true: come, or gone. At most 500 at a time. */
export async function ownersWithStalePresence(tx: ReadTx): Promise<bigint[]> {
  return ownersSeenOtherwise(tx, ONLINE_MINUTES);
}

/** Owners who have not been seen for so long that their offers leave the market. At most 500 at a time. */
export async function ownersGoneAway(tx: ReadTx): Promise<bigint[]> {
  const hours = (await readSettings(tx, ["offers.offline_pause_hours"]))["offers.offline_pause_hours"];
  return ownersUnseenFor(tx, hours);
}

const WATERMARK = "postings";
/** Postings commit out of order: so many ids below the newest are looked at again. */
const OVERLAP = 2000n;

/** Owners whose available balance was posted to since the last look; their sell offers may now be covered, or not. */
export async function ownersWithMovedBalance(tx: Tx): Promise<bigint[]> {
  const mark = await lockWatermark(tx, WATERMARK);
  const upTo = await newestPosting(tx);
  if (upTo === mark) return [];
  const owners = await usersPostedAfter(tx, mark - OVERLAP);
  await setWatermark(tx, WATERMARK, upTo);
  return owners;
}
