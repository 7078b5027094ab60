/** The SQL of the ambassador program. What decides about levels, assignments and rewards are functions of the database. */
import type {
  AmbassadorLevel,
  APPLICATION_LISTS,
  APPLICATION_STEPS,
  ApplicationStatus,
} from "#contract/reach/ambassador-names.ts";
import type { RewardReason, RewardStatus } from "#contract/reach/partner/names.ts";
import { type Fragment, type ReadTx, sql, type Tx } from "../../../platform/postgres/db.ts";
import { onlyRow } from "../../../platform/postgres/only-row.ts";

/** `sent`, or why not: `level`, `open`, `already`, `early`. */
export async function apply(tx: Tx, { userId, text, at }: { userId: bigint; text: string; at: Date }): Promise<string> {
  const rows = await tx.rows<{ outcome: string }>`select apply_as_ambassador(${userId}, ${text}, ${at}) as outcome`;
  return onlyRow(rows).outcome;
}

/** False where none waits. */
export async function withdraw(tx: Tx, userId: bigint, at: Date): Promise<boolean> {
  const rows = await tx.rows<{ is_done: boolean }>`
    select withdraw_ambassador_application(${userId}, ${at}) as is_done`;
  return onlyRow(rows).is_done;
}

/** `assigned`, or why not: `unknown`, `own`, `late`, `fixed`. */
export async function assign(
  tx: Tx,
  { userId, code, at }: { userId: bigint; code: string; at: Date },
): Promise<string> {
  const rows = await tx.rows<{ outcome: string }>`select assign_ambassador(${userId}, ${code}, ${at}) as outcome`;
  return onlyRow(rows).outcome;
}

type Judging = {
  readonly number: string;
  readonly step: (typeof APPLICATION_STEPS)[number];
  readonly note: string;
  readonly staffId: bigint;
  readonly at: Date;
};

/** `done`, or why not: `unknown`, `own`, `not_judge`, `closed`. */
export async function judge(tx: Tx, { number, step, note, staffId, at }: Judging): Promise<string> {
  const rows = await tx.rows<{ outcome: string }>`
    select judge_ambassador_application(${number}, ${step}, ${note}, ${staffId}, ${at}) as outcome`;
  return onlyRow(rows).outcome;
}

/** Returns how many rewards there are. */
export async function accrueForNewcomers(tx: Tx, most: number): Promise<number> {
  const rows = await tx.rows<{ given: number }>`select accrue_ambassador_rewards(${most}, ${tx.now}) as given`;
  return onlyRow(rows).given;
}

export type OwnAmbassador = {
  readonly code: string;
  readonly level: AmbassadorLevel | null;
  readonly since: Date | null;
};

export async function ownAmbassador(tx: ReadTx, userId: bigint): Promise<OwnAmbassador> {
  const rows = await tx.rows<OwnAmbassador>`
    select users.referral_code as code, known.level, known.since
    from users
    left join ambassadors known on known.user_id = users.id and known.ended_at is null
    where users.id = ${userId}`;
  return onlyRow(rows);
}

/** Who has this code and is an ambassador now. */
export async function ambassadorOf(
  tx: ReadTx,
  code: string,
): Promise<{ id: bigint; username: string; level: AmbassadorLevel } | undefined> {
  const rows = await tx.rows<{ id: bigint; username: string; level: AmbassadorLevel }>`
    select users.id, users.username, known.level
    from users
    join ambassadors known on known.user_id = users.id and known.ended_at is null
    where users.referral_code = ${code}`;
  return rows[0];
}

export type ApplicationRow = {
  readonly id: bigint;
  readonly number: string;
  readonly status: ApplicationStatus;
  readonly words: string;
  readonly sent_at: Date;
  readonly changed_at: Date;
};

export async function lastApplication(tx: ReadTx, userId: bigint): Promise<ApplicationRow | undefined> {
  const rows = await tx.rows<ApplicationRow>`
    select sent.id, sent.number, sent.status, sent.words, sent.sent_at, sent.changed_at
    from ambassador_applications sent
    where sent.user_id = ${userId}
    order by sent.id desc
    limit 1`;
  return rows[0];
}

