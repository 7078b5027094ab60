/** The SQL of the partner program. What moves money or decides about it are functions of the database. */
import type { CryptoCode } from "#contract/money/money.ts";
import type { RewardProduct, RewardReason, RewardStatus } from "#contract/reach/partner/names.ts";
import type { FeeSource } from "../../platform/app-ports.ts";
import { type ReadTx, sql, type Tx } from "../../platform/postgres/db.ts";
import { onlyRow } from "../../platform/postgres/only-row.ts";

type Attribution = {
  readonly userId: bigint;
  readonly code: string;
  readonly source: "registration" | "hand";
  readonly at: Date;
};

/** `attributed`, or why not: `unknown`, `look_alike`, `own`, `younger`, `late`, `fixed`. */
export async function attribute(tx: Tx, { userId, code, source, at }: Attribution): Promise<string> {
  const rows = await tx.rows<{ outcome: string }>`
    select attribute_referral(${userId}, ${code}, ${source}, ${at}) as outcome`;
  return onlyRow(rows).outcome;
}

/** For the next batch: `fee` was booked, or a chargeback has moved on and asks for a `review`. */
export async function noteDues(tx: Tx, kind: "fee" | "review", hashes: readonly string[]): Promise<void> {
  await tx.rows`select note_reward_dues(${kind}, ${hashes}::text[]) is null as done`;
}

/** Returns how many trades were looked at. */
export async function accrue(tx: Tx, currency: CryptoCode, most: number): Promise<number> {
  const rows = await tx.rows<{ seen: number }>`select accrue_rewards(${currency}, ${most}, ${tx.now}) as seen`;
  return onlyRow(rows).seen;
}

/** Of all products, since the last look. */
export async function noteFeesOfProducts(tx: Tx, sources: readonly FeeSource[]): Promise<void> {
  const lines = sources.flatMap(({ kinds, by }) => kinds.map((kind) => ({ by, kind })));
  await tx.rows`
    select note_product_fees(${lines.map(({ by }) => by)}::text[], ${lines.map(({ kind }) => kind)}::text[], ${tx.now}) as noted`;
}

/** Returns how many orders, or days of spot trades, were looked at. */
export async function accrueOfProducts(tx: Tx, currency: CryptoCode, most: number): Promise<number> {
  const rows = await tx.rows<{ seen: number }>`
    select accrue_product_rewards(${currency}, ${most}, ${tx.now}) as seen`;
  return onlyRow(rows).seen;
}

/** Returns how many rows were looked at. */
export async function settle(tx: Tx, currency: CryptoCode, most: number): Promise<number> {
  const rows = await tx.rows<{ seen: number }>`select settle_rewards(${currency}, ${most}, ${tx.now}) as seen`;
  return onlyRow(rows).seen;
}

export async function keepRates(tx: Tx): Promise<void> {
  await tx.rows`select keep_reward_rates(${tx.now}) is null as done`;
}

/** `claimed` with its units, or why not: `level`, `nothing`, `too_little`, `no_rate`, `on_hold`, `restricted`, `halted:<name>`. */
export async function claim(
  tx: Tx,
  { userId, currency, hash, at }: { userId: bigint; currency: CryptoCode; hash: string; at: Date },
): Promise<{ outcome: string; units: bigint }> {
  const rows = await tx.rows<{ outcome: string; units: bigint }>`
    select outcome, units
    from claim_rewards(${userId}, ${currency}, ${hash}, ${at})`;
  return onlyRow(rows);
}

export async function noteClick(tx: Tx, code: string, country: string): Promise<void> {
  await tx.rows`select note_partner_click(${code}, ${country}, ${tx.now}) is null as done`;
}

export type OwnRow = {
  readonly code: string;
  readonly created_at: Date;
  readonly entered: string | null;
  readonly referrer: string | null;
  readonly refused: "unknown" | "look_alike" | "own" | "younger" | null;
  readonly ends_at: Date | null;
};

/** A user's code, and by whom they came. */
export async function ownRow(tx: ReadTx, userId: bigint): Promise<OwnRow> {
  const rows = await tx.rows<OwnRow>`
    select users.referral_code as code, users.created_at, came.code as entered, referrer.username as referrer, came.refused, came.ends_at
    from users
    left join referrals came on came.user_id = users.id
    left join users referrer on referrer.id = came.tier1
    where users.id = ${userId}`;
  return onlyRow(rows);
}

export type Funnel = {
  readonly clicks: number;
  readonly signUps: number;
  readonly verified: number;
  readonly traded: number;
};

/** Of a user's code: visits, and the users who came by it. */
export async function funnelOf(tx: ReadTx, userId: bigint): Promise<Funnel> {
  const rows = await tx.rows<Funnel>`
    select
      (select coalesce(sum(seen.clicks), 0)::int from users join partner_clicks seen on seen.code = users.referral_code
        where users.id = ${userId}) as clicks,
      count(*)::int as "signUps",
      count(*) filter (where person.verified_level is not null)::int as verified,
      count(*) filter (where stats.trades_successful > 0)::int as traded
    from referrals came
    join users person on person.id = came.user_id
    left join user_reputation stats on stats.user_id = person.id
    where came.tier1 = ${userId}`;
  return onlyRow(rows);
}

export type BalanceRow = {
  readonly currency: CryptoCode;
  readonly held: bigint;
  readonly open: bigint;
  readonly claimed: bigint;
  readonly open_cents: bigint | null;
};

