/** What the market needs to know of owners: copied onto their offers when it changes, so that the listing asks one table. */
import type { ReadTx, Tx } from "../../platform/db.ts";
import { findPaymentMethodById, isMethodOpen } from "../../reference/catalog/index.ts";
import { readSettings } from "../../reference/settings/index.ts";
import { ID_LEVEL } from "../../people/accounts/index.ts";
import { ratesOf } from "../../money/rates/index.ts";
import { holdOf } from "./offer.ts";
import { rankOf } from "./rank.ts";
import { availableUnitsOf, offersOfOwners, setHolds } from "./rows.ts";

/** An owner counts as there for this long after his last call. */
export const ONLINE_MINUTES = 5;

/** How fast somebody is is said after this many trades. */
const RELEASE_TIME_AFTER_TRADES = 3;

type OwnerFacts = { user_id: bigint; is_away: boolean; is_restricted: boolean };

/**
 * Looks at every offer of these owners again and sets or lifts its hold: balance, cap, penalty, restriction, absence.
 * Safe to call at any time; it writes only what changes.
 */
export async function reconsiderOffers(tx: Tx, ownerIds: readonly bigint[]): Promise<void> {
  const owners = [...new Set(ownerIds)];
  if (owners.length === 0) return;
  const offers = await offersOfOwners(tx, owners);
  if (offers.length === 0) return;
  const settings = await readSettings(tx, ["catalog.disabled_methods", "offers.offline_pause_hours"]);
  const facts = await ownerFacts(tx, owners, settings["offers.offline_pause_hours"]);
  const units = await availableUnitsOf(
    tx,
    offers.map((offer) => ({ userId: offer.ownerId, crypto: offer.crypto })),
  );
  const rates = await ratesOf(tx, {
    cryptos: [...new Set(offers.map(({ crypto }) => crypto))],
    fiats: [...new Set(offers.map(({ fiat }) => fiat))],
  });

  const holds = offers.map((offer) => {
    const owner = facts.get(offer.ownerId);
    const method = findPaymentMethodById(offer.methodId);
    const hold = holdOf(offer, {
      isMethodOpen: method !== undefined && isMethodOpen(method, settings["catalog.disabled_methods"]),
      isOwnerRestricted: owner?.is_restricted ?? false,
      isOwnerAway: owner?.is_away ?? false,
      ownerUnits: units.get(`user:${offer.ownerId}:${offer.crypto}:available`) ?? 0n,
      rate: rates.get(`${offer.crypto}/${offer.fiat}`)?.rate,
    });
    return { id: offer.id, hold, was: offer.hold };
  });
  await setHolds(
    tx,
    holds.filter(({ hold, was }) => hold !== was),
  );
}

async function ownerFacts(tx: ReadTx, owners: readonly bigint[], awayHours: number): Promise<Map<bigint, OwnerFacts>> {
  const rows = await tx.rows<OwnerFacts>`
    select
      users.id as user_id,
      users.last_seen_at < ${tx.now}::timestamptz - make_interval(hours => ${awayHours}) as is_away,
      exists (
        select 1
        from user_restrictions restriction
        where restriction.user_id = users.id and restriction.lifted_at is null
      ) as is_restricted
    from users
    where users.id = any (${owners})`;
  return new Map(rows.map((row) => [row.user_id, row]));
}

type FactsRow = {
  id: bigint;
  side: "buy" | "sell";
  margin_bp: number | null;
  was: OfferFacts;
  country_iso: string;
  is_online: boolean;
  is_verified: boolean;
  badge: string;
  trades_successful: number;
  feedback_positive: number;
  feedback_negative: number;
  release_median_sec: number | null;
  payment_median_sec: number | null;
};
type OfferFacts = {
  country: string;
  online: boolean;
  badge: string;
  verified: boolean;
  release: number | null;
  rank: number;
};

