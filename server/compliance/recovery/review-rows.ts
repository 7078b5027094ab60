/** The SQL of recoveries as staff see them. What changes them is functions of the database. */
import type {
  RecoveryFault,
  RecoveryQueue,
  RecoveryReason,
  RecoverySide,
  RecoveryStatus,
} from "#contract/compliance/recovery/names.ts";
import type { RecoveryFilters } from "#contract/compliance/recovery/recovery.ts";
import { type Fragment, type ReadTx, sql, type Tx } from "../../platform/postgres/db.ts";
import { onlyRow } from "../../platform/postgres/only-row.ts";
import { before, behind, placeOf } from "../../platform/cursors.ts";

const MOST_OTHERS = 20;

export type CaseRow = {
  readonly id: bigint;
  readonly reference: string;
  readonly code: string;
  readonly status: RecoveryStatus;
  readonly user_id: bigint | null;
  readonly username: string | null;
  readonly details_sealed: Uint8Array;
  readonly email_sealed: Uint8Array;
  readonly started_at: Date;
  readonly confirmed_at: Date;
  readonly waits_until: Date | null;
  readonly ended_at: Date | null;
  readonly reason: RecoveryReason | null;
  readonly rejected_by: string | null;
  readonly approved_by: string[];
};

/** With its place, in a queue. */
const selectCases = (place: Fragment = sql`null`) => sql`
    select ${place} as place, one.id, one.reference, one.code, one.status, one.user_id, person.username, one.details_sealed, one.email_sealed,
      one.started_at, one.confirmed_at, one.waits_until, one.ended_at, one.reason, decider.username as rejected_by,
      array(
        select approver.username
        from recovery_approvals given
        join users approver on approver.id = given.staff_id
        where given.recovery_id = one.id
        order by given.at) as approved_by
    from account_recoveries one
    left join users person on person.id = one.user_id
    left join users decider on decider.id = one.rejected_by`;

type Slice = RecoveryFilters & {
  readonly queue: RecoveryQueue;
  readonly after: string | undefined;
  readonly limit: number;
};

export type QueuedRow = CaseRow & { readonly place: string };

/** Cases that wait for the staff, the oldest first; those that wait for their day, the next first; ended ones, the latest first. */
export function queueRows(tx: ReadTx, { queue, after, limit, ...filters }: Slice): Promise<QueuedRow[]> {
  const id = sql`one.id`;
  if (queue === "ended") {
    const ended = sql`one.ended_at`;
    return tx.rows<QueuedRow>`
      ${selectCases(placeOf(ended, id))}
      where one.confirmed_at is not null and one.ended_at is not null ${narrowed(filters)} ${before(ended, id, after)}
      order by one.ended_at desc, one.id desc
      limit ${limit}`;
  }
  const [at, waits] =
    queue === "waiting"
      ? [sql`one.waits_until`, sql`one.status in ('approved', 'ready')`]
      : [sql`one.started_at`, sql`one.status = 'pending'`];
  return tx.rows<QueuedRow>`
    ${selectCases(placeOf(at, id))}
    where ${waits} ${narrowed(filters)} ${behind(at, id, after)}
    order by ${at}, one.id
    limit ${limit}`;
}

const narrowed = ({ who, code }: RecoveryFilters) => sql`
      ${who === undefined ? sql`` : sql`and lower(person.username) = lower(${who})`}
      ${code === undefined ? sql`` : sql`and one.code = ${code}`}`;

export async function countWaiting(tx: ReadTx): Promise<number> {
  return onlyRow(
    await tx.rows<{ count: number }>`
      select count(*)::int as count
      from (select from account_recoveries where status = 'pending' limit 1000) as waiting`,
  ).count;
}

export async function caseByReference(tx: ReadTx, reference: string): Promise<CaseRow | undefined> {
  const [row] = await tx.rows<CaseRow>`
    ${selectCases()}
    where one.reference = ${reference} and one.confirmed_at is not null`;
  return row;
}

/** Of the same account, the newest first. */
export async function othersOf(tx: ReadTx, { id, user_id: userId }: CaseRow): Promise<CaseRow[]> {
  if (userId === null) return [];
  return tx.rows<CaseRow>`
    ${selectCases()}
    where one.user_id = ${userId} and one.id <> ${id} and one.confirmed_at is not null
    order by one.id desc
    limit ${MOST_OTHERS}`;
}

export async function faultOf(tx: ReadTx, reference: string): Promise<RecoveryFault | null> {
  return onlyRow(
    await tx.rows<{ fault: RecoveryFault | null }>`select recovery_faults(${reference}, ${tx.now}) as fault`,
  ).fault;
}

/** The document to compare its pictures with; null if none was approved before it began. */
export async function identityOf(tx: ReadTx, row: CaseRow): Promise<string | null> {
  if (row.user_id === null) return null;
  return onlyRow(
    await tx.rows<{ reference: string | null }>`
      select recovery_identity(${row.user_id}, ${row.started_at}) as reference`,
  ).reference;
}

export type PictureRow = { readonly side: RecoverySide; readonly file_key: string; readonly key_sealed: Uint8Array };

export function picturesOf(tx: ReadTx, recoveryId: bigint): Promise<PictureRow[]> {
  return tx.rows<PictureRow>`
    select side, file_key, key_sealed
    from recovery_pictures
    where recovery_id = ${recoveryId}
    order by side`;
}

/** Undefined for staff who have not opened it in the last half hour. */
export async function openedPicture(
  tx: ReadTx,
  { reference, side, staffId }: { reference: string; side: RecoverySide; staffId: bigint },
): Promise<PictureRow | undefined> {
  const [row] = await tx.rows<PictureRow>`
    select picture.side, picture.file_key, picture.key_sealed
    from account_recoveries one
    join recovery_pictures picture on picture.recovery_id = one.id and picture.side = ${side}
    where one.reference = ${reference} and one.confirmed_at is not null and looks_at_recovery(one.id, ${staffId})`;
  return row;
}

type ByStaff = { readonly reference: string; readonly staffId: bigint };

export async function lookAt(tx: Tx, { reference, staffId, reason }: ByStaff & { reason: string }): Promise<string> {
  return onlyRow(
    await tx.rows<{ outcome: string }>`
      select outcome from look_at_recovery(${reference}, ${staffId}, ${reason}, ${tx.now})`,
  ).outcome;
}

export async function approve(tx: Tx, { reference, staffId }: ByStaff): Promise<string> {
  return onlyRow(
    await tx.rows<{ outcome: string }>`select outcome from approve_recovery(${reference}, ${staffId}, ${tx.now})`,
  ).outcome;
}

export async function reject(tx: Tx, { reference, staffId, reason }: ByStaff & { reason: string }): Promise<string> {
  return onlyRow(
    await tx.rows<{ outcome: string }>`
      select outcome from reject_recovery(${reference}, ${staffId}, ${reason}, ${tx.now})`,
  ).outcome;
}