/** Of each coin that was ever earned. */
export async function balanceRows(tx: ReadTx, userId: bigint): Promise<BalanceRow[]> {
  return tx.rows<BalanceRow>`
    select earned.*, usd_cents_of(earned.open, earned.currency, ${tx.now}) as open_cents
    from (
      select entry.currency,
        coalesce(sum(entry.units) filter (where entry.status = 'held'), 0)::bigint as held,
        coalesce(sum(entry.units) filter (where entry.status = 'open'), 0)::bigint as open,
        coalesce(sum(entry.units) filter (where entry.status = 'claimed'), 0)::bigint as claimed
      from reward_entries entry
      where entry.referrer_id = ${userId}
      group by entry.currency
    ) as earned
    order by earned.currency`;
}

export type EntryRow = {
  readonly id: bigint;
  readonly product: RewardProduct;
  readonly trade: string | null;
  readonly tier: 0 | 1 | 2;
  readonly rate_id: bigint;
  readonly currency: CryptoCode;
  readonly fee_units: bigint;
  readonly units: bigint;
  readonly status: RewardStatus;
  readonly why: RewardReason | null;
  readonly at: Date;
  readonly held_until: Date;
};

/** Latest first. */
export async function entryRows(
  tx: ReadTx,
  {
    userId,
    status,
    before,
    limit,
  }: { userId: bigint; status?: RewardStatus | undefined; before?: string | undefined; limit: number },
): Promise<EntryRow[]> {
  return tx.rows<EntryRow>`
    select entry.id, reward_product(entry.purpose) as product, masked_trade(trade.hash) as trade, entry.tier::int as tier, entry.rate_id, entry.currency, entry.fee_units,
      entry.units, entry.status, entry.why, entry.at, entry.held_until
    from reward_entries entry
    left join trades trade on trade.id = entry.trade_id
    where entry.referrer_id = ${userId}
      and ${status === undefined ? sql`true` : sql`entry.status = ${status}`}
      and ${before === undefined ? sql`true` : sql`entry.id < ${before}::bigint`}
    order by entry.id desc
    limit ${limit}`;
}

export type DayRow = {
  readonly day: string;
  readonly tier: 0 | 1 | 2;
  readonly currency: CryptoCode;
  readonly units: bigint;
  readonly rewards: number;
};

/** Of ninety days, latest first; what was cancelled is not among it. */
export async function dayRows(tx: ReadTx, userId: bigint, zone: string): Promise<DayRow[]> {
  return tx.rows<DayRow>`
    select to_char(entry.at at time zone ${zone}, 'YYYY-MM-DD') as day, entry.tier::int as tier, entry.currency,
      sum(entry.units)::bigint as units, count(*)::int as rewards
    from reward_entries entry
    where entry.referrer_id = ${userId} and entry.status <> 'cancelled' and entry.at > ${tx.now}::timestamptz - interval '90 days'
    group by 1, 2, 3
    order by 1 desc, 2, 3`;
}

export type RateRow = {
  readonly id: bigint;
  readonly tier: 1 | 2;
  readonly rate_bp: number;
  readonly months: number;
  readonly cap_bp: number;
  /** Null for the first, which is valid since ever. */
  readonly valid_from: Date | null;
};

/** Every version, the newest first. */
export async function rateRows(tx: ReadTx): Promise<RateRow[]> {
  return tx.rows<RateRow>`
    select rate.id, rate.tier::int as tier, rate.rate_bp, rate.months, rate.cap_bp,
      case when rate.valid_from > '-infinity' then rate.valid_from end as valid_from
    from reward_rates rate
    where rate.tier > 0
    order by rate.valid_from desc, rate.tier
    limit 200`;
}

export type CostRow = {
  readonly tier: 0 | 1 | 2;
  readonly currency: CryptoCode;
  readonly fees: bigint;
  readonly cost: bigint;
  readonly would_cost: bigint | null;
};

/** Of the rewards of thirty days; `bp` is another share of the same fees, for one tier. */
export async function costRows(tx: ReadTx, other: { tier: number; bp: number } | undefined): Promise<CostRow[]> {
  return tx.rows<CostRow>`
    select entry.tier::int as tier, entry.currency, sum(entry.fee_units)::bigint as fees, sum(entry.units)::bigint as cost,
      case when entry.tier = ${other?.tier ?? null}::int then
        sum(div(entry.fee_units::numeric * ${other?.bp ?? null}::int, 10000))::bigint end as would_cost
    from reward_entries entry
    where entry.units > 0 and entry.status <> 'cancelled' and entry.at > ${tx.now}::timestamptz - interval '30 days'
    group by entry.tier, entry.currency
    order by entry.tier, entry.currency`;
}

export type ShareRow = {
  readonly username: string;
  readonly locale: string;
  readonly positive: number;
  readonly trades: number;
  readonly code: string;
};

/** What a picture of one's own profile says. */
export async function shareRow(tx: ReadTx, userId: bigint): Promise<ShareRow> {
  const rows = await tx.rows<ShareRow>`
    select users.username, users.locale, coalesce(stats.counted_positive, 0)::int as positive,
      coalesce(stats.trades_successful, 0)::int as trades, users.referral_code as code
    from users
    left join user_reputation stats on stats.user_id = users.id
    where users.id = ${userId}`;
  return onlyRow(rows);
}
