/** The SQL of accounts of companies. What changes them is functions of the database. */
import type { CompanyForm, VerificationStatus } from "#contract/compliance/verification/names.ts";
import type { ReadTx, Tx } from "../../../platform/postgres/db.ts";
import { onlyRow } from "../../../platform/postgres/only-row.ts";

export async function toCorporate(tx: Tx, userId: bigint): Promise<string> {
  const rows = await tx.rows<{ outcome: string }>`
    select outcome
    from convert_to_corporate(${userId}, ${tx.now})`;
  return onlyRow(rows).outcome;
}

export async function toPersonal(tx: Tx, userId: bigint): Promise<string> {
  const rows = await tx.rows<{ outcome: string }>`
    select outcome
    from convert_to_personal(${userId}, ${tx.now})`;
  return onlyRow(rows).outcome;
}

export async function postpone(tx: Tx, userId: bigint): Promise<boolean> {
  const rows = await tx.rows<{ is_postponed: boolean }>`
    select postpone_company_verification(${userId}, ${tx.now}) as is_postponed`;
  return onlyRow(rows).is_postponed;
}

export type Application = {
  /** Of the latest that was submitted since the account is a company's; null without one. */
  readonly status: VerificationStatus | null;
  /** A staff member has opened it. */
  readonly is_read: boolean;
  readonly is_asked: boolean;
  readonly tries_left: number;
};
type CorporateRow = Application & { readonly postponed_until: Date | null };

export async function corporateRow(tx: ReadTx, userId: bigint): Promise<CorporateRow | undefined> {
  const [row] = await tx.rows<CorporateRow>`
    select users.company_postponed_until as postponed_until, latest.status,
      exists (select from verification_looks looked where looked.verification_id = latest.id) as is_read,
      exists (
        select
        from verification_demands demand
        where demand.user_id = users.id and demand.kind = 'company' and demand.met_at is null) as is_asked,
      verification_tries_left(users.id, 'company') as tries_left
    from users
    left join lateral (
      select one.id, one.status
      from verifications one
      where one.user_id = users.id and one.kind = 'company' and one.submitted_at is not null
        and one.started_at >= users.corporate_since
      order by one.id desc
      limit 1) as latest on true
    where users.id = ${userId}`;
  return row;
}

export type DocumentsRow = {
  readonly reference: string;
  readonly document_type: CompanyForm;
  readonly decided_at: Date;
};

/** That were approved, and are valid. */
export async function documentsRow(tx: ReadTx, userId: bigint): Promise<DocumentsRow | undefined> {
  const [row] = await tx.rows<DocumentsRow>`
    select reference, document_type, decided_at
    from verifications
    where user_id = ${userId} and kind = 'company' and status = 'approved'`;
  return row;
}
