/** Staff open documents for a reason, approve or reject them, and ask for them anew. */
import type { BodyOf } from "#contract/platform/endpoint.ts";
import type * as calls from "#contract/compliance/verification/verification.ts";
import type {
  OpenedVerification,
  StaffVerification,
  VerificationQueue,
  VerificationsQueue,
  ReviewFilters,
} from "#contract/compliance/verification/verification.ts";
import { approversOf, CHECKLIST, NOT_LISTED } from "#contract/compliance/verification/names.ts";
import { fieldRefusal, Refusal } from "#contract/platform/errors/refusals.ts";
import type { ReadTx, Tx } from "../../platform/postgres/db.ts";
import {
  birthDateOf,
  findUserById,
  findUserIdByUsername,
  openPersonal,
  sealCompanyName,
  type UserRow,
} from "../../people/accounts/index.ts";
import { proofRefusal } from "../../people/auth/index.ts";
import { readSlice } from "../../platform/cursors.ts";
import { likeOnWatchList } from "../../platform/words/watch-list.ts";
import { namesIn, openDetails } from "./details.ts";
import { wordRefusal } from "../../platform/postgres/outcomes.ts";
import { REFUSES } from "./refusals.ts";
import * as rows from "./review-rows.ts";

type QueueAsked = ReviewFilters & {
  readonly staffId: bigint;
  readonly queue?: VerificationQueue | undefined;
  readonly after?: string | undefined;
};

