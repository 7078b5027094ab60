/** The SQL about owners of offers. */
import type { WalletBlock } from "#contract/products/wallet/blocks.ts";
import type { ReadTx, Tx } from "../../../platform/postgres/db.ts";

/** The first lock of every verb that switches: two switches at once then count each other. */
export async function lockOwner(tx: Tx, userId: bigint): Promise<void> {
  await tx.rows`
    select 1
    from users
    where id = ${userId}
    for no key update`;
}

/** Whether the owner has another switched-on offer for the same side, coin, currency and method; special ones are no others. */
export async function hasTwin(
  tx: ReadTx,
  offer: { id: bigint | null; ownerId: bigint; side: string; crypto: string; fiat: string; methodId: number },
): Promise<boolean> {
  const rows = await tx.rows`
    select 1
    from offers
    where owner_id = ${offer.ownerId} and side = ${offer.side} and crypto = ${offer.crypto} and fiat = ${offer.fiat}
      and method_id = ${offer.methodId} and is_on and deleted_at is null and partner_id is null
      and id is distinct from ${offer.id}
    limit 1`;
  return rows.length > 0;
}

/** Payment methods of a user's own offers, that of the newest first. */
export async function recentMethodIds(tx: ReadTx, userId: bigint, most: number): Promise<number[]> {
  const rows = await tx.rows<{ method_id: number }>`
    select method_id
    from offers
    where owner_id = ${userId} and partner_id is null
    group by method_id
    order by max(id) desc
    limit ${most}`;
  return rows.map(({ method_id }) => method_id);
}

/** The tier from trades, whatever badge is shown. */
export async function tierOf(tx: ReadTx, userId: bigint): Promise<string | undefined> {
  const [row] = await tx.rows<{ tier: string }>`
    select tier
    from user_reputation
    where user_id = ${userId}`;
  return row?.tier;
}

/** Trades that ended within thirty days. */
export async function monthTradesOf(tx: ReadTx, userId: bigint): Promise<number> {
  const [row] = await tx.rows<{ month_trades: number }>`
    select month_trades
    from user_reputation
    where user_id = ${userId}`;
  return row?.month_trades ?? 0;
}

/** How many offers of a user are switched on, without special ones. */
export async function countSwitchedOn(tx: ReadTx, userId: bigint): Promise<number> {
  const [row] = await tx.rows<{ switched_on: number }>`
    select count(*)::int as switched_on
    from offers
    where owner_id = ${userId} and is_on and deleted_at is null and partner_id is null`;
  return row?.switched_on ?? 0;
}

type PerkRow = { method_id: number; fee_bp: number; valid_until: Date | null };

/** All current discounts of a user; method 0 means every method. */
export async function perksOf(tx: ReadTx, userId: bigint): Promise<PerkRow[]> {
  return tx.rows<PerkRow>`
    select method_id, fee_bp, valid_until
    from offer_perks
    where user_id = ${userId} and (valid_until is null or valid_until > ${tx.now})`;
}

/** Everybody with an offer that is switched on. */
export async function ownersOnMarket(tx: ReadTx): Promise<bigint[]> {
  const rows = await tx.rows<{ owner_id: bigint }>`
    select distinct owner_id
    from offers
    where is_on and deleted_at is null`;
  return rows.map((row) => row.owner_id);
}

/** Of these owners those with more offers on than the least that anybody may have, or with one that is held for that. */
export async function ownersNearLimit(tx: ReadTx, owners: readonly bigint[], least: number): Promise<bigint[]> {
  const rows = await tx.rows<{ owner_id: bigint }>`
    select owner_id
    from offers
    where owner_id = any (${owners}) and is_on and deleted_at is null and partner_id is null
    group by owner_id
    having count(*) > ${least} or bool_or(hold = 'too_many')`;
  return rows.map((row) => row.owner_id);
}

/** The same of all owners after this one, in their order. */
export async function nextNearLimit(
  tx: ReadTx,
  { after, least, most }: { after: bigint; least: number; most: number },
): Promise<bigint[]> {
  const rows = await tx.rows<{ owner_id: bigint }>`
    select owner_id
    from offers
    where owner_id > ${after} and is_on and deleted_at is null and partner_id is null
    group by owner_id
    having count(*) > ${least} or bool_or(hold = 'too_many')
    order by owner_id
    limit ${most}`;
  return rows.map((row) => row.owner_id);
}

/** Which owners are away, restricted or blocked, and their levels. */
export async function restrictionFacts(
  tx: ReadTx,
  owners: readonly bigint[],
  awayHours: number,
): Promise<OwnerFacts[]> {
  return tx.rows<OwnerFacts>`
    select
      users.id as user_id, users.level::float8 as level, coalesce(rep.tier, 'no_badge') as tier,
      coalesce(rep.month_trades, 0) as month_trades,
      users.last_seen_at < ${tx.now}::timestamptz - make_interval(hours => ${awayHours}) as is_away,
      exists (
        select 1
        from user_restrictions restriction
        where restriction.user_id = users.id and restriction.lifted_at is null
      ) as is_restricted, blocked.reasons as blocks,
      exists (select from user_roles where user_roles.user_id = users.id) as is_staff
    from users
    join wallet_blocks_of(${owners}) blocked on blocked.user_id = users.id
    left join user_reputation rep on rep.user_id = users.id
    where users.id = any (${owners})`;
}

export type OwnerFacts = {
  user_id: bigint;
  level: number;
  tier: string;
  month_trades: number;
  is_away: boolean;
  is_restricted: boolean;
  is_staff: boolean;
  blocks: WalletBlock[];
};

