/** The SQL of documents as staff review them. What changes them is functions of the database. */
import type {
  DocumentType,
  RejectReason,
  Side,
  VerificationKind,
  VerificationStatus,
} from "#contract/compliance/verification/names.ts";
import type { ReviewFilters, VerificationQueue } from "#contract/compliance/verification/verification.ts";
import { type Fragment, type ReadTx, sql, type Tx } from "../../platform/postgres/db.ts";
import { onlyRow } from "../../platform/postgres/only-row.ts";
import { before, behind, placeOf } from "../../platform/cursors.ts";

const MOST_COUNTED = 1000;
const MOST_EARLIER = 20;

export type ReviewRow = {
  readonly id: bigint;
  readonly user_id: bigint;
  readonly username: string;
  readonly reference: string;
  readonly kind: VerificationKind;
  readonly status: VerificationStatus;
  readonly country_iso3: string;
  readonly document_type: DocumentType;
  readonly details_sealed: Uint8Array;
  readonly submitted_at: Date;
  readonly decided_at: Date | null;
  readonly decided_by: string | null;
  readonly approved_by: string[];
  readonly reasons: RejectReason[];
};

/** With its place, in a queue. */
const selectReviews = (place: Fragment = sql`null`) => sql`
    select ${place} as place, one.id, one.user_id, person.username, one.reference, one.kind, one.status, one.country_iso3, one.document_type,
      one.details_sealed, one.submitted_at, one.decided_at, decider.username as decided_by, one.reasons,
      array(
        select approver.username
        from counted_approvals(one.id) given
        join users approver on approver.id = given.staff_id
        order by given.at) as approved_by
    from verifications one
    join users person on person.id = one.user_id
    left join users decider on decider.id = one.decided_by`;

type Slice = ReviewFilters & {
  readonly queue: VerificationQueue;
  readonly after: string | undefined;
  readonly limit: number;
};

export type QueuedRow = ReviewRow & { readonly place: string };

/** Waiting ones, the oldest first; decided ones, the latest first. */
export function queueRows(tx: ReadTx, { queue, after, limit, ...filters }: Slice): Promise<QueuedRow[]> {
  const [decided, submitted, id] = [sql`one.decided_at`, sql`one.submitted_at`, sql`one.id`];
  if (queue === "decided")
    return tx.rows<QueuedRow>`
      ${selectReviews(placeOf(decided, id))}
      where one.decided_at is not null ${narrowed(filters)} ${before(decided, id, after)}
      order by one.decided_at desc, one.id desc
      limit ${limit}`;
  return tx.rows<QueuedRow>`
    ${selectReviews(placeOf(submitted, id))}
    where one.status = 'pending' ${narrowed(filters)} ${behind(submitted, id, after)}
    order by one.submitted_at, one.id
    limit ${limit}`;
}

const narrowed = ({ kind, country, who }: ReviewFilters) => sql`
      ${kind === undefined ? sql`` : sql`and one.kind = ${kind}`}
      ${country === undefined ? sql`` : sql`and one.country_iso3 = ${country}`}
      ${who === undefined ? sql`` : sql`and lower(person.username) = lower(${who})`}`;

export async function countWaiting(tx: ReadTx): Promise<number> {
  const rows = await tx.rows<{ count: number }>`
    select count(*)::int as count
    from (select from verifications where status = 'pending' limit ${MOST_COUNTED}) as waiting`;
  return onlyRow(rows).count;
}

export async function reviewByReference(tx: ReadTx, reference: string): Promise<ReviewRow | undefined> {
  const [row] = await tx.rows<ReviewRow>`
    ${selectReviews()}
    where one.reference = ${reference} and one.submitted_at is not null`;
  return row;
}

/** The person's others, the newest first. */
export function earlierOf(tx: ReadTx, { id, user_id: userId }: ReviewRow): Promise<ReviewRow[]> {
  return tx.rows<ReviewRow>`
    ${selectReviews()}
    where one.user_id = ${userId} and one.id <> ${id} and one.submitted_at is not null
    order by one.id desc
    limit ${MOST_EARLIER}`;
}

/** The identity document that a user's video is compared with: the approved one, else the latest. */
export async function identityOf(tx: ReadTx, { user_id: userId }: ReviewRow): Promise<ReviewRow | undefined> {
  const [row] = await tx.rows<ReviewRow>`
    ${selectReviews()}
    where one.user_id = ${userId} and one.kind = 'id' and one.submitted_at is not null
    order by (one.status = 'approved') desc, one.id desc
    limit 1`;
  return row;
}

