/** Staff restrict an account; other staff members keep or lift the restriction; its user appeals once. */
import type { BodyOf } from "#contract/platform/endpoint.ts";
import type { ProofFor } from "#contract/people/sign-in/proofs.ts";
import { type RefusalCode, Refusal } from "#contract/platform/errors/refusals.ts";
import type * as calls from "#contract/compliance/restrictions.ts";
import { ids } from "../../platform/ids.ts";
import type { Tx } from "../../platform/postgres/db.ts";
import { findUserIdByUsername } from "../../people/accounts/index.ts";
import { proofRefusal } from "../../people/auth/index.ts";
import { wordRefusal } from "../../platform/postgres/outcomes.ts";
import * as rows from "./rows.ts";

const REFUSES: Readonly<Record<string, RefusalCode>> = {
  own: "staff.own_account",
  unchanged: "staff.unchanged",
  not_allowed: "restriction.not_allowed",
  unknown: "restriction.unknown",
  over: "restriction.over",
  second_person: "restriction.other_person",
  appealed: "restriction.appealed",
};

type ByStaff<B> = { readonly staffId: bigint; readonly body: B };

/**
 * Returns the number of the case. Refuses account.not_found, staff.own_account, restriction.not_allowed, staff.unchanged where
 * the state is set already, auth.password_proof. The database writes the event for the notification.
 */
export async function restrictUser(
  tx: Tx,
  { staffId, body }: ByStaff<BodyOf<typeof calls.restrictUser>>,
): Promise<string> {
  const { username, state, reason_code: reasonCode, note, review_days: reviewDays } = body;
  const userId = await findUserIdByUsername(tx, username);
  if (userId === undefined) throw new Refusal("account.not_found");
  const caseNumber = ids.hash();
  const outcome = await rows.restrictUser(tx, { caseNumber, userId, state, reasonCode, note, reviewDays, staffId });
  refuseUnlessDone(outcome, { kind: "restrict", id: username, state });
  return caseNumber;
}

/** Refuses restriction.unknown, .over, .other_person to the staff member who set it, .not_allowed, staff.own_account, auth.password_proof. */
export async function liftRestriction(
  tx: Tx,
  { staffId, body }: ByStaff<BodyOf<typeof calls.liftRestriction>>,
): Promise<void> {
  const { case_number: caseNumber, reason: why } = body;
  const outcome = await rows.liftRestriction(tx, { caseNumber, why, staffId });
  refuseUnlessDone(outcome, { kind: "lift_restriction", id: caseNumber });
}

/** Refuses what liftRestriction does. */
export async function keepRestriction(
  tx: Tx,
  { staffId, body }: ByStaff<BodyOf<typeof calls.keepRestriction>>,
): Promise<void> {
  const { case_number: caseNumber, reason: why, review_days: reviewDays } = body;
  const outcome = await rows.keepRestriction(tx, { caseNumber, why, reviewDays, staffId });
  refuseUnlessDone(outcome, { kind: "keep_restriction", id: caseNumber });
}

/** Of a ban. Refuses what liftRestriction does, restriction.unknown for another state, and staff.unchanged. */
export async function allowLastSendOut(
  tx: Tx,
  { staffId, body }: ByStaff<BodyOf<typeof calls.allowLastSendOut>>,
): Promise<void> {
  const { case_number: caseNumber, reason: why } = body;
  const outcome = await rows.allowLastSendOut(tx, { caseNumber, why, staffId });
  refuseUnlessDone(outcome, { kind: "allow_last_send_out", id: caseNumber });
}

/** Refuses restriction.unknown where it is not theirs, restriction.over, restriction.appealed. */
export async function appealRestriction(
  tx: Tx,
  { userId, body }: { userId: bigint; body: BodyOf<typeof calls.appealRestriction> },
): Promise<void> {
  const outcome = await rows.appealRestriction(tx, { caseNumber: body.case_number, userId, words: body.text });
  if (outcome !== "done") throw wordRefusal(outcome, REFUSES);
}

function refuseUnlessDone(outcome: string, wanted: ProofFor): void {
  if (outcome === "done") return;
  throw wordRefusal(outcome, { ...REFUSES, unproved: proofRefusal(wanted) });
}
