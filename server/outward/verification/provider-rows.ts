/** The SQL of verifications that a provider checks beside the staff (migration 0421). */
import type { CompanyForm, DocumentType, RejectReason, Side, VerificationKind } from "#contract/verification-names.ts";
import type { ReadTx, Tx } from "../../platform/db.ts";
import { onlyRow } from "../../platform/only-row.ts";

/** A provider that knows people's documents is not asked about companies. */
type ProvidedKind = Exclude<VerificationKind, "company">;

export type ToSend = {
  readonly id: bigint;
  readonly reference: string;
  readonly kind: ProvidedKind;
  readonly country_iso3: string;
  readonly document_type: Exclude<DocumentType, CompanyForm>;
  readonly applicant_id: string | null;
  readonly pictures: { readonly side: Side; readonly file_key: string; readonly key_sealed: string }[];
};

/** Those that wait and were not sent whole, the oldest first; keys in base64. */
export function verificationsToSend(tx: ReadTx, limit: number): Promise<ToSend[]> {
  return tx.rows<ToSend>`
    select one.id, one.reference, one.kind, one.country_iso3, one.document_type, checked.applicant_id,
      (select jsonb_agg(jsonb_build_object(
         'side', picture.side, 'file_key', picture.file_key, 'key_sealed', encode(picture.key_sealed, 'base64')))
       from verification_pictures picture
       where picture.verification_id = one.id) as pictures
    from verifications one
    left join provider_cases checked on checked.verification_id = one.id
    where one.status = 'pending' and checked.sent_at is null and one.kind in ('id', 'address')
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
    on conflict (verification_id) do nothing`;
}

export async function markSent(tx: Tx, verificationId: bigint): Promise<void> {
  await tx.rows`
    update provider_cases
    set sent_at = ${tx.now}
    where verification_id = ${verificationId}`;
}

export type ToAsk = {
  readonly verification_id: bigint;
  readonly kind: VerificationKind;
  readonly applicant_id: string;
};

/** Those that a webhook has told of since they were asked about, and after an hour without one all the same. */
export function casesToAsk(tx: ReadTx, limit: number): Promise<ToAsk[]> {
  return tx.rows<ToAsk>`
    select checked.verification_id, one.kind, checked.applicant_id
    from provider_cases checked
    join verifications one on one.id = checked.verification_id
    where one.status = 'pending' and checked.sent_at is not null and checked.found_nothing_at is null
      and (checked.reported_at > coalesce(checked.asked_at, '-infinity')
        or coalesce(checked.asked_at, checked.sent_at) < ${tx.now}::timestamptz - interval '1 hour')
    order by checked.asked_at nulls first
    limit ${limit}`;
}

export async function markAsked(tx: Tx, verificationId: bigint): Promise<void> {
  await tx.rows`
    update provider_cases
    set asked_at = ${tx.now}
    where verification_id = ${verificationId}`;
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
