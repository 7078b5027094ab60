/** The SQL of trading names. What changes them is functions of the database. */
import type {
  TradingNameQueue,
  TradingNameReason,
  TradingNameStatus,
} from "#contract/compliance/trading-name-names.ts";
import { before, behind, placeOf } from "../../platform/cursors.ts";
import { type Fragment, type ReadTx, sql, type Tx } from "../../platform/postgres/db.ts";
import { onlyRow } from "../../platform/postgres/only-row.ts";

const MOST_COUNTED = 1000;

export type NameRow = {
  readonly reference: string;
  readonly user_id: bigint;
  readonly username: string;
  readonly name: string;
  readonly look: string;
  readonly status: TradingNameStatus;
  readonly reason: TradingNameReason | null;
  readonly asked_at: Date;
  readonly ended_at: Date | null;
  readonly approved_by: string[];
  readonly ended_by: string | null;
};

/** With its place, in a queue. */
const selectNames = (place: Fragment = sql`null`) => sql`
    select ${place} as place, one.reference, one.user_id, person.username, one.name, one.look, one.status, one.reason, one.asked_at,
      one.ended_at, ender.username as ended_by,
      array_remove(array[
        (select username from users where id = one.first_by), (select username from users where id = one.approved_by)
      ], null) as approved_by
    from trading_names one
    join users person on person.id = one.user_id
    left join users ender on ender.id = one.ended_by`;

type Asked = {
  readonly queue: TradingNameQueue;
  readonly who?: string | undefined;
  readonly after?: string | undefined;
  readonly limit: number;
};

/** Waiting ones, the oldest first; approved ones and those that are over, the latest first. */
export function queueRows(
  tx: ReadTx,
  { queue, who, after, limit }: Asked,
): Promise<(NameRow & { readonly place: string })[]> {
  const [at, id] = [QUEUES[queue].at, sql`one.id`];
  const narrowed = who === undefined ? sql`` : sql`and lower(person.username) = lower(${who})`;
  if (queue === "waiting")
    return tx.rows<NameRow & { readonly place: string }>`
      ${selectNames(placeOf(at, id))}
      where ${QUEUES.waiting.has} ${narrowed} ${behind(at, id, after)}
      order by ${at}, one.id
      limit ${limit}`;
  return tx.rows<NameRow & { readonly place: string }>`
    ${selectNames(placeOf(at, id))}
    where ${QUEUES[queue].has} ${narrowed} ${before(at, id, after)}
    order by ${at} desc, one.id desc
    limit ${limit}`;
}

const QUEUES = {
  waiting: { at: sql`one.asked_at`, has: sql`one.status = 'waiting'` },
  approved: { at: sql`one.approved_at`, has: sql`one.status = 'approved'` },
  decided: { at: sql`one.ended_at`, has: sql`one.ended_at is not null` },
} as const;

export async function countWaiting(tx: ReadTx): Promise<number> {
  const rows = await tx.rows<{ count: number }>`
    select count(*)::int as count
    from (select from trading_names where status = 'waiting' limit ${MOST_COUNTED}) as waiting`;
  return onlyRow(rows).count;
}

export async function nameByReference(tx: ReadTx, reference: string): Promise<NameRow | undefined> {
  const [row] = await tx.rows<NameRow>`
    ${selectNames()}
    where one.reference = ${reference}`;
  return row;
}

/** The latest first. */
export function namesOf(tx: ReadTx, userId: bigint): Promise<NameRow[]> {
  return tx.rows<NameRow>`
    ${selectNames()}
    where one.user_id = ${userId}
    order by one.id desc
    limit 20`;
}

export async function askedInMonth(tx: ReadTx, userId: bigint): Promise<number> {
  const rows = await tx.rows<{ count: number }>`
    select count(*)::int as count
    from trading_names
    where user_id = ${userId} and asked_at > ${tx.now}::timestamptz - interval '30 days'`;
  return onlyRow(rows).count;
}

export type KnownName = { readonly username: string; readonly name: string };

/** Of other companies: what they have, want, or had taken away. */
export function othersNames(tx: ReadTx, userId: bigint): Promise<KnownName[]> {
  return tx.rows<KnownName>`
    select person.username, one.name
    from trading_names one
    join users person on person.id = one.user_id
    where one.user_id <> ${userId} and one.status in ('waiting', 'approved', 'removed')`;
}

/** Until the transaction ends nobody else asks for a name: what lock_trading_names() locks in the database. */
export async function lockNames(tx: Tx): Promise<void> {
  await tx.rows`
    select pg_advisory_xact_lock(hashtextextended('trading names', 0))`;
}

type NewName = { readonly userId: bigint; readonly reference: string; readonly name: string; readonly look: string };

export async function ask(tx: Tx, { userId, reference, name, look }: NewName): Promise<string> {
  const rows = await tx.rows<{ outcome: string }>`
    select outcome
    from ask_for_trading_name(${userId}, ${reference}, ${name}, ${look}, ${tx.now})`;
  return onlyRow(rows).outcome;
}

export async function withdraw(tx: Tx, userId: bigint, which: "waiting" | "approved"): Promise<boolean> {
  const rows = await tx.rows<{ is_withdrawn: boolean }>`
    select withdraw_trading_name(${userId}, ${which}, ${tx.now}) as is_withdrawn`;
  return onlyRow(rows).is_withdrawn;
}

export async function approve(
  tx: Tx,
  { reference, staffId }: { readonly reference: string; readonly staffId: bigint },
): Promise<string> {
  const rows = await tx.rows<{ outcome: string }>`
    select outcome
    from approve_trading_name(${reference}, ${staffId}, ${tx.now})`;
  return onlyRow(rows).outcome;
}

export type Ending = {
  readonly reference: string;
  readonly staffId: bigint;
  readonly status: "refused" | "removed";
  readonly reason: TradingNameReason;
  /** For the audit log; the company reads the reason. */
  readonly why: string;
};

export async function end(tx: Tx, { reference, staffId, status, reason, why }: Ending): Promise<string> {
  const rows = await tx.rows<{ outcome: string }>`
    select outcome
    from end_trading_name(${reference}, ${staffId}, ${status}, ${reason}, ${why}, ${tx.now})`;
  return onlyRow(rows).outcome;
}
