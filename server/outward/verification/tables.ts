/** The tables of this module, each with the columns that modules after it may read with a join. */
export const TABLES = {
  verifications: [],
  verification_pictures: [],
  verification_files_to_remove: [],
  verification_demands: ["user_id", "met_at"],
  verification_looks: [],
  provider_cases: [],
} as const;