/** Other accounts that showed the same document, whatever came of it. */
export async function sameDocumentAs(tx: ReadTx, { id, user_id: userId }: ReviewRow): Promise<string[]> {
  const rows = await tx.rows<{ username: string }>`
    select distinct person.username
    from verifications one
    join verifications other on other.document_mark = one.document_mark and other.user_id <> ${userId}
    join users person on person.id = other.user_id
    where one.id = ${id} and one.document_mark is not null
    order by person.username
    limit ${MOST_EARLIER}`;
  return rows.map(({ username }) => username);
}

export type PictureRow = {
  readonly side: Side;
  readonly file_key: string;
  readonly key_sealed: Uint8Array;
  readonly is_corrupted: boolean;
  /** Of a PDF. */
  readonly pages: number | null;
};

export function picturesOf(tx: ReadTx, verificationId: bigint): Promise<PictureRow[]> {
  return tx.rows<PictureRow>`
    select side, file_key, key_sealed, pages, corrupted_at is not null as is_corrupted
    from verification_pictures
    where verification_id = ${verificationId}
    order by array_position('{front,back,document,selfie,registration,owners,company_address,authority,video}'::text[], side)`;
}

/** Undefined for staff who have not opened it in the last half hour. */
export async function openedPicture(
  tx: ReadTx,
  { reference, side, staffId }: { reference: string; side: Side; staffId: bigint },
): Promise<PictureRow | undefined> {
  const [row] = await tx.rows<PictureRow>`
    select picture.side, picture.file_key, picture.key_sealed, picture.pages, picture.corrupted_at is not null as is_corrupted
    from verifications one
    join verification_pictures picture on picture.verification_id = one.id and picture.side = ${side}
    where one.reference = ${reference} and one.submitted_at is not null and looks_at_verification(one.id, ${staffId})`;
  return row;
}

export type Corrupted = {
  readonly reference: string;
  readonly side: Side;
  /** That was read: another may have taken its place. */
  readonly fileKey: string;
  readonly staffId: bigint;
  /** Or readable again. */
  readonly isCorrupted: boolean;
};

export async function markCorrupted(tx: Tx, mark: Corrupted): Promise<void> {
  const { reference, side, fileKey, staffId, isCorrupted } = mark;
  await tx.rows`
    select
    from mark_picture_corrupted(${reference}, ${side}, ${fileKey}, ${staffId}, ${isCorrupted}, ${tx.now})`;
}

export async function lookAt(
  tx: Tx,
  { reference, staffId, reason }: { reference: string; staffId: bigint; reason: string },
): Promise<string> {
  const rows = await tx.rows<{ outcome: string }>`
    select outcome
    from look_at_verification(${reference}, ${staffId}, ${reason}, ${tx.now})`;
  return onlyRow(rows).outcome;
}

export type Decision = {
  readonly reference: string;
  readonly staffId: bigint;
  /** None approves. */
  readonly reasons: readonly RejectReason[];
  readonly expiresOn: string | null;
};

export async function decide(tx: Tx, { reference, staffId, reasons, expiresOn }: Decision): Promise<string> {
  const rows = await tx.rows<{ outcome: string }>`
    select outcome
    from decide_verification(${reference}, ${staffId}, ${reasons}::text[], ${expiresOn}::date, ${tx.now})`;
  return onlyRow(rows).outcome;
}

export type Demand = {
  readonly userId: bigint;
  readonly kind: VerificationKind;
  readonly staffId: bigint;
  readonly reason: string;
};

export async function demand(tx: Tx, { userId, kind, staffId, reason }: Demand): Promise<string> {
  const rows = await tx.rows<{ outcome: string }>`
    select outcome
    from demand_verification(${userId}, ${kind}, ${staffId}, ${reason}, ${tx.now})`;
  return onlyRow(rows).outcome;
}

/** Null where no administrator has set one. */
export async function grantedLevel(tx: ReadTx, userId: bigint): Promise<number | null> {
  const rows = await tx.rows<{ level: number | null }>`
    select granted_level::float8 as level
    from users
    where id = ${userId}`;
  return onlyRow(rows).level;
}

/** False where this transaction has not approved it. */
export async function showCompanyName(
  tx: Tx,
  { reference, nameSealed }: { reference: string; nameSealed: Uint8Array },
): Promise<boolean> {
  const rows = await tx.rows<{ is_shown: boolean }>`
    select show_company_name(${reference}, ${nameSealed}, ${tx.now}) as is_shown`;
  return onlyRow(rows).is_shown;
}

type Provider = { readonly has_passed: boolean; readonly has_token: boolean };

/** Whether the provider has checked it and has nothing against it, and whether the person may have shown it other pictures. */
export async function providerOf(tx: ReadTx, { id }: Pick<ReviewRow, "id">): Promise<Provider> {
  const [row] = await tx.rows<Provider>`
    select found_nothing_at is not null as has_passed, token_given_at is not null as has_token
    from provider_cases
    where verification_id = ${id}`;
  return row ?? { has_passed: false, has_token: false };
}
