/** The SQL of verifications that a provider checks beside the staff. */
import type {
  CompanyForm,
  DocumentType,
  RejectReason,
  Side,
  VerificationKind,
} from "#contract/compliance/verification/names.ts";
import { type ReadTx, type Fragment, sql, type Tx } from "../../../platform/postgres/db.ts";
import { onlyRow } from "../../../platform/postgres/only-row.ts";

/** A provider that knows people's documents is not asked about companies. */
type ProvidedKind = Exclude<VerificationKind, "company" | "video">;

export type ToSend = {
  readonly id: bigint;
  readonly reference: string;
  readonly kind: ProvidedKind;
  readonly country_iso3: string;
  readonly document_type: Exclude<DocumentType, CompanyForm | "recording">;
  readonly applicant_id: string | null;
  readonly pictures: { readonly side: Side; readonly file_key: string; readonly key_sealed: string }[];
  /** When these pictures were all. */
  readonly read_at: Date;
};

/** Those that wait and were not sent whole, the oldest first; keys in base64. */
export function verificationsToSend(tx: ReadTx, limit: number): Promise<ToSend[]> {
  return tx.rows<ToSend>`
    select one.id, one.reference, one.kind, one.country_iso3, one.document_type, checked.applicant_id,
      (select jsonb_agg(jsonb_build_object(
         'side', picture.side, 'file_key', picture.file_key, 'key_sealed', encode(picture.key_sealed, 'base64')))
       from verification_pictures picture
       where picture.verification_id = one.id) as pictures,
      market_now() as read_at
    from verifications one
    left join provider_cases checked on checked.verification_id = one.id
    where one.status = 'pending' and checked.sent_at is null and one.kind in ('id', 'address')
      and coalesce(checked.next_try_at, '-infinity') <= ${tx.now}::timestamptz
    order by one.submitted_at
    limit ${limit}`;
}

export async function insertCase(
  tx: Tx,
  { verificationId, applicantId }: { verificationId: bigint; applicantId: string },
): Promise<void> {
  await tx.rows`
    insert into provider_cases (verification_id, applicant_id)
    values (${verificationId}, ${applicantId})
    on conflict (verification_id) do update
    set applicant_id = coalesce(provider_cases.applicant_id, excluded.applicant_id)`;
}

/** Not where its owner has shown a side again meanwhile: then the provider has another picture than we keep, and is sent this one. */
export async function markSent(tx: Tx, { id, read_at: readAt }: Pick<ToSend, "id" | "read_at">): Promise<void> {
  await tx.rows`
    update provider_cases
    set sent_at = ${tx.now}, failures = 0, next_try_at = null
    where verification_id = ${id} and not exists (
      select
      from verification_pictures picture
      where picture.verification_id = ${id} and picture.added_at > ${readAt})`;
}

export type ToAsk = {
  readonly verification_id: bigint;
  readonly kind: VerificationKind;
  readonly applicant_id: string;
};

/** Cases with a webhook since the last request, and all after an hour without one. */
export function casesToAsk(tx: ReadTx, limit: number): Promise<ToAsk[]> {
  return tx.rows<ToAsk>`
    select checked.verification_id, one.kind, checked.applicant_id
    from provider_cases checked
    join verifications one on one.id = checked.verification_id
    where one.status = 'pending' and checked.sent_at is not null and checked.found_nothing_at is null
      and coalesce(checked.next_try_at, '-infinity') <= ${tx.now}::timestamptz
      and (checked.reported_at > coalesce(checked.asked_at, '-infinity')
        or coalesce(checked.asked_at, checked.sent_at) < ${tx.now}::timestamptz - interval '1 hour')
    order by checked.asked_at nulls first
    limit ${limit}`;
}

export async function markAsked(tx: Tx, verificationId: bigint): Promise<void> {
  await tx.rows`
    update provider_cases
    set asked_at = ${tx.now}, failures = 0, next_try_at = null
    where verification_id = ${verificationId}`;
}

/** At once, then after 1, 3, 7 … minutes, and at last once a day. */
const waitAfter = (failures: Fragment) => sql`least(2 ^ least(${failures}, 11) - 1, 1440) * interval '1 minute'`;

/** It was not sent, or not asked about: what fails each time keeps nobody behind it waiting. */
export async function markFailed(tx: Tx, verificationId: bigint): Promise<void> {
  await tx.rows`
    insert into provider_cases (verification_id, failures, next_try_at)
    values (${verificationId}, 1, ${tx.now})
    on conflict (verification_id) do update
    set failures = provider_cases.failures + 1,
        next_try_at = ${tx.now}::timestamptz + ${waitAfter(sql`provider_cases.failures`)}`;
}

/** Applicants whose documents are erased here, by the clock of the database, which wrote when. */
export async function applicantsToForget(tx: ReadTx, limit: number): Promise<string[]> {
  const rows = await tx.rows<{ applicant_id: string }>`
    select applicant_id
    from provider_erasures
    where next_try_at <= market_now()
    order by next_try_at
    limit ${limit}`;
  return rows.map(({ applicant_id }) => applicant_id);
}

export async function markForgotten(tx: Tx, applicantId: string): Promise<void> {
  await tx.rows`
    delete from provider_erasures
    where applicant_id = ${applicantId}`;
}

export async function markNotForgotten(tx: Tx, applicantId: string): Promise<void> {
  await tx.rows`
    update provider_erasures
    set failures = failures + 1, next_try_at = ${tx.now}::timestamptz + ${waitAfter(sql`failures`)}
    where applicant_id = ${applicantId}`;
}

/** A webhook has come. False for an applicant that is not ours. */
export async function markReported(tx: Tx, applicantId: string): Promise<boolean> {
  const rows = await tx.rows`
    update provider_cases
    set reported_at = ${tx.now}
    where applicant_id = ${applicantId}
    returning applicant_id`;
  return rows.length > 0;
}

export async function decideByProvider(
  tx: Tx,
  { verificationId, reasons }: { verificationId: bigint; reasons: readonly RejectReason[] },
): Promise<string> {
  const rows = await tx.rows<{ outcome: string }>`
    select outcome
    from decide_by_provider(${verificationId}, ${reasons}::text[], ${tx.now})`;
  return onlyRow(rows).outcome;
}
