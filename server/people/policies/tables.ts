import { type DataOf, untouched } from "../../platform/personal-data.ts";

/** The tables of this module, each with the columns that modules after it may read with a join. */
export const TABLES = {
  policy_versions: ["policy", "version", "is_for_all"],
  policy_acceptances: ["user_id", "policy", "version"],
} as const;

/** The rules for their rows: export to the user, retention, and closing of an account. */
export const DATA: DataOf<typeof TABLES> = {
  policy_versions: untouched("the version of each policy that is in force"),
  policy_acceptances: {
    ownData: { section: "policies" },
    retention: { kept: "a record of agreements, which names accounts by number" },
    closing: { kept: "a record of agreements, which names accounts by number" },
  },
};
