/** The SQL of recoveries as staff see them. What changes them is functions of the database (migration 0620). */
import type {
  RecoveryFault,
  RecoveryQueue,
  RecoveryReason,
  RecoverySide,
  RecoveryStatus,
} from "#contract/recovery-names.ts";
import type { RecoveryFilters } from "#contract/recovery.ts";
import { type ReadTx, sql, type Tx } from "../../platform/db.ts";
import { onlyRow } from "../../platform/only-row.ts";

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

const selectCases = sql`
    select one.id, one.reference, one.code, one.status, one.user_id, person.username, one.details_sealed, one.email_sealed,
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
  /** The last of the page before. */
  readonly after: string | undefined;
  readonly limit: number;
};

/** What waits for the staff, oldest first; for its day, the next first; what has ended, the latest first. */
export function queueRows(tx: ReadTx, { queue, after, limit, ...filters }: Slice): Promise<CaseRow[]> {
  if (queue === "ended")
    return tx.rows<CaseRow>`
      ${selectCases}
      where one.confirmed_at is not null and one.ended_at is not null ${narrowed(filters)}
        ${after === undefined ? sql`` : sql`and (one.ended_at, one.id) < (select last.ended_at, last.id from account_recoveries last where last.reference = ${after})`}
      order by one.ended_at desc, one.id desc
      limit ${limit}`;
  if (queue === "waiting")
    return tx.rows<CaseRow>`
      ${selectCases}
      where one.status in ('approved', 'ready') ${narrowed(filters)}
        ${after === undefined ? sql`` : sql`and (one.waits_until, one.id) > (select last.waits_until, last.id from account_recoveries last where last.reference = ${after})`}
      order by one.waits_until, one.id
      limit ${limit}`;
  return tx.rows<CaseRow>`
    ${selectCases}
    where one.status = 'pending' ${narrowed(filters)}
      ${after === undefined ? sql`` : sql`and one.id > (select last.id from account_recoveries last where last.reference = ${after})`}
    order by one.id
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
    ${selectCases}
    where one.reference = ${reference} and one.confirmed_at is not null`;
  return row;
}

/** Of the same account, the newest first. */
export async function othersOf(tx: ReadTx, { id, user_id: userId }: CaseRow): Promise<CaseRow[]> {
  if (userId === null) return [];
  return tx.rows<CaseRow>`
    ${selectCases}
    where one.user_id = ${userId} and one.id <> ${id} and one.confirmed_at is not null
    order by one.id desc
    limit ${MOST_OTHERS}`;
}

export async function faultOf(tx: ReadTx, reference: string): Promise<RecoveryFault | null> {
  return onlyRow(
    await tx.rows<{ fault: RecoveryFault | null }>`select recovery_faults(${reference}, ${tx.now}) as fault`,
  ).fault;
}

/** What its pictures are compared with; null where nothing was approved before it began. */
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

/** Undefined to whoever has not opened it in the last half hour. */
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
