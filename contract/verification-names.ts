/** What is verified by documents, by name: a screen needs the names, and not what reads a request. */

/** id: a document of identity with a selfie. address: a proof of address. */
export const VERIFICATION_KINDS = ["id", "address"] as const;
export type VerificationKind = (typeof VERIFICATION_KINDS)[number];

export const ID_DOCUMENTS = ["passport", "id_card", "driving_licence", "residence_permit"] as const;
export const ADDRESS_DOCUMENTS = ["utility_bill", "bank_statement", "tax_document", "government_letter"] as const;
export type DocumentType = (typeof ID_DOCUMENTS)[number] | (typeof ADDRESS_DOCUMENTS)[number];

export const SIDES = ["front", "back", "selfie", "document"] as const;
export type Side = (typeof SIDES)[number];

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
} as const;
export type RejectReason = (typeof REJECT_REASONS)[VerificationKind][number];
export const ALL_REJECT_REASONS: readonly RejectReason[] = [...new Set(Object.values(REJECT_REASONS).flat())];

/** What a reviewer goes through; an approval takes them all. */
export const CHECKLIST = {
  id: ["readable", "original", "name", "number", "valid", "age", "face"],
  address: ["readable", "original", "name", "address", "recent"],
} as const;

/** One line more where the name is like one on the watch list. */
export const NOT_LISTED = "not_listed" as const;

/** As the database has it: `verification_sides`. */
export function sidesOf(kind: VerificationKind, documentType: DocumentType): readonly Side[] {
  if (kind === "address") return ["document"];
  return documentType === "passport" ? ["front", "selfie"] : ["front", "back", "selfie"];
}
