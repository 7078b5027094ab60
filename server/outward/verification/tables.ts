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
