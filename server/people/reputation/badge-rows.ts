/** The SQL of badges: the database decides them, from what it has counted. */
import type { UserSummary } from "#contract/people/accounts.ts";
import type { BadgeChange } from "#contract/market/offers/trader-program.ts";
import { onlyRow } from "../../platform/postgres/only-row.ts";
import type { ReadTx, Tx } from "../../platform/postgres/db.ts";

/** Looks at the badges of these users and at whether they are vendors. Locks them in id order. */
export async function settleBadges(tx: Tx, userIds: readonly bigint[]): Promise<void> {
  if (userIds.length > 0) await tx.rows`select settle_badges(${userIds}::bigint[])`;
}

/** Users whose badge is to be looked at now, longest due first. At most 50: they are locked together. */
export async function usersWithDueBadges(tx: ReadTx): Promise<bigint[]> {
  const rows = await tx.rows<{ user_id: bigint }>`
    select user_id
    from badge_dues
    where due_at <= market_now()
    order by due_at, user_id
    limit 50`;
  return rows.map((row) => row.user_id);
}

/** After another number in the settings: makes the next ones due, at most 500. Returns how many. */
export async function sweepBadges(tx: Tx): Promise<number> {
  return onlyRow(await tx.rows<{ many: number }>`select many from sweep_badges()`).many;
}

/** The seed of a demo market gives its traders badges to begin with; it runs as the owner of the database. */
export async function seedBadges(
  tx: Tx,
  given: readonly { readonly userId: bigint; readonly badge: UserSummary["badge"] }[],
): Promise<void> {
  const some = given.filter(({ badge }) => badge !== "no_badge");
  await tx.rows`
    insert into given_badges (user_id, badge, is_seeded, given_at)
    select user_id, badge, true, ${tx.now}
    from unnest(${some.map(({ userId }) => userId)}::bigint[], ${some.map(({ badge }) => badge)}::text[]) as seeded (user_id, badge)`;
  await settleBadges(
    tx,
    given.map(({ userId }) => userId),
  );
}

export type BadgeFacts = {
  readonly badge: UserSummary["badge"];
  readonly is_vendor: boolean;
  readonly trades: number;
  readonly sales: number;
  readonly has_partners: boolean;
  /** Whole ones. */
  readonly counted_partners: number;
  readonly age_days: number;
  readonly has_id: boolean;
  readonly has_address: boolean;
  readonly is_restricted: boolean;
};

export async function badgeFactsOf(tx: ReadTx, userId: bigint): Promise<BadgeFacts> {
  const rows = await tx.rows<BadgeFacts>`
    select coalesce(known.badge, 'no_badge') as badge, coalesce(known.is_vendor, false) as is_vendor,
      coalesce(known.weight_partners / 1000, 0)::int as counted_partners,
      fact.trades, fact.sales, fact.has_partners, fact.has_id, fact.has_address, fact.is_restricted,
      floor(extract(epoch from market_now() - person.created_at) / 86400)::int as age_days
    from users person
    cross join lateral badge_facts(array[person.id]) fact
    left join user_reputation known on known.user_id = person.id
    where person.id = ${userId}`;
  return onlyRow(rows);
}

type ChangeRow = Omit<BadgeChange, "at"> & { readonly at: Date };

/** What a user showed before and after, and why; the newest first. */
export function badgeChangesOf(tx: ReadTx, userId: bigint, most: number): Promise<ChangeRow[]> {
  return tx.rows<ChangeRow>`
    select before, badge, why, has, needs, at
    from badge_changes
    where user_id = ${userId}
    order by id desc
    limit ${most}`;
}