export type FactsRow = {
  id: bigint;
  side: "buy" | "sell";
  margin_bp: number | null;
  is_stickied: boolean;
  was: OfferFacts;
  country_iso: string;
  is_online: boolean;
  is_verified: boolean;
  badge: string;
  tier: string;
  trades_successful: number;
  weight_partners: bigint;
  weight_positive: bigint;
  weight_negative: bigint;
  release_median_sec: number | null;
  payment_median_sec: number | null;
};

export type OfferFacts = {
  country: string;
  online: boolean;
  badge: string;
  verified: boolean;
  release: number | null;
  rank: number;
};

/** Every offer of these owners, with what it says of the owner and what is true. */
export async function factsOnOffers(
  tx: ReadTx,
  owners: readonly bigint[],
  { idLevel, onlineMinutes }: { idLevel: number; onlineMinutes: number },
): Promise<FactsRow[]> {
  return tx.rows<FactsRow>`
    select
      offers.id, offers.side, offers.margin_bp, offers.is_stickied,
      jsonb_build_object('country', offers.owner_country, 'online', offers.owner_online, 'badge', offers.owner_badge,
                         'verified', offers.owner_verified, 'release', offers.release_sec, 'rank', offers.rank) as was,
      users.country_iso, users.level >= ${idLevel} as is_verified,
      users.last_seen_at > ${tx.now}::timestamptz - make_interval(mins => ${onlineMinutes}) as is_online,
      coalesce(rep.badge, 'no_badge') as badge, coalesce(rep.tier, 'no_badge') as tier,
      coalesce(rep.trades_successful, 0) as trades_successful,
      coalesce(rep.weight_partners, 0) as weight_partners, coalesce(rep.weight_positive, 0) as weight_positive,
      coalesce(rep.weight_negative, 0) as weight_negative,
      rep.release_median_sec, rep.payment_median_sec
    from offers
    join users on users.id = offers.owner_id
    left join user_reputation rep on rep.user_id = offers.owner_id
    where offers.owner_id = any (${owners}) and offers.deleted_at is null
    order by offers.id`;
}

export async function setFactsOnOffers(
  tx: Tx,
  changed: readonly { readonly id: bigint; readonly is: OfferFacts }[],
): Promise<void> {
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

/** Owners whose presence is not what their offers say. At most 500. */
export async function ownersSeenOtherwise(tx: ReadTx, onlineMinutes: number): Promise<bigint[]> {
  const rows = await tx.rows<{ owner_id: bigint }>`
    select distinct offers.owner_id
    from users
    join offers on offers.owner_id = users.id and offers.deleted_at is null
    where users.last_seen_at > ${tx.now}::timestamptz - make_interval(mins => ${onlineMinutes})
      and (not offers.owner_online or offers.hold = 'owner_away')
    union
    select distinct offers.owner_id
    from offers
    join users on users.id = offers.owner_id
    where offers.owner_online and offers.deleted_at is null
      and users.last_seen_at <= ${tx.now}::timestamptz - make_interval(mins => ${onlineMinutes})
    limit 500`;
  return rows.map((row) => row.owner_id);
}

/** Owners of offers that can be taken who were not seen for so many hours. At most 500. */
export async function ownersUnseenFor(tx: ReadTx, hours: number): Promise<bigint[]> {
  const rows = await tx.rows<{ owner_id: bigint }>`
    select distinct offers.owner_id
    from offers
    join users on users.id = offers.owner_id
    where offers.active and not offers.owner_online
      and users.last_seen_at < ${tx.now}::timestamptz - make_interval(hours => ${hours})
    union
    select distinct offers.owner_id
    from offers
    join users on users.id = offers.owner_id
    where offers.hold in ('special', 'silent') and offers.is_on and offers.deleted_at is null
      and users.last_seen_at < ${tx.now}::timestamptz - make_interval(hours => ${hours})
    limit 500`;
  return rows.map((row) => row.owner_id);
}

/** Locks how far a job has read; 0 at first. */
export async function lockWatermark(tx: Tx, name: string): Promise<bigint> {
  const [row] = await tx.rows<{ value: bigint }>`
    select value
    from offer_watermarks
    where name = ${name}
    for update`;
  return row?.value ?? 0n;
}

export async function newestPosting(tx: ReadTx): Promise<bigint> {
  const [row] = await tx.rows<{ id: bigint }>`
    select coalesce(max(id), 0)::bigint as id
    from postings`;
  return row?.id ?? 0n;
}

/** Users whose accounts were posted to after this posting. */
export async function usersPostedAfter(tx: ReadTx, postingId: bigint): Promise<bigint[]> {
  const rows = await tx.rows<{ user_id: string }>`
    select distinct split_part(account.name, ':', 2) as user_id
    from postings
    join ledger_accounts account on account.id in (postings.from_account, postings.to_account)
    where postings.id > ${postingId} and account.kind = 'user'`;
  return rows.map((row) => BigInt(row.user_id));
}

export async function setWatermark(tx: Tx, name: string, value: bigint): Promise<void> {
  await tx.rows`
    insert into offer_watermarks (name, value)
    values (${name}, ${value})
    on conflict (name) do update
    set value = excluded.value`;
}

/** Processes that keep offers of these owners as they were read forget them: what can be taken of them has changed. */
export async function tellOfOwners(tx: Tx, ownerIds: readonly bigint[]): Promise<void> {
  await tx.rows`select note_owners(${ownerIds}::bigint[])`;
}
