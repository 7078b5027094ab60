/** A person starts a verification, adds its pictures and submits it. */
import type { BodyOf } from "#contract/platform/endpoint.ts";
import type { startCompanyVerification } from "#contract/compliance/companies.ts";
import type * as calls from "#contract/compliance/verification/verification.ts";
import type { OwnVerification } from "#contract/compliance/verification/verification.ts";
import type { DocumentType, Side, VerificationKind } from "#contract/compliance/verification/names.ts";
import { fieldRefusal, Refusal } from "#contract/platform/errors/refusals.ts";
import type { Tx } from "../../platform/postgres/db.ts";
import type { Files } from "../../platform/files/files.ts";
import type { UploadedFile } from "../../platform/http/policy.ts";
import { ids } from "../../platform/ids.ts";
import { refuseClosedCountry, refuseOtherDocuments } from "./countries.ts";
import { type Details, detailsOf, documentMark, ownerDetails, sealDetails } from "./details.ts";
import { cleanDocument, cleanPaper } from "../../platform/files/clean-upload.ts";
import { encryptPicture } from "./pictures/picture.ts";
import { wordRefusal } from "../../platform/postgres/outcomes.ts";
import { REFUSES } from "./refusals.ts";
import * as rows from "./rows.ts";

type Own<B> = { readonly userId: bigint; readonly body: B };

/** Returns the reference. Refuses verification.country, .document, .pending, .approved, .no_tries. */
export async function startId(
  tx: Tx,
  { userId, body }: Own<BodyOf<typeof calls.startIdVerification>>,
): Promise<string> {
  const { issue_country_iso3: countryIso3, document_type: documentType, ...typed } = body;
  await refuseClosedCountry(tx, countryIso3, "issue_country_iso3");
  await refuseOtherDocuments(tx, { iso3: countryIso3, document: documentType, field: "document_type" });
  return start(tx, { userId, kind: "id", countryIso3, documentType, details: detailsOf(typed) });
}

/** Returns the reference. Refuses what startId does, and verification.id_first. */
export async function startAddress(
  tx: Tx,
  { userId, body }: Own<BodyOf<typeof calls.startDocumentVerification>>,
): Promise<string> {
  const { country_iso3: countryIso3, document_type: documentType, ...typed } = body;
  await refuseClosedCountry(tx, countryIso3, "country_iso3");
  return start(tx, { userId, kind: "address", countryIso3, documentType, details: detailsOf(typed) });
}

/** Returns the reference. Refuses what startId does, verification.id_first of a user who is not verified, and corporate.personal. */
export async function startCompany(
  tx: Tx,
  { userId, body }: Own<BodyOf<typeof startCompanyVerification>>,
): Promise<string> {
  const { country_iso3: countryIso3, legal_form: documentType, owners, ...typed } = body;
  await refuseClosedCountry(tx, countryIso3, "country_iso3");
  const details = detailsOf({ ...typed, ...ownerDetails(owners) });
  return start(tx, { userId, kind: "company", countryIso3, documentType, details });
}

type Start = {
  readonly userId: bigint;
  readonly kind: VerificationKind;
  readonly countryIso3: string;
  readonly documentType: DocumentType;
  readonly details: Details;
};

async function start(tx: Tx, wish: Start): Promise<string> {
  const reference = ids.hash();
  const outcome = await rows.startVerification(tx, {
    ...wish,
    reference,
    detailsSealed: sealDetails(wish.details, reference),
    mark: documentMark(wish),
  });
  if (outcome !== "started") throw wordRefusal(outcome, REFUSES);
  return reference;
}

/** Of a person whose identity is verified or in review; the code is new each time. Refuses what startId does, and verification.id_first. */
export async function startVideo(
  tx: Tx,
  { userId, countryIso3 }: { readonly userId: bigint; readonly countryIso3: string },
): Promise<{ reference: string; code: string }> {
  const code = ids.digits(6);
  const details = detailsOf({ video_code: code });
  const reference = await start(tx, { userId, kind: "video", countryIso3, documentType: "recording", details });
  return { reference, code };
}

export type Kept = { readonly fileKey: string; readonly keySealed: Buffer };
type ToKeep = {
  readonly files: Files;
  readonly file: UploadedFile;
  readonly reference: string;
  readonly side: Side;
  /** Files of one account are processed one after another. */
  readonly account: string;
};

/** Draws the picture anew and keeps it encrypted, on no connection of the database. Refuses what cleanDocument does. */
export async function keepPicture({ files, file, reference, side, account }: ToKeep): Promise<Kept> {
  const { bytes, keySealed } = encryptPicture(await cleanDocument({ bytes: file.bytes, account }), { reference, side });
  return { fileKey: await files.put(bytes), keySealed };
}

/** As keepPicture does, of a company's paper. Refuses what cleanPaper does. */
export async function keepPaper({
  files,
  file,
  reference,
  side,
  account,
}: ToKeep): Promise<Kept & { readonly pages: number | null }> {
  const { bytes: clean, pages } = await cleanPaper({ bytes: file.bytes, account });
  const { bytes, keySealed } = encryptPicture(clean, { reference, side });
  return { fileKey: await files.put(bytes), keySealed, pages };
}

/** Before a picture is drawn and kept: nobody fills the disk with what is refused after it. Refuses verification.over, .picture_unwanted. */
export function refuseUnwanted({ status, sides, pictures }: OwnVerification, side: string): void {
  const isLost = status === "pending" && pictures.some((one) => one.side === side && one.status === "corrupted");
  if (status !== "started" && !isLost) throw new Refusal("verification.over");
  if (!sides.some((one) => one === side)) throw fieldRefusal("verification.picture_unwanted", "side");
}

/** Refuses verification.unknown, .over, .picture_unwanted. */
export async function addPicture(tx: Tx, wish: rows.NewPicture): Promise<void> {
  const outcome = await rows.addPicture(tx, wish);
  if (outcome === "not_wanted") throw fieldRefusal("verification.picture_unwanted", "side");
  if (outcome !== "added") throw wordRefusal(outcome, REFUSES);
}

/** The second time it is submitted already. Refuses verification.unknown, .over, .incomplete. */
export async function submit(tx: Tx, own: { reference: string; userId: bigint }): Promise<void> {
  const outcome = await rows.submitVerification(tx, own);
  if (outcome !== "submitted") throw wordRefusal(outcome, REFUSES);
}