export async function viewStaffQueue(
  tx: ReadTx,
  { staffId, queue, after, ...filters }: QueueAsked,
): Promise<VerificationsQueue> {
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

/** Writes who looked and why before it shows anything. Refuses auth.forbidden, verification.unknown, staff.own_account, staff.documents. */
export async function lookAt(tx: Tx, look: Look): Promise<OpenedVerification> {
  const outcome = await rows.lookAt(tx, look);
  if (outcome !== "noted") throw wordRefusal(outcome, REFUSES);
  const row = await reviewOf(tx, look.reference);
  const [user, birthDate, pictures, sameDocument, earlier, provider] = await Promise.all([
    findUserById(tx, row.user_id),
    birthDateOf(tx, row.user_id),
    rows.picturesOf(tx, row.id),
    rows.sameDocumentAs(tx, row),
    rows.earlierOf(tx, row),
    rows.providerOf(tx, row),
  ]);
  if (!user) throw new Error(`user ${row.user_id} is gone`);
  const fullName = nameOf(user);
  const watchList = listedLike(tx, row, fullName);
  return {
    ...staffView(row, look.staffId),
    account: {
      fullName,
      birthDate,
      countryIso: user.country_iso,
      level: user.level,
    },
    details: openDetails(row.details_sealed, row.reference),
    pictures: [...shownOf(row, pictures), ...(await identityBeside(tx, row, look))],
    sameDocument,
    hasPassedProvider: provider.has_passed && !provider.has_token,
    hasProviderToken: provider.has_token,
    earlier: earlier.map((one) => staffView(one, look.staffId)),
    watchList,
    checklist: checklistOf(row, watchList),
  };
}

const shownOf = ({ reference }: rows.ReviewRow, pictures: readonly rows.PictureRow[]) =>
  pictures.map(({ side, pages, is_corrupted: isCorrupted }) => ({
    side,
    url: `/staff/verifications/${reference}/${side}`,
    pages,
    isCorrupted,
  }));

/** Beside a video the pictures of the identity document, by a look of their own, which is written like each. Refuses staff.documents. */
async function identityBeside(tx: Tx, row: rows.ReviewRow, look: Look): Promise<OpenedVerification["pictures"]> {
  const identity = row.kind === "video" ? await rows.identityOf(tx, row) : undefined;
  return identity ? openBeside(tx, { ...look, reference: identity.reference }) : [];
}

/** The pictures of a document beside another case, by a look of their own. Refuses what lookAt does. */
export async function openBeside(tx: Tx, look: Look): Promise<OpenedVerification["pictures"]> {
  const outcome = await rows.lookAt(tx, look);
  if (outcome !== "noted") throw wordRefusal(outcome, REFUSES);
  const row = await reviewOf(tx, look.reference);
  return shownOf(row, await rows.picturesOf(tx, row.id));
}

type ByStaff<B> = { readonly staffId: bigint; readonly body: B };

/** Refuses verification.checklist, .corrupted, .expired, .unlooked, .unknown, .over, staff.own_account, auth.forbidden, auth.password_proof. */
export async function approve(
  tx: Tx,
  { staffId, body }: ByStaff<BodyOf<typeof calls.approveVerification>>,
): Promise<StaffVerification> {
  const { reference, checked, expires_on: expiresOn = null } = body;
  const row = await reviewOf(tx, reference);
  const user = await findUserById(tx, row.user_id);
  if (!user) throw new Error(`user ${row.user_id} is gone`);
  const wanted = checklistOf(row, listedLike(tx, row, nameOf(user)));
  if (!wanted.every((line) => checked.includes(line))) throw fieldRefusal("verification.checklist", "checked");
  const outcome = await rows.decide(tx, { reference, staffId, reasons: [], expiresOn });
  if (outcome === "expired") throw fieldRefusal("verification.expired", "expires_on");
  if (outcome === "unproved") throw proofRefusal({ kind: "approve_verification", id: reference });
  if (outcome !== "done" && outcome !== "approved_first") throw wordRefusal(outcome, REFUSES);
  if (outcome === "done" && row.kind === "company") await showCompanyName(tx, row, user);
  return staffView(await reviewOf(tx, reference), staffId);
}

/** From now on others see the company in the place of the person. */
async function showCompanyName(tx: Tx, row: rows.ReviewRow, user: UserRow): Promise<void> {
  const { legal_name: name = "" } = openDetails(row.details_sealed, row.reference);
  const nameSealed = sealCompanyName(user, name);
  if (!(await rows.showCompanyName(tx, { reference: row.reference, nameSealed })))
    throw new Error(`the company of ${row.reference} was approved, and its name was not taken`);
}

/** Refuses what approve does of the case itself. */
export async function reject(
  tx: Tx,
  { staffId, body }: ByStaff<BodyOf<typeof calls.rejectVerification>>,
): Promise<StaffVerification> {
  const { reference, reasons } = body;
  const outcome = await rows.decide(tx, { reference, staffId, reasons: [...new Set(reasons)], expiresOn: null });
  if (outcome !== "done") throw wordRefusal(outcome, REFUSES);
  return staffView(await reviewOf(tx, reference), staffId);
}

/**
 * Returns the level that administrators have set and that stays. Refuses account.not_found, restriction.not_allowed,
 * staff.unchanged where it is asked for already, auth.password_proof.
 */
export async function demand(
  tx: Tx,
  { staffId, body }: ByStaff<BodyOf<typeof calls.demandVerification>>,
): Promise<number | null> {
  const userId = await findUserIdByUsername(tx, body.username);
  if (userId === undefined) throw fieldRefusal("account.not_found", "username");
  const outcome = await rows.demand(tx, { userId, kind: body.kind, staffId, reason: body.reason });
  if (outcome === "unproved")
    throw proofRefusal({ kind: "demand_verification", id: body.username, document: body.kind });
  if (outcome !== "done") throw wordRefusal(outcome, REFUSES);
  return rows.grantedLevel(tx, userId);
}

function nameOf(user: UserRow): string {
  const { firstName, lastName } = openPersonal(user);
  return `${firstName} ${lastName}`;
}

type Listed = OpenedVerification["watchList"];

/** By the name of the account and by those on the documents: of a company also its own and its owners'. Null where there is no list. */
function listedLike(tx: ReadTx, row: rows.ReviewRow, fullName: string): Listed {
  const names = [fullName, ...namesIn(openDetails(row.details_sealed, row.reference))];
  const found = names.map((name) => likeOnWatchList(name, tx.now.getTime()));
  if (found.includes(undefined)) return null;
  const byName = new Map(found.flatMap((some) => some ?? []).map(({ name, percent }) => [name, { name, percent }]));
  return [...byName.values()];
}

function checklistOf({ kind }: rows.ReviewRow, listed: Listed): OpenedVerification["checklist"] {
  return [...CHECKLIST[kind], ...(listed && listed.length > 0 ? [NOT_LISTED] : [])];
}

async function reviewOf(tx: ReadTx, reference: string): Promise<rows.ReviewRow> {
  const row = await rows.reviewByReference(tx, reference);
  if (!row) throw new Refusal("verification.unknown");
  return row;
}

function staffView(row: rows.ReviewRow, staffId: bigint): StaffVerification {
  return {
    reference: row.reference,
    username: row.username,
    kind: row.kind,
    status: row.status,
    countryIso3: row.country_iso3,
    documentType: row.document_type,
    submittedAt: row.submitted_at.toISOString(),
    decidedAt: row.decided_at?.toISOString() ?? null,
    decidedBy: row.decided_by,
    approvedBy: row.approved_by,
    approvers: approversOf(row.kind),
    reasons: row.reasons,
    isOwn: row.user_id === staffId,
  };
}
