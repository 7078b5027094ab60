/** The SQL of restrictions and appeals, as staff and as those whom they are about read them. What changes is functions of the database. */
import type { RestrictionState } from "#contract/compliance/restriction-names.ts";
import type { RestrictionFilters, RestrictionQueue } from "#contract/compliance/restrictions.ts";
import { type Fragment, type ReadTx, sql, type Tx } from "../../platform/postgres/db.ts";
import { onlyRow } from "../../platform/postgres/only-row.ts";
import { behind, placeOf } from "../../platform/cursors.ts";

const MOST_COUNTED = 1000;
const MOST_OF_A_PERSON = 50;

export type RestrictionRow = {
  username: string;
  user_id: bigint;
  state: RestrictionState;
  reason_code: string;
  case_number: string;
  since: Date;
  review_at: Date;
  note: string | null;
  set_by: string | null;
  setter_id: bigint | null;
  is_of_staff: boolean;
  lifted_at: Date | null;
  lifted_by: string | null;
  lifted_why: string | null;
  words: string | null;
  written_at: Date | null;
  outcome: "lifted" | "kept" | null;
  answer: string | null;
  decided_at: Date | null;
  is_leave_allowed: boolean;
};

/** With its place, in a queue. */
const selectRestrictions = (place: Fragment = sql`null`) => sql`
    select ${place} as place, person.username, one.user_id, one.state, one.reason_code, one.case_number, one.since, one.review_at, one.note,
      setter.username as set_by, one.set_by as setter_id,
      exists (select from user_roles granted where granted.user_id = one.user_id) as is_of_staff,
      one.leave_allowed_at is not null as is_leave_allowed, one.lifted_at, lifter.username as lifted_by, one.lifted_why,
      appeal.words, appeal.written_at, appeal.outcome, appeal.answer, appeal.decided_at
    from user_restrictions one
    join users person on person.id = one.user_id
    left join users setter on setter.id = one.set_by
    left join users lifter on lifter.id = one.lifted_by
    left join restriction_appeals appeal on appeal.restriction_id = one.id`;

export async function restrictionByCase(tx: ReadTx, caseNumber: string): Promise<RestrictionRow | undefined> {
  const [row] = await tx.rows<RestrictionRow>`
    ${selectRestrictions()}
    where one.case_number = ${caseNumber}`;
  return row;
}

/** The active ones, the oldest first. */
export function standingOf(tx: ReadTx, userId: bigint): Promise<RestrictionRow[]> {
  return tx.rows<RestrictionRow>`
    ${selectRestrictions()}
    where one.user_id = ${userId} and one.lifted_at is null
    order by one.id`;
}

/** All of a person's, the newest first. */
export function restrictionsOf(tx: ReadTx, userId: bigint): Promise<RestrictionRow[]> {
  return tx.rows<RestrictionRow>`
    ${selectRestrictions()}
    where one.user_id = ${userId}
    order by one.id desc
    limit ${MOST_OF_A_PERSON}`;
}

type Slice = RestrictionFilters & {
  readonly queue: RestrictionQueue;
  readonly after: string | undefined;
  readonly limit: number;
};

export type QueuedRow = RestrictionRow & { readonly place: string };

/** Longest wait first. */
export function queueRows(tx: ReadTx, { queue, after, limit, ...filters }: Slice): Promise<QueuedRow[]> {
  const [at, id] = [queue === "appeals" ? sql`appeal.written_at` : sql`one.review_at`, sql`one.id`];
  const waits = {
    appeals: sql`appeal.restriction_id is not null and appeal.outcome is null`,
    due: sql`one.review_at <= ${tx.now}::timestamptz`,
    standing: sql`true`,
  }[queue];
  return tx.rows<QueuedRow>`
    ${selectRestrictions(placeOf(at, id))}
    where one.lifted_at is null and ${waits} ${narrowed(filters)} ${behind(at, id, after)}
    order by ${at}, ${id}
    limit ${limit}`;
}

const narrowed = ({ state, reason, who }: RestrictionFilters) => sql`
      ${state === undefined ? sql`` : sql`and one.state = ${state}`}
      ${reason === undefined ? sql`` : sql`and one.reason_code = ${reason}`}
      ${who === undefined ? sql`` : sql`and lower(person.username) = lower(${who})`}`;

/** Up to a thousand each. */
export async function queueCounts(tx: ReadTx): Promise<Record<RestrictionQueue, number>> {
  const rows = await tx.rows<Record<RestrictionQueue, number>>`
    select
      (select count(*)::int from (
        select from restriction_appeals where outcome is null limit ${MOST_COUNTED}) as waiting) as appeals,
      (select count(*)::int from (
        select from user_restrictions
        where lifted_at is null and review_at <= ${tx.now}::timestamptz limit ${MOST_COUNTED}) as due) as due,
      (select count(*)::int from (
        select from user_restrictions where lifted_at is null limit ${MOST_COUNTED}) as standing) as standing`;
  return onlyRow(rows);
}

export type NewRestriction = {
  readonly caseNumber: string;
  readonly userId: bigint;
  readonly state: RestrictionState;
  readonly reasonCode: string;
  readonly note: string;
  readonly reviewDays: number;
  readonly staffId: bigint;
};

export async function restrictUser(tx: Tx, wish: NewRestriction): Promise<string> {
  const rows = await tx.rows<{ outcome: string }>`
    select outcome
    from restrict_user(
      ${wish.caseNumber}, ${wish.userId}, ${wish.state}, ${wish.reasonCode}, ${wish.note}, ${wish.reviewDays},
      ${wish.staffId}, ${tx.now})`;
  return onlyRow(rows).outcome;
}

type Decision = { readonly caseNumber: string; readonly why: string; readonly staffId: bigint };

export async function liftRestriction(tx: Tx, { caseNumber, why, staffId }: Decision): Promise<string> {
  const rows = await tx.rows<{ outcome: string }>`
    select outcome
    from lift_restriction(${caseNumber}, ${why}, ${staffId}, ${tx.now})`;
  return onlyRow(rows).outcome;
}

export async function keepRestriction(
  tx: Tx,
  { caseNumber, why, reviewDays, staffId }: Decision & { readonly reviewDays: number },
): Promise<string> {
  const rows = await tx.rows<{ outcome: string }>`
    select outcome
    from keep_restriction(${caseNumber}, ${why}, ${reviewDays}, ${staffId}, ${tx.now})`;
  return onlyRow(rows).outcome;
}

export async function allowLastSendOut(tx: Tx, { caseNumber, why, staffId }: Decision): Promise<string> {
  const rows = await tx.rows<{ outcome: string }>`
    select outcome
    from allow_last_send_out(${caseNumber}, ${why}, ${staffId}, ${tx.now})`;
  return onlyRow(rows).outcome;
}

/** For the owner of the tables only. False where it is not active: then nothing is written. */
export async function liftRestrictionByOperator(
  tx: Tx,
  { caseNumber, why, reason }: Omit<Decision, "staffId"> & { readonly reason: string },
): Promise<boolean> {
  const rows = await tx.rows<{ is_lifted: boolean }>`
    select lift_restriction_by_operator(${caseNumber}, ${why}, ${reason}, ${tx.now}) as is_lifted`;
  return onlyRow(rows).is_lifted;
}

export async function appealRestriction(
  tx: Tx,
  { caseNumber, userId, words }: { caseNumber: string; userId: bigint; words: string },
): Promise<string> {
  const rows = await tx.rows<{ outcome: string }>`
    select outcome
    from appeal_restriction(${caseNumber}, ${userId}, ${words}, ${tx.now})`;
  return onlyRow(rows).outcome;
}
