/** The SQL of the page of processes and servers. Times are the machine's, not the market's: a moved market clock is no outage. */
import type { ReadTx, Tx } from "../../../platform/postgres/db.ts";
import { onlyRow } from "../../../platform/postgres/only-row.ts";
import type { PROCESS_PARTS, PROCESS_STATES } from "#contract/staff/cluster-names.ts";

export type ProcessRow = {
  readonly instance: string;
  readonly part: (typeof PROCESS_PARTS)[number];
  readonly host: string;
  readonly pid: number;
  readonly release: string;
  readonly state: (typeof PROCESS_STATES)[number];
  readonly started_at: Date;
  readonly seen_at: Date;
  readonly figures: unknown;
};

/** Three rows that were not written. */
const LOST_SEC = 35;
const MOST_SHOWN = 200;

export function processRows(tx: ReadTx): Promise<ProcessRow[]> {
  return tx.rows<ProcessRow>`
    select instance, part, host, pid, release, started_at, seen_at, figures, state
    from (
      select instance, part, host, pid, release, started_at, seen_at, figures,
        case
          when stopped_at is not null then 'stopped'
          when seen_at < clock_timestamp() - make_interval(secs => ${LOST_SEC}) then 'lost'
          else 'running' end as state
      from processes
      where seen_at > clock_timestamp() - interval '1 hour'
    ) as known
    order by array_position(array['running', 'lost', 'stopped'], state), part, host, started_at, instance
    limit ${MOST_SHOWN}`;
}

export type DatabaseRow = {
  readonly at: Date;
  readonly cluster: string;
  readonly address: string | null;
  readonly version: string;
  readonly started_at: Date;
  readonly is_in_recovery: boolean;
  readonly timeline: number | null;
  readonly synchronous_names: string;
};

export async function databaseRow(tx: ReadTx): Promise<DatabaseRow> {
  return onlyRow(
    await tx.rows<DatabaseRow>`
      select clock_timestamp() as at, current_setting('cluster_name') as cluster,
        host(inet_server_addr()) || ':' || inet_server_port() as address, current_setting('server_version') as version,
        pg_postmaster_start_time() as started_at, pg_is_in_recovery() as is_in_recovery,
        case when not pg_is_in_recovery() then (select timeline from timeline_now()) end as timeline,
        current_setting('synchronous_standby_names') as synchronous_names`,
  );
}

export type StandbyRow = {
  readonly may_see: boolean;
  readonly name: string | null;
  readonly address: string | null;
  readonly state: string | null;
  readonly sync_state: string | null;
  readonly lag_bytes: number | null;
  readonly lag_sec: number | null;
};

/** Not on a standby, which has no end of its own log. */
export function standbyRows(tx: ReadTx): Promise<StandbyRow[]> {
  return tx.rows<StandbyRow>`
    select may_see, name, address, state, sync_state, lag_bytes::float8 as lag_bytes, lag_sec
    from database_standbys()`;
}

export type FailoverRow = { readonly timeline_before: number; readonly timeline: number; readonly seen_at: Date };

export async function lastFailover(tx: ReadTx): Promise<FailoverRow | undefined> {
  const [row] = await tx.rows<FailoverRow>`
    select timeline_before, timeline, seen_at
    from database_timelines
    where timeline_before is not null
    order by id desc
    limit 1`;
  return row;
}

/** Whether the timeline is another one than was seen last. */
export async function hasNewTimeline(tx: ReadTx): Promise<boolean> {
  const { is_new } = onlyRow(
    await tx.rows<{ is_new: boolean }>`
      select not exists (
        select
        from (select * from database_timelines order by id desc limit 1) as last
        where last.system_identifier = here.system_identifier and last.timeline = here.timeline
      ) as is_new
      from timeline_now() as here`,
  );
  return is_new;
}

/** Both are kept, once. Returns whether there was one before. */
export async function noteTimeline(tx: Tx): Promise<boolean> {
  return onlyRow(await tx.rows<{ is_change: boolean }>`select note_timeline() as is_change`).is_change;
}

export type DrillRow = {
  readonly at: Date;
  readonly rpo_sec: number;
  readonly rto_sec: number;
  readonly note: string;
  readonly is_old: boolean;
};

const DRILL_DAYS = 90;

/** The one that was last, not the one that was recorded last. */
export async function lastDrill(tx: ReadTx): Promise<DrillRow | undefined> {
  const [row] = await tx.rows<DrillRow>`
    select at, rpo_sec, rto_sec, note, at < clock_timestamp() - make_interval(days => ${DRILL_DAYS}) as is_old
    from restore_drills
    order by at desc, id desc
    limit 1`;
  return row;
}

export type Drill = {
  readonly at: Date;
  readonly rpoSec: number;
  readonly rtoSec: number;
  readonly note: string;
};

/** Why it is not recorded, or `done`. */
export async function insertDrill(tx: Tx, { at, rpoSec, rtoSec, note }: Drill): Promise<"done" | "known" | "not_yet"> {
  const { why } = onlyRow(
    await tx.rows<{ why: "known" | "not_yet" | null }>`
      select case
        when ${at}::timestamptz > clock_timestamp() then 'not_yet'
        when exists (select from restore_drills where at = ${at}::timestamptz) then 'known' end as why`,
  );
  if (why) return why;
  await tx.rows`
    insert into restore_drills (at, rpo_sec, rto_sec, note, recorded_at)
    values (${at}, ${rpoSec}, ${rtoSec}, ${note}, clock_timestamp())`;
  return "done";
}