export type LevelVersion = {
  readonly id: bigint;
  readonly level: AmbassadorLevel;
  readonly fixed_units: bigint;
  readonly valid_from: Date | null;
};

/** Every version, the newest first. */
export async function levelVersions(tx: ReadTx): Promise<LevelVersion[]> {
  return tx.rows<LevelVersion>`
    select rate.id, rate.level, rate.fixed_units,
      case when rate.valid_from > '-infinity' then rate.valid_from end as valid_from
    from reward_rates rate
    where rate.tier = 0
    order by rate.valid_from desc, rate.id
    limit 200`;
}

export type MonthRow = {
  readonly month: string;
  readonly newcomers: number;
  readonly rewards: number;
  readonly units: bigint;
};

/** Of twelve months with something in them, the latest first. */
export async function monthRows(tx: ReadTx, userId: bigint, zone: string): Promise<MonthRow[]> {
  return tx.rows<MonthRow>`
    select month, sum(newcomers)::int as newcomers, sum(rewards)::int as rewards, sum(units)::bigint as units
    from (
      select to_char(one.at at time zone ${zone}, 'YYYY-MM') as month, 1 as newcomers, 0 as rewards, 0 as units
      from ambassador_assignments one
      where one.ambassador_id = ${userId}
      union all
      select to_char(entry.at at time zone ${zone}, 'YYYY-MM'), 0, 1, entry.units
      from reward_entries entry
      where entry.referrer_id = ${userId} and entry.tier = 0 and entry.status <> 'cancelled'
    ) as noted
    group by month
    order by month desc
    limit 12`;
}

export type LineRow = {
  readonly at: Date;
  readonly name: string;
  readonly rate_id: bigint;
  readonly units: bigint;
  readonly status: RewardStatus;
  readonly why: RewardReason | null;
};

/** Of a time: it is in a month of a time zone. */
const inMonth = (at: Fragment, { month, zone }: { month: string; zone: string }): Fragment => sql`
  ${at} >= (${`${month}-01`}::date)::timestamp at time zone ${zone}
  and ${at} < (${`${month}-01`}::date + interval '1 month') at time zone ${zone}`;

/** Who came in one month. */
export async function newcomersOf(
  tx: ReadTx,
  { userId, month, zone }: { userId: bigint; month: string; zone: string },
): Promise<number> {
  const rows = await tx.rows<{ count: number }>`
    select count(*)::int as count
    from ambassador_assignments one
    where one.ambassador_id = ${userId}
      and ${inMonth(sql`one.at`, { month, zone })}`;
  return onlyRow(rows).count;
}

/** The rewards of one month, in order. */
export async function lineRows(
  tx: ReadTx,
  { userId, month, zone }: { userId: bigint; month: string; zone: string },
): Promise<LineRow[]> {
  return tx.rows<LineRow>`
    select entry.at, masked_name(newcomer.username) as name, entry.rate_id, entry.units, entry.status, entry.why
    from reward_entries entry
    join users newcomer on newcomer.id = entry.person_id
    where entry.referrer_id = ${userId} and entry.tier = 0
      and ${inMonth(sql`entry.at`, { month, zone })}
    order by entry.id`;
}

export type NewcomerRow = {
  readonly id: bigint;
  readonly name: string;
  readonly at: Date;
  readonly ends_at: Date;
  readonly is_over: boolean;
  readonly is_verified: boolean;
  readonly has_traded: boolean;
  readonly units: bigint | null;
  readonly why: RewardReason | null;
};

