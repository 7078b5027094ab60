import type { DataOf } from "../../platform/personal-data.ts";

/** The tables of this module, each with the columns that modules after it may read with a join. */
export const TABLES = {
  api_keys: [],
} as const;

/** The rules for their rows: export to the user, retention, and closing of an account. */
export const DATA: DataOf<typeof TABLES> = {
  api_keys: {
    ownData: { section: "api_keys" },
    retention: { by: "forget-ended-keys", after: "when the key has ended" },
    closing: "erased",
  },
};
