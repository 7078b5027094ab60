/** Names of verifications: screens need the names without the code that parses requests. */

/** id: a document of identity with a selfie. address: a proof of address. company: what an account acts for. video: the person themselves, with a code. */
export const VERIFICATION_KINDS = ["id", "address", "company", "video"] as const;
export type VerificationKind = (typeof VERIFICATION_KINDS)[number];

export const ID_DOCUMENTS = ["passport", "id_card", "driving_licence", "residence_permit"] as const;
export type IdDocument = (typeof ID_DOCUMENTS)[number];
export const ADDRESS_DOCUMENTS = ["utility_bill", "bank_statement", "tax_document", "government_letter"] as const;
/** For a company, the legal form replaces the type of the document. */
export const COMPANY_FORMS = ["limited_company", "partnership", "sole_trader", "foundation", "other_form"] as const;
export type CompanyForm = (typeof COMPANY_FORMS)[number];
/** How long the code of a video counts. */
export const VIDEO_CODE_MINUTES = 30;
/** A recording ends by itself after so long. */
export const VIDEO_SECONDS = 20;

export type DocumentType =
  | "recording"
  | (typeof ID_DOCUMENTS)[number]
  | (typeof ADDRESS_DOCUMENTS)[number]
  | CompanyForm;

const COMPANY_SIDES = ["registration", "owners", "company_address", "authority"] as const;
export const SIDES = ["front", "back", "selfie", "document", ...COMPANY_SIDES, "video"] as const;
export type Side = (typeof SIDES)[number];

/** Registers hand PDFs out; of a person a picture is shown. */
export const mayBePdf = (side: Side): boolean => COMPANY_SIDES.some((one) => one === side);

/** started: pictures are missing or not submitted yet. ended: the document has expired, or was asked for anew. */
export const VERIFICATION_STATUSES = ["started", "pending", "approved", "rejected", "replaced", "ended"] as const;
export type VerificationStatus = (typeof VERIFICATION_STATUSES)[number];

const OF_EVERY_DOCUMENT = [
  "unreadable",
  "cropped",
  "not_original",
  "edited",
  "not_supported",
  "name_mismatch",
] as const;
/** Why staff reject a document, by kind; the person reads them all. */
export const REJECT_REASONS = {
  id: [...OF_EVERY_DOCUMENT, "expired", "underage", "number_mismatch", "face_mismatch", "duplicate"],
  address: [...OF_EVERY_DOCUMENT, "too_old", "address_mismatch"],
  company: [
    ...["unreadable", "cropped", "not_original", "edited", "not_supported", "too_old", "number_mismatch"],
    ...["address_mismatch", "duplicate", "company_name_mismatch", "not_registered", "owners_unclear", "no_authority"],
    "business_not_accepted",
  ],
  video: ["unreadable", "edited", "other_person", "face_hidden", "code_missing", "not_alone", "not_live"],
} as const;
export type RejectReason = (typeof REJECT_REASONS)[VerificationKind][number];
export const ALL_REJECT_REASONS: readonly RejectReason[] = [...new Set(Object.values(REJECT_REASONS).flat())];

/** The checklist of a reviewer; an approval needs all of it. */
export const CHECKLIST = {
  id: ["readable", "original", "name", "number", "valid", "age", "face"],
  address: ["readable", "original", "name", "address", "recent"],
  company: ["readable", "original", "company_name", "registered", "number", "owners", "address", "authority"],
  video: ["same_person", "code", "live", "alone"],
} as const;

/** The status of a submitted application of a company. */
export const COMPANY_STATUSES = [
  "application_submitted",
  "in_review",
  "application_approved",
  "application_rejected",
  "application_waiting_resubmission",
] as const;
export type CompanyStatus = (typeof COMPANY_STATUSES)[number];

/** How many reviewers approve one, as the database has it: `verification_approvers`. */
export const approversOf = (kind: VerificationKind): number => (kind === "company" ? 2 : 1);

/** One line more where the name is like one on the watch list. */
export const NOT_LISTED = "not_listed" as const;

/** As the database has it: `verification_sides`. */
export function sidesOf(kind: VerificationKind, documentType: DocumentType): readonly Side[] {
  if (kind === "video") return ["video"];
  if (kind === "company") return COMPANY_SIDES;
  if (kind === "address") return ["document"];
  return documentType === "passport" ? ["front", "selfie"] : ["front", "back", "selfie"];
}