/** Copies country, presence, badge, verification, release time and rank onto the offers of these owners; writes only what changes. */
export async function refreshOwnerFacts(tx: Tx, ownerIds: readonly bigint[]): Promise<void> {
  const owners = [...new Set(ownerIds)];
  if (owners.length === 0) return;
  const rows = await tx.rows<FactsRow>`
    select
      offers.id, offers.side, offers.margin_bp,
      jsonb_build_object('country', offers.owner_country, 'online', offers.owner_online, 'badge', offers.owner_badge,
                         'verified', offers.owner_verified, 'release', offers.release_sec, 'rank', offers.rank) as was,
      users.country_iso, users.level >= ${ID_LEVEL} as is_verified,
      users.last_seen_at > ${tx.now}::timestamptz - make_interval(mins => ${ONLINE_MINUTES}) as is_online,
      coalesce(rep.badge, 'no_badge') as badge,
      coalesce(rep.trades_successful, 0) as trades_successful,
      coalesce(rep.feedback_positive, 0) as feedback_positive,
      coalesce(rep.feedback_negative, 0) as feedback_negative,
      rep.release_median_sec, rep.payment_median_sec
    from offers
    join users on users.id = offers.owner_id
    left join user_reputation rep on rep.user_id = offers.owner_id
    where offers.owner_id = any (${owners}) and offers.deleted_at is null
    order by offers.id`;

  const changed = rows
    .map((row) => ({ id: row.id, was: row.was, is: factsOf(row) }))
    .filter(({ was, is }) => !isSame(was, is));
  if (changed.length === 0) return;
  await tx.rows`
    update offers
    set owner_country = fresh.country, owner_online = fresh.online, owner_badge = fresh.badge,
        owner_verified = fresh.verified, release_sec = fresh.release, rank = fresh.rank
    from unnest(
      ${changed.map(({ id }) => id)}::bigint[], ${changed.map(({ is }) => is.country)}::text[],
      ${changed.map(({ is }) => is.online)}::boolean[], ${changed.map(({ is }) => is.badge)}::text[],
      ${changed.map(({ is }) => is.verified)}::boolean[], ${changed.map(({ is }) => is.release)}::int[], ${changed.map(({ is }) => is.rank)}::int[]
    ) as fresh (id, country, online, badge, verified, release, rank)
    where offers.id = fresh.id`;
}

function factsOf(row: FactsRow): OfferFacts {
  const isKnown = row.trades_successful >= RELEASE_TIME_AFTER_TRADES;
  // The owner of a sell offer releases; that of a buy offer pays.
  const took = row.side === "sell" ? row.release_median_sec : row.payment_median_sec;
  const release = isKnown ? took : null;
  const rank = rankOf({
    side: row.side,
    marginBp: row.margin_bp ?? 0,
    tradesSuccessful: row.trades_successful,
    feedbackPositive: row.feedback_positive,
    feedbackNegative: row.feedback_negative,
    releaseSec: release,
    isOnline: row.is_online,
    badge: row.badge,
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
  const rows = await tx.rows<{ owner_id: bigint }>`
    select distinct offers.owner_id
    from users
    join offers on offers.owner_id = users.id and offers.deleted_at is null
    where users.last_seen_at > ${tx.now}::timestamptz - make_interval(mins => ${ONLINE_MINUTES})
      and (not offers.owner_online or offers.hold = 'owner_away')
    union
    select distinct offers.owner_id
    from offers
    join users on users.id = offers.owner_id
    where offers.owner_online and offers.deleted_at is null
      and users.last_seen_at <= ${tx.now}::timestamptz - make_interval(mins => ${ONLINE_MINUTES})
    limit 500`;
  return rows.map((row) => row.owner_id);
}

/** Owners who have not been seen for so long that their offers leave the market. At most 500 at a time. */
export async function ownersGoneAway(tx: ReadTx): Promise<bigint[]> {
  const hours = (await readSettings(tx, ["offers.offline_pause_hours"]))["offers.offline_pause_hours"];
  const rows = await tx.rows<{ owner_id: bigint }>`
    select distinct offers.owner_id
    from offers
    join users on users.id = offers.owner_id
    where offers.active and not offers.owner_online
      and users.last_seen_at < ${tx.now}::timestamptz - make_interval(hours => ${hours})
    limit 500`;
  return rows.map((row) => row.owner_id);
}

const WATERMARK = "postings";
/** Postings commit out of order: so many ids below the newest are looked at again. */
const OVERLAP = 2000n;

/** Owners whose available balance was posted to since the last look; their sell offers may now be covered, or not. */
export async function ownersWithMovedBalance(tx: Tx): Promise<bigint[]> {
  const [mark] = await tx.rows<{ value: bigint }>`
    select value
    from offer_watermarks
    where name = ${WATERMARK}
    for update`;
  const [newest] = await tx.rows<{ id: bigint }>`
    select coalesce(max(id), 0)::bigint as id
    from postings`;
  const upTo = newest?.id ?? 0n;
  if (upTo === (mark?.value ?? 0n)) return [];
  const rows = await tx.rows<{ user_id: string }>`
    select distinct split_part(account.name, ':', 2) as user_id
    from postings
    join ledger_accounts account on account.id in (postings.from_account, postings.to_account)
    where postings.id > ${(mark?.value ?? 0n) - OVERLAP} and account.kind = 'user'`;
  await tx.rows`
    insert into offer_watermarks (name, value)
    values (${WATERMARK}, ${upTo})
    on conflict (name) do update
    set value = excluded.value`;
  return rows.map((row) => BigInt(row.user_id));
}
