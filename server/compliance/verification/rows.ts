/** The SQL of documents as their owners have them. What changes them is functions of the database. */
import {
  type DocumentType,
  type RejectReason,
  type Side,
  VERIFICATION_KINDS,
  type VerificationKind,
  type VerificationStatus,
} from "#contract/compliance/verification/names.ts";
import type { ReadTx, Tx } from "../../platform/postgres/db.ts";
import { onlyRow } from "../../platform/postgres/only-row.ts";

export type VerificationRow = {
  readonly reference: string;
  readonly kind: VerificationKind;
  readonly status: VerificationStatus;
  readonly country_iso3: string;
  readonly document_type: DocumentType;
  readonly started_at: Date;
  readonly submitted_at: Date | null;
  readonly decided_at: Date | null;
  readonly reasons: RejectReason[];
  readonly expires_on: string | null;
  readonly sides: Side[];
  /** Of those, what cannot be read. */
  readonly corrupted: Side[];
  /** Of each PDF how many pages it has. */
  readonly papers: Partial<Record<Side, number>>;
};

export async function standingAddress(
  tx: ReadTx,
  userId: bigint,
): Promise<{ reference: string; country_iso3: string; details_sealed: Buffer } | undefined> {
  const [row] = await tx.rows<{ reference: string; country_iso3: string; details_sealed: Buffer }>`
    select reference, country_iso3, details_sealed
    from verifications
    where user_id = ${userId} and kind = 'address' and status = 'approved'`;
  return row;
}

/** The latest of each kind. */
export function latestOf(tx: ReadTx, userId: bigint): Promise<VerificationRow[]> {
  return tx.rows<VerificationRow>`
    select distinct on (one.kind) one.reference, one.kind, one.status, one.country_iso3, one.document_type,
      one.started_at, one.submitted_at, one.decided_at, one.reasons, one.expires_on::text as expires_on,
      array(select picture.side from verification_pictures picture where picture.verification_id = one.id) as sides,
      array(
        select picture.side from verification_pictures picture
        where picture.verification_id = one.id and picture.corrupted_at is not null) as corrupted,
      (select coalesce(jsonb_object_agg(picture.side, picture.pages), '{}') from verification_pictures picture
       where picture.verification_id = one.id and picture.pages is not null) as papers
    from verifications one
    where one.user_id = ${userId} and one.status <> 'replaced'
    order by one.kind, one.id desc`;
}

export async function ownByReference(
  tx: ReadTx,
  { reference, userId }: { reference: string; userId: bigint },
): Promise<VerificationRow | undefined> {
  const [row] = await tx.rows<VerificationRow>`
    select one.reference, one.kind, one.status, one.country_iso3, one.document_type, one.started_at, one.submitted_at,
      one.decided_at, one.reasons, one.expires_on::text as expires_on,
      array(select picture.side from verification_pictures picture where picture.verification_id = one.id) as sides,
      array(
        select picture.side from verification_pictures picture
        where picture.verification_id = one.id and picture.corrupted_at is not null) as corrupted,
      (select coalesce(jsonb_object_agg(picture.side, picture.pages), '{}') from verification_pictures picture
       where picture.verification_id = one.id and picture.pages is not null) as papers
    from verifications one
    where one.reference = ${reference} and one.user_id = ${userId}`;
  return row;
}

export type StandingRow = {
  readonly kind: VerificationKind;
  readonly is_verified: boolean;
  readonly is_forced: boolean;
  readonly tries_left: number;
  /** Of the approved one. */
  readonly expires_on: string | null;
};

export function standingsOf(tx: ReadTx, userId: bigint): Promise<StandingRow[]> {
  return tx.rows<StandingRow>`
    select kinds.kind, verification_tries_left(${userId}, kinds.kind) as tries_left,
      approved.kind is not null as is_verified, approved.expires_on::text as expires_on,
      exists (
        select from verification_demands demand
        where demand.user_id = ${userId} and demand.kind = kinds.kind and demand.met_at is null) as is_forced
    from unnest(${[...VERIFICATION_KINDS]}::text[]) with ordinality as kinds (kind, place)
    left join verifications approved
      on approved.user_id = ${userId} and approved.kind = kinds.kind and approved.status = 'approved'
    order by kinds.place`;
}

export async function hasPhone(tx: ReadTx, userId: bigint): Promise<boolean> {
  return onlyRow(await tx.rows<{ is_there: boolean }>`select has_confirmed_phone(${userId}) as is_there`).is_there;
}

/** Of the latest document of identity. */
export async function latestCountry(tx: ReadTx, userId: bigint): Promise<string | undefined> {
  const [row] = await tx.rows<{ country_iso3: string }>`
    select country_iso3
    from verifications
    where user_id = ${userId} and kind = 'id'
    order by id desc
    limit 1`;
  return row?.country_iso3;
}

export type NewVerification = {
  readonly reference: string;
  readonly userId: bigint;
  readonly kind: VerificationKind;
  readonly countryIso3: string;
  readonly documentType: DocumentType;
  readonly detailsSealed: Uint8Array;
  readonly mark: Uint8Array | null;
};

export async function startVerification(tx: Tx, wish: NewVerification): Promise<string> {
  const rows = await tx.rows<{ outcome: string }>`
    select outcome
    from start_verification(
      ${wish.reference}, ${wish.userId}, ${wish.kind}, ${wish.countryIso3}, ${wish.documentType}, ${wish.detailsSealed},
      ${wish.mark}, ${tx.now})`;
  return onlyRow(rows).outcome;
}

export type NewPicture = {
  readonly reference: string;
  readonly userId: bigint;
  readonly side: Side;
  readonly fileKey: string;
  readonly keySealed: Uint8Array;
  /** Of a PDF. */
  readonly pages?: number | null;
};

export async function addPicture(tx: Tx, wish: NewPicture): Promise<string> {
  const rows = await tx.rows<{ outcome: string }>`
    select outcome
    from add_verification_picture(
      ${wish.reference}, ${wish.userId}, ${wish.side}, ${wish.fileKey}, ${wish.keySealed},
      ${wish.pages ?? null}, ${tx.now})`;
  return onlyRow(rows).outcome;
}

export async function submitVerification(
  tx: Tx,
  { reference, userId }: { reference: string; userId: bigint },
): Promise<string> {
  const rows = await tx.rows<{ outcome: string }>`
    select outcome
    from submit_verification(${reference}, ${userId}, ${tx.now})`;
  return onlyRow(rows).outcome;
}
