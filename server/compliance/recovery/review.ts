/** Staff open a recovery for a reason, beside what was verified, and approve it as two or reject it as one. */
import type { BodyOf } from "#contract/platform/endpoint.ts";
import type * as calls from "#contract/compliance/recovery/recovery.ts";
import type {
  OpenedRecovery,
  RecoveriesQueue,
  RecoveryFilters,
  StaffRecovery,
} from "#contract/compliance/recovery/recovery.ts";
import { RECOVERY_CHECKLIST, type RecoveryQueue } from "#contract/compliance/recovery/names.ts";
import { fieldRefusal, Refusal } from "#contract/platform/errors/refusals.ts";
import type { ReadTx, Tx } from "../../platform/postgres/db.ts";
import { readSlice } from "../../platform/cursors.ts";
import { findUserById, openPersonal } from "../../people/accounts/index.ts";
import { proofRefusal } from "../../people/auth/index.ts";
import { openBeside } from "../verification/index.ts";
import { wordRefusal } from "../../platform/postgres/outcomes.ts";
import { REFUSES } from "./refusals.ts";
import * as rows from "./review-rows.ts";
import { openMailbox, openDetails } from "./sealed-case.ts";

type QueueAsked = RecoveryFilters & {
  readonly staffId: bigint;
  readonly queue?: RecoveryQueue | undefined;
  readonly after?: string | undefined;
};

export async function viewRecoveries(
  tx: ReadTx,
  { staffId, queue, after, ...filters }: QueueAsked,
): Promise<RecoveriesQueue> {
  const [found, waiting] = await Promise.all([
    readSlice(
      (limit) => rows.queueRows(tx, { ...filters, queue: queue ?? "pending", after, limit }),
      ({ place }) => place,
    ),
    rows.countWaiting(tx),
  ]);
  return { rows: found.rows.map((row) => staffView(row, staffId)), waiting, next: found.next };
}

type Look = { readonly staffId: bigint; readonly reference: string; readonly reason: string };

/** Writes who looked and why before it shows anything. Refuses auth.forbidden, recovery.unknown, staff.own_account, staff.documents. */
export async function lookAt(tx: Tx, look: Look): Promise<OpenedRecovery> {
  const outcome = await rows.lookAt(tx, look);
  if (outcome !== "noted") throw wordRefusal(outcome, REFUSES);
  const row = await caseOf(tx, look.reference);
  const [pictures, identity, fault, others] = await Promise.all([
    rows.picturesOf(tx, row.id),
    rows.identityOf(tx, row),
    rows.faultOf(tx, row.reference),
    rows.othersOf(tx, row),
  ]);
  const user = row.user_id === null ? undefined : await findUserById(tx, row.user_id);
  const { account, story } = openDetails(row.details_sealed, row.reference);
  // Nobody compares what is not open any more: no look at anybody's document then.
  const beside = identity !== null && pictures.length > 0;
  const verified = beside ? await openBeside(tx, { ...look, reference: identity }) : [];
  return {
    ...staffView(row, look.staffId),
    account,
    story,
    email: openMailbox(row.email_sealed, row.reference).replace(/^(.)[^@]*/, "$1…"),
    pictures: pictures.map(({ side }) => ({ side, url: `/staff/recoveries/${row.reference}/${side}` })),
    verified: verified.map(({ side, url }) => ({ side, url })),
    fullName: user && beside ? nameOf(openPersonal(user)) : null,
    fault,
    others: others.map((one) => staffView(one, look.staffId)),
    checklist: [...RECOVERY_CHECKLIST],
  };
}

const nameOf = ({ firstName, lastName }: { firstName: string; lastName: string }) => `${firstName} ${lastName}`;

type ByStaff<B> = { readonly staffId: bigint; readonly body: B };

/** Refuses verification.checklist, .unlooked, .second_person, what recovery_fault says, auth.password_proof. */
export async function approve(
  tx: Tx,
  { staffId, body: { reference, checked } }: ByStaff<BodyOf<typeof calls.approveRecovery>>,
): Promise<StaffRecovery> {
  if (!RECOVERY_CHECKLIST.every((line) => checked.includes(line)))
    throw fieldRefusal("verification.checklist", "checked");
  const outcome = await rows.approve(tx, { reference, staffId });
  if (outcome === "unproved") throw proofRefusal({ kind: "approve_recovery", id: reference });
  if (outcome !== "approved" && outcome !== "approved_first") throw wordRefusal(outcome, REFUSES);
  return staffView(await caseOf(tx, reference), staffId);
}

export async function reject(
  tx: Tx,
  { staffId, body: { reference, reason } }: ByStaff<BodyOf<typeof calls.rejectRecovery>>,
): Promise<StaffRecovery> {
  const outcome = await rows.reject(tx, { reference, staffId, reason });
  if (outcome !== "done") throw wordRefusal(outcome, REFUSES);
  return staffView(await caseOf(tx, reference), staffId);
}

async function caseOf(tx: ReadTx, reference: string): Promise<rows.CaseRow> {
  const row = await rows.caseByReference(tx, reference);
  if (!row) throw new Refusal("recovery.unknown");
  return row;
}

function staffView(row: rows.CaseRow, staffId: bigint): StaffRecovery {
  return {
    reference: row.reference,
    code: row.code,
    status: row.status,
    username: row.username,
    confirmedAt: row.confirmed_at.toISOString(),
    waitsUntil: row.waits_until?.toISOString() ?? null,
    endedAt: row.ended_at?.toISOString() ?? null,
    approvedBy: row.approved_by,
    rejectedBy: row.rejected_by,
    reason: row.reason,
    isOwn: row.user_id === staffId,
  };
}