/** Latest first. The reason is that of a reward, or of the trades that do not count. */
export async function newcomerRows(
  tx: ReadTx,
  { userId, before, limit }: { userId: bigint; before: string | undefined; limit: number },
): Promise<NewcomerRow[]> {
  return tx.rows<NewcomerRow>`
    select one.newcomer_id as id, masked_name(newcomer.username) as name, one.at, one.ends_at,
      one.ends_at <= ${tx.now}::timestamptz as is_over, newcomer.verified_level is not null as is_verified,
      coalesce(stats.trades_successful, 0) > 0 as has_traded, reward.units,
      coalesce(reward.why, case when not one.is_rewarded and stats.trades_successful > 0 then
        assigned_doubt(one.newcomer_id, one.ambassador_id, ${tx.now}) end) as why
    from ambassador_assignments one
    join users newcomer on newcomer.id = one.newcomer_id
    left join user_reputation stats on stats.user_id = newcomer.id
    left join reward_entries reward on reward.person_id = one.newcomer_id and reward.tier = 0 and reward.reverses is null
    where one.ambassador_id = ${userId} and ${before === undefined ? sql`true` : sql`one.newcomer_id < ${before}::bigint`}
    order by one.newcomer_id desc
    limit ${limit}`;
}

export type StaffApplicationRow = ApplicationRow & {
  readonly username: string;
  readonly country: string;
  readonly trades: number;
  readonly decided_by: string | null;
  readonly notes: { by: string; at: string; text: string }[];
};

const applicationsWhere = (tx: ReadTx, which: Fragment): Promise<StaffApplicationRow[]> =>
  tx.rows<StaffApplicationRow>`
    select sent.id, sent.number, sent.status, sent.words, sent.sent_at, sent.changed_at, person.username,
      person.country_iso as country, coalesce(stats.trades_successful, 0)::int as trades, judge.username as decided_by,
      coalesce((
        select jsonb_agg(jsonb_build_object('by', writer.username, 'at', note.at, 'text', note.text) order by note.id)
        from ambassador_notes note
        join users writer on writer.id = note.staff_id
        where note.application_id = sent.id), '[]'::jsonb) as notes
    from ambassador_applications sent
    join users person on person.id = sent.user_id
    left join user_reputation stats on stats.user_id = person.id
    left join users judge on judge.id = sent.decided_by
    where ${which}`;

/** Open ones oldest first, decided ones latest first. */
export async function applicationRows(
  tx: ReadTx,
  { show, after, limit }: { show: (typeof APPLICATION_LISTS)[number]; after: string | undefined; limit: number },
): Promise<StaffApplicationRow[]> {
  const from = after === undefined ? null : after;
  return show === "open"
    ? applicationsWhere(
        tx,
        sql`sent.status in ('sent', 'interview') and sent.id > coalesce(${from}::bigint, 0) order by sent.id limit ${limit}`,
      )
    : applicationsWhere(
        tx,
        sql`sent.status not in ('sent', 'interview') and (${from}::bigint is null or sent.id < ${from}::bigint)
          order by sent.id desc limit ${limit}`,
      );
}

export async function findApplication(tx: ReadTx, number: string): Promise<StaffApplicationRow | undefined> {
  return (await applicationsWhere(tx, sql`sent.number = ${number}`))[0];
}

export type StaffAmbassadorRow = {
  readonly username: string;
  readonly level: AmbassadorLevel;
  readonly since: Date;
  readonly newcomers: number;
  readonly rewarded: number;
  readonly units: bigint;
};

/** By name. */
export async function ambassadorRows(
  tx: ReadTx,
  { after, limit }: { after: string | undefined; limit: number },
): Promise<StaffAmbassadorRow[]> {
  return tx.rows<StaffAmbassadorRow>`
    select person.username, known.level, known.since, brought.newcomers, brought.rewarded, earned.units
    from ambassadors known
    join users person on person.id = known.user_id
    cross join lateral (
      select count(*)::int as newcomers, count(*) filter (where one.is_rewarded)::int as rewarded
      from ambassador_assignments one
      where one.ambassador_id = known.user_id
    ) as brought
    cross join lateral (
      select coalesce(sum(entry.units), 0)::bigint as units
      from reward_entries entry
      where entry.referrer_id = known.user_id and entry.tier = 0 and entry.status <> 'cancelled'
    ) as earned
    where known.ended_at is null and ${after === undefined ? sql`true` : sql`lower(person.username) > lower(${after})`}
    order by lower(person.username)
    limit ${limit}`;
}
