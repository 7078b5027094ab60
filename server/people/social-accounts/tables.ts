import { type DataOf, untouched } from "../../platform/personal-data.ts";

/** The tables of this module, each with the columns that modules after it may read with a join. */
export const TABLES = {
  social_providers: [],
  social_attempts: [],
  social_accounts: [],
} as const;

/** The rules for their rows: export to the user, retention, and closing of an account. */
export const DATA: DataOf<typeof TABLES> = {
  social_providers: untouched("which providers are configured"),
  social_attempts: {
    ownData: { none: "sign-ins that have not ended" },
    retention: { by: "forget-social-attempts", after: "an hour" },
    closing: "erased",
  },
  social_accounts: { ownData: { section: "social" }, retention: { kept: "kept with the account" }, closing: "erased" },
};
