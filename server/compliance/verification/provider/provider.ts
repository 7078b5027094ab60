/**
 * Sumsub beside the staff, where it is configured: it gets what waits, without a name across, and what it finds decides
 * where the staff have not. No transaction waits for it.
 */
import type {
  CompanyForm,
  DocumentType,
  RejectReason,
  Side,
  VerificationKind,
} from "#contract/compliance/verification/names.ts";
import { REJECT_REASONS } from "#contract/compliance/verification/names.ts";
import type { AppPorts } from "../../../platform/app-ports.ts";
import { openSumsub, type Sumsub, type SumsubDocument } from "../../../platform/outside/providers/sumsub.ts";
import { openPicture } from "../pictures/picture.ts";
import * as rows from "./rows.ts";

const AT_ONCE = 10;

type Ports = Pick<AppPorts, "db" | "config" | "files" | "log">;

/** One that fails is tried again at the next turn, and keeps nobody behind it waiting. */
export async function askProvider(app: Ports): Promise<void> {
  const { db, config, log } = app;
  if (!config.sumsub) return;
  const now = await db.read(async (tx) => tx.now.getTime() / 1000);
  const sumsub = openSumsub({ ...config.sumsub, api: config.sumsubApi, now: () => now });
  const failed = (error: unknown) =>
    log.warn({ err: error instanceof Error ? error.message : "unknown" }, "Sumsub was not asked; it is asked again");
  const failedFor = (verificationId: bigint) => async (error: unknown) => {
    failed(error);
    await db.tx((tx) => rows.markFailed(tx, verificationId));
  };
  const failedToForget = (error: unknown) => {
    failed(error);
    return false;
  };
  for (const one of await db.read((tx) => rows.verificationsToSend(tx, AT_ONCE)))
    await sendOne(app, { sumsub, one, levelName: config.sumsub.levels[one.kind] }).catch(failedFor(one.id));
  for (const one of await db.read((tx) => rows.casesToAsk(tx, AT_ONCE)))
    await askOne(app, sumsub, one).catch(failedFor(one.verification_id));
  for (const applicantId of await db.read((tx) => rows.applicantsToForget(tx, AT_ONCE))) {
    const isForgotten = await sumsub.forget(applicantId).then(() => true, failedToForget);
    await db.tx((tx) => (isForgotten ? rows.markForgotten : rows.markNotForgotten)(tx, applicantId));
  }
}

type Sending = { readonly sumsub: Sumsub; readonly one: rows.ToSend; readonly levelName: string };

/** Safe to begin again: an applicant is made once for each verification, and a picture that comes twice is the same one. */
async function sendOne({ db, files }: Ports, { sumsub, one, levelName }: Sending): Promise<void> {
  const applicantId = one.applicant_id ?? (await sumsub.applicant({ externalUserId: one.reference, levelName }));
  await db.tx((tx) => rows.insertCase(tx, { verificationId: one.id, applicantId }));
  for (const { side, file_key, key_sealed } of one.pictures) {
    const kept = { file_key, key_sealed: Buffer.from(key_sealed, "base64") };
    const picture = await openPicture(files, kept, { reference: one.reference, side });
    // Staff find it as they open it, and its owner shows it again.
    if (!picture) throw new Error(`the ${side} of verification ${one.id} cannot be read`);
    await sumsub.addDocument(applicantId, { ...namesOf(one, side), country: one.country_iso3, picture });
  }
  await sumsub.markPending(applicantId);
  await db.tx((tx) => rows.markSent(tx, one));
}

const TYPES: Readonly<Record<Exclude<DocumentType, CompanyForm | "recording">, string>> = {
  passport: "PASSPORT",
  id_card: "ID_CARD",
  driving_licence: "DRIVERS",
  residence_permit: "RESIDENCE_PERMIT",
  utility_bill: "UTILITY_BILL",
  bank_statement: "UTILITY_BILL",
  tax_document: "UTILITY_BILL",
  government_letter: "UTILITY_BILL",
};

function namesOf({ document_type }: rows.ToSend, side: Side): Pick<SumsubDocument, "idDocType" | "idDocSubType"> {
  if (side === "selfie") return { idDocType: "SELFIE" };
  const idDocType = TYPES[document_type];
  if (side === "document" || document_type === "passport") return { idDocType };
  return { idDocType, idDocSubType: side === "back" ? "BACK_SIDE" : "FRONT_SIDE" };
}

async function askOne({ db, log }: Ports, sumsub: Sumsub, { verification_id, kind, applicant_id }: rows.ToAsk) {
  const review = await sumsub.review(applicant_id);
  await db.tx(async (tx) => {
    await rows.markAsked(tx, verification_id);
    if (review.state === "open") return;
    const reasons = review.state === "green" ? [] : reasonsOf(kind, review.labels);
    const outcome = await rows.decideByProvider(tx, { verificationId: verification_id, reasons });
    log.info({ verification: String(verification_id), outcome, state: review.state }, "Sumsub has checked a document");
  });
}

const REASONS: Readonly<Record<string, RejectReason>> = {
  LOW_QUALITY: "unreadable",
  UNSATISFACTORY_PHOTOS: "unreadable",
  DOCUMENT_PAGE_MISSING: "cropped",
  INCOMPLETE_DOCUMENT: "cropped",
  SCREENSHOTS: "not_original",
  BLACK_AND_WHITE: "not_original",
  FORGERY: "edited",
  GRAPHIC_EDITOR: "edited",
  EXPIRATION_DATE: "expired",
  AGE_REQUIREMENT_MISMATCH: "underage",
  PROBLEMATIC_APPLICANT_DATA: "name_mismatch",
  SELFIE_MISMATCH: "face_mismatch",
  BAD_FACE_MATCHING: "face_mismatch",
  DUPLICATE: "duplicate",
  BAD_PROOF_OF_ADDRESS: "address_mismatch",
};

/** Ours, of this kind; what there is no word for is a document that we do not accept. */
function reasonsOf(kind: VerificationKind, labels: readonly string[]): RejectReason[] {
  const known: readonly RejectReason[] = REJECT_REASONS[kind];
  const found = labels.map((label) => REASONS[label] ?? "not_supported").filter((reason) => known.includes(reason));
  return found.length > 0 ? [...new Set(found)] : ["not_supported"];
}
