import { type DataOf, untouched } from "../../platform/personal-data.ts";

/** The tables of this module, each with the columns that modules after it may read with a join. */
export const TABLES = {
  verifications: ["id", "user_id", "kind", "status", "started_at", "submitted_at"],
  verification_pictures: [],
  verification_files_to_remove: [],
  verification_demands: ["user_id", "kind", "met_at"],
  verification_looks: [],
  verification_approvals: [],
  provider_cases: [],
  provider_erasures: [],
  document_provider: [],
  provider_tokens: [],
  screening_runs: [],
  screening_hits: [],
} as const;

/** The rules for their rows: export to the user, retention, and closing of an account. */
export const DATA: DataOf<typeof TABLES> = {
  verifications: {
    ownData: { section: "documents" },
    retention: { by: "erase_verifications", after: "5 years after the account closed (verification.keep_years)" },
    closing: { kept: "the law wants documents of customers kept for years" },
  },
  verification_pictures: {
    ownData: { section: "documents" },
    retention: { by: "erase_verifications", after: "5 years after the account closed (verification.keep_years)" },
    closing: { kept: "the law wants documents of customers kept for years" },
  },
  verification_files_to_remove: untouched("files that are removed at the next turn"),
  verification_demands: {
    ownData: { none: "staff's demand, which the account's screens show" },
    retention: { by: "erase_verifications", after: "5 years after the account closed (verification.keep_years)" },
    closing: { kept: "the law wants documents of customers kept for years" },
  },
  verification_looks: {
    ownData: { none: "an act of staff, not of the person" },
    retention: { kept: "gone with the verification" },
    closing: { kept: "an act of staff, which the audit needs" },
  },
  verification_approvals: {
    ownData: { none: "an act of staff, not of the person" },
    retention: { kept: "gone with the verification" },
    closing: { kept: "an act of staff, which the audit needs" },
  },
  provider_cases: {
    ownData: { none: "the verification says what was decided" },
    retention: { kept: "gone with the verification" },
    closing: { kept: "gone with the verification" },
  },
  provider_erasures: untouched("cases that the provider has to erase"),
  document_provider: untouched("which provider is configured"),
  provider_tokens: {
    ownData: { none: "a key of minutes for the provider's page" },
    retention: { by: "fetch-provider-tokens", after: "when it has ended" },
    closing: { kept: "gone with age" },
  },
  screening_runs: untouched("how far lists were compared"),
  screening_hits: {
    ownData: { none: "showing it could warn a wanted person" },
    retention: { by: "erase_screening", after: "with the verifications" },
    closing: { kept: "the law wants screenings of customers kept for years" },
  },
};
