/** The SQL of events that are delivered: in eight lanes, each subject in one of them. */
import type { StoredEvent } from "../app-ports.ts";
import { type ReadTx, sql, type Tx } from "../postgres/db.ts";

const LANES = 8;
/** As in the indexes of the table: constants, or PostgreSQL would not find them. */
const LANE = sql`(hashtext(subject) & 7)`;
const WAITING = sql`dispatched_at is null and attempts < 8`;
const PUT_ASIDE = sql`dispatched_at is null and attempts >= 8`;

/** Takes free lanes among these until the transaction ends. */
export async function takeLanes(tx: Tx, lanes: readonly number[], most: number): Promise<number[]> {
  const rows = await tx.rows<{ lane: number }>`
    select lane
    from event_lanes
    where lane = any(${lanes}::int[])
    order by lane
    limit ${most}
    for update skip locked`;
  return rows.map(({ lane }) => lane);
}

/** Lanes in which events wait, other than of these subjects. */
export async function lanesWaiting(tx: ReadTx, without: readonly string[]): Promise<number[]> {
  const rows = await tx.rows<{ lane: number }>`
    select lane
    from generate_series(0, ${LANES - 1}::int) as lane
    cross join lateral (
      select
      from events
      where ${LANE} = lane and ${WAITING} and subject <> all(${without}::text[])
      order by id
      limit 1
    ) as oldest`;
  return rows.map(({ lane }) => lane);
}

/** Subjects with an event that failed and is to be tried later: what follows it waits as well. */
export async function subjectsTriedLater(tx: ReadTx): Promise<string[]> {
  const rows = await tx.rows<{ subject: string }>`
    select distinct subject
    from events
    where dispatched_at is null and attempts between 1 and 7 and retry_at > clock_timestamp()`;
  return rows.map(({ subject }) => subject);
}

/** The oldest events of lanes that are taken. */
export async function waitingEvents(
  tx: Tx,
  { lanes, without, limit }: { lanes: readonly number[]; without: readonly string[]; limit: number },
): Promise<StoredEvent[]> {
  return tx.rows<StoredEvent>`
    select id, type, subject, payload, at
    from waiting_events(${lanes}::int[], ${without}::text[], ${limit}::int)`;
}

/** Fails when one of them was delivered before. */
export async function markDelivered(tx: Tx, lanes: readonly number[], ids: readonly bigint[]): Promise<void> {
  const marked = await tx.rows`
    update events
    set dispatched_at = ${tx.now}
    where ${LANE} = any(${lanes}::int[]) and ${WAITING} and id = any(${ids})
    returning id`;
  if (marked.length !== ids.length) throw new Error("an event was delivered twice");
}

/** It is tried again after a second, four, sixteen …: the last time after more than an hour. */
export async function recordFault(
  tx: Tx,
  lanes: readonly number[],
  { id, fault }: { id: bigint; fault: string },
): Promise<void> {
  await tx.rows`
    update events
    set attempts = attempts + 1, fault = ${fault.slice(0, 500)},
        retry_at = clock_timestamp() + make_interval(secs => power(4, attempts))
    where ${LANE} = any(${lanes}::int[]) and ${WAITING} and id = ${id}`;
}

const FAILED = sql`dispatched_at is null and (attempts between 1 and 7 or attempts >= 8)`;

export type FailedEvent = {
  type: string;
  subject: string;
  attempts: number;
  fault: string;
  /** When it is tried again; null for one that was put aside. */
  next_at: Date | null;
  /** How many later events of its subject wait with it; none behind one that was put aside. */
  held: number;
};

/** Events that failed and are not delivered: those that failed most often first. */
export async function failedEvents(tx: ReadTx, most: number): Promise<FailedEvent[]> {
  return tx.rows<FailedEvent>`
    select failed.type, failed.subject, failed.attempts, coalesce(failed.fault, '') as fault,
      case when failed.attempts < 8 then failed.retry_at end as next_at,
      case when failed.attempts < 8 then (
        select count(*)::int
        from events
        where (hashtext(events.subject) & 7) = (hashtext(failed.subject) & 7) and events.dispatched_at is null
          and events.attempts < 8 and events.subject = failed.subject and events.id > failed.id
      ) else 0 end as held
    from events failed
    where ${FAILED}
    order by failed.attempts desc, failed.id
    limit ${most}`;
}

/** They are tried at once, as if they had never failed; returns how many. */
export async function retryFailedEvents(tx: Tx): Promise<number> {
  const rows = await tx.rows`
    update events
    set attempts = 0, retry_at = null
    where ${FAILED}
    returning id`;
  return rows.length;
}

/** Counting stops here: beyond it the exact number does not matter. */
const MOST_COUNTED = 100_000;

/** How many events wait, up to 100,000, and how many were put aside because they failed too often. */
export async function countUndelivered(tx: ReadTx): Promise<{ waiting: number; put_aside: number }> {
  const [row] = await tx.rows<{ waiting: number; put_aside: number }>`
    select
      (select count(*)::int from (select from events where ${WAITING} limit ${MOST_COUNTED}) as counted) as waiting,
      (select count(*)::int from events where ${PUT_ASIDE}) as put_aside`;
  return row ?? { waiting: 0, put_aside: 0 };
}

export type LaneBehind = { readonly lane: number; readonly waiting: number; readonly oldest_at: Date };

const MOST_OF_LANE = 1000;

/** Lanes in which events wait that are not put aside: how many, up to a thousand, and since when the oldest does. */
export async function lanesBehind(tx: ReadTx): Promise<LaneBehind[]> {
  return tx.rows<LaneBehind>`
    select lane, counted.waiting, counted.oldest_at
    from generate_series(0, ${LANES - 1}::int) as lane
    cross join lateral (
      select count(*)::int as waiting, min(first.written_at) as oldest_at
      from (
        select written_at
        from events
        where ${LANE} = lane and ${WAITING}
        order by id
        limit ${MOST_OF_LANE}
      ) as first
    ) as counted
    where counted.waiting > 0
    order by lane`;
}

/** How long the oldest event waits that is not put aside, in seconds; 0 when none does. */
export async function secondsBehind(tx: ReadTx): Promise<number> {
  const [row] = await tx.rows<{ seconds: number }>`
    select coalesce(extract(epoch from clock_timestamp() - min(oldest.written_at)), 0)::float8 as seconds
    from generate_series(0, ${LANES - 1}::int) as lane
    cross join lateral (
      select written_at
      from events
      where ${LANE} = lane and ${WAITING}
      order by id
      limit 1
    ) as oldest`;
  return row?.seconds ?? 0;
}
