/** The SQL of the limits of levels. */
import { type Fragment, type ReadTx, sql, type Tx } from "../../../platform/postgres/db.ts";

/** Locks users in id order. */
export async function lockUsers(tx: Tx, userIds: readonly bigint[]): Promise<{ id: bigint; level: number }[]> {
  return tx.rows<{ id: bigint; level: number }>`
    select id, level::float8
    from users
    where id = any(${userIds}::bigint[])
    order by id
    for no key update`;
}

/** Rows of a join with the user `used.user_id`: the last 24 hours, and the whole hour in which they began. */
const dayUntil = (at: Date): Fragment => sql`
    cross join (
      select ${at}::timestamptz - interval '24 hours' as since,
        date_bin('1 hour', ${at}::timestamptz - interval '24 hours', '2000-01-01 00:00+00') as hour
    ) as day`;

/** What is open, in cents. */
const OPEN = sql`
    cross join lateral (
      select coalesce(sum(mine.usd_cents), 0)::bigint as cents, count(*)::int as trades
      from (
        select trade.usd_cents
        from running_trades running
        join trades trade on trade.id = running.trade_id
        where running.buyer_id = used.user_id
        union all
        select trade.usd_cents
        from running_trades running
        join trades trade on trade.id = running.trade_id
        where running.seller_id = used.user_id
      ) as mine
    ) as open`;

/** What the whole hours of the day sum to, and the most that it can be with the hour in which the day began. */
const LATELY = sql`
    cross join lateral (
      select coalesce(sum(slot.cents) filter (where slot.begins_at > day.hour), 0) as cents, coalesce(sum(slot.cents), 0) as most_cents
      from trade_usage_slots slot
      where slot.user_id = used.user_id and slot.begins_at >= day.hour
    ) as lately`;

/** Of the hour in which the day began only a part belongs to it: that part is summed from its trades and uses of products. */
const EDGE = sql`
    cross join lateral (
      select coalesce(sum(cents_for_limits(mine.usd_cents, mine.units, mine.share, mine.status, mine.ended_at)), 0) + (
        select coalesce(sum(own.cents), 0)
        from limit_uses own
        where own.user_id = used.user_id and own.begun_at > day.since and own.begun_at < day.hour + interval '1 hour'
      ) as cents
      from (
        select usd_cents, units, buyer_share_units as share, status, ended_at
        from trades
        where buyer_id = used.user_id and started_at > day.since and started_at < day.hour + interval '1 hour'
        union all
        select usd_cents, units, buyer_share_units as share, status, ended_at
        from trades
        where seller_id = used.user_id and started_at > day.since and started_at < day.hour + interval '1 hour'
      ) as mine
    ) as edge`;

/** What each user's trades sum to, in cents: open, of the last 24 hours, and ever; users without trades are left out. */
export async function sumsOf(tx: ReadTx, userIds: readonly bigint[]): Promise<UsageRow[]> {
  return tx.rows<UsageRow>`
    select used.user_id, open.cents as open_cents, open.trades as open_trades, used.counted_cents as lifetime_cents,
      (lately.cents + edge.cents)::bigint as day_cents
    from trade_usage used
    ${dayUntil(tx.now)} ${OPEN} ${LATELY} ${EDGE}
    where used.user_id = any(${userIds}::bigint[])`;
}

/** The level of one user with the same sums, which are not read from `unlimitedFrom` on. Of one user, so that its plan is kept. */
export async function usageRow(
  tx: ReadTx,
  { userId, unlimitedFrom }: { userId: bigint; unlimitedFrom: number },
): Promise<(UsageRow & { readonly level: number }) | undefined> {
  const rows = await tx.rows<UsageRow & { level: number }>`
    select person.id as user_id, person.level::float8 as level, coalesce(sums.open_cents, 0) as open_cents,
      coalesce(sums.open_trades, 0) as open_trades, coalesce(sums.lifetime_cents, 0) as lifetime_cents,
      coalesce(sums.day_cents, 0) as day_cents
    from users person
    left join lateral (
      select open.cents as open_cents, open.trades as open_trades, used.counted_cents as lifetime_cents,
        (lately.cents + edge.cents)::bigint as day_cents
      from trade_usage used
      ${dayUntil(tx.now)} ${OPEN} ${LATELY} ${EDGE}
      where used.user_id = person.id and person.level < ${unlimitedFrom}
    ) as sums on true
    where person.id = ${userId}`;
  return rows[0];
}

/** By level as text: cents, and open trades at once. A level that is not named has no limit. */
export type LimitsByLevel = {
  readonly unlimitedFrom: number;
  readonly open: Readonly<Record<string, string>>;
  readonly day: Readonly<Record<string, string>>;
  readonly lifetime: Readonly<Record<string, string>>;
  readonly trades: Readonly<Record<string, string>>;
};

/**
 * As a condition on the offers of a list: their owner's level leaves room for a trade of the least amount, in fiat units;
 * `unitsPerCent` has the fiat units of a cent by currency. A scalar subquery is evaluated last. The sums are read only of owners whose
 * trades ever are not few enough for every limit, and the trades of the first hour only where they can decide.
 */
export function ownerLeaves(
  leastUnits: Fragment,
  { limits, unitsPerCent, at }: { limits: LimitsByLevel; unitsPerCent: Readonly<Record<string, string>>; at: Date },
): Fragment {
  const limit = (byLevel: Readonly<Record<string, string>>) => sql`(${JSON.stringify(byLevel)}::jsonb ->> used.level)`;
  const isShort = (left: Fragment) => sql`((${left}) * used.units_per_cent < ${leastUnits}) is true`;
  const day = (cents: Fragment) => isShort(sql`${limit(limits.day)}::numeric - ${cents}`);
  return sql`(
    select case
      when used.level_number >= ${limits.unlimitedFrom}::numeric then true
      when ${limit(limits.trades)} is null and not ${isShort(sql`least(
          ${limit(limits.open)}::numeric, ${limit(limits.day)}::numeric, ${limit(limits.lifetime)}::numeric) - used.counted_cents`)} then true
      when ${isShort(sql`${limit(limits.lifetime)}::numeric - used.counted_cents`)} then false
      else (
        select not (open.trades >= ${limit(limits.trades)}::int) is true
          and not ${isShort(sql`${limit(limits.open)}::numeric - open.cents`)}
          and (
            not ${day(sql`lately.most_cents`)}
            or not (select ${day(sql`lately.cents - edge.cents`)} from (select) as once ${EDGE})
          )
        from (select) as one ${dayUntil(at)} ${OPEN} ${LATELY}
      )
    end
    from (
      select owner.id as user_id, trim_scale(owner.level)::text as level, owner.level as level_number,
        coalesce((select counted_cents from trade_usage where user_id = owner.id), 0) as counted_cents,
        (${JSON.stringify(unitsPerCent)}::jsonb ->> offers.fiat)::numeric as units_per_cent
      from users owner
      where owner.id = offers.owner_id
    ) as used
  )`;
}

export type UsageRow = {
  user_id: bigint;
  open_cents: bigint;
  day_cents: bigint;
  lifetime_cents: bigint;
  open_trades: number;
};
