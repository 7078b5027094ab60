/** The SQL of what is sealed of documents, where its secret is exchanged. */
import type { DocumentType, Side, VerificationKind } from "#contract/compliance/verification/names.ts";
import type { Tx } from "../../../platform/postgres/db.ts";

type SealedVerification = {
  readonly id: bigint;
  readonly reference: string;
  readonly kind: VerificationKind;
  readonly country_iso3: string;
  readonly document_type: DocumentType;
  readonly details_sealed: Uint8Array;
};
type SealedPicture = {
  readonly verification_id: bigint;
  readonly reference: string;
  readonly side: Side;
  readonly key_sealed: Uint8Array;
};

/** Of another version than this one. */
export async function lockSealedBefore(
  tx: Tx,
  { version, limit }: { version: number; limit: number },
): Promise<{ verifications: SealedVerification[]; pictures: SealedPicture[] }> {
  const verifications = await tx.rows<SealedVerification>`
    select id, reference, kind, country_iso3, document_type, details_sealed
    from verifications
    where get_byte(details_sealed, 0) <> ${version}
    order by id
    limit ${limit}
    for update`;
  const pictures = await tx.rows<SealedPicture>`
    select picture.verification_id, one.reference, picture.side, picture.key_sealed
    from verification_pictures picture
    join verifications one on one.id = picture.verification_id
    where get_byte(picture.key_sealed, 0) <> ${version}
    order by picture.verification_id
    limit ${limit}
    for update of picture`;
  return { verifications, pictures };
}

export async function setSealed(
  tx: Tx,
  { id, detailsSealed, mark }: { id: bigint; detailsSealed: Uint8Array; mark: Uint8Array | null },
): Promise<void> {
  await tx.rows`
    update verifications
    set details_sealed = ${detailsSealed}, document_mark = ${mark}
    where id = ${id}`;
}

export async function setKey(
  tx: Tx,
  { verification_id, side, keySealed }: Pick<SealedPicture, "verification_id" | "side"> & { keySealed: Uint8Array },
): Promise<void> {
  await tx.rows`
    update verification_pictures
    set key_sealed = ${keySealed}
    where verification_id = ${verification_id} and side = ${side}`;
}
