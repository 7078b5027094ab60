import type { DataOf } from "../../platform/personal-data.ts";

/** The tables of this module, each with the columns that modules after it may read with a join. */
export const TABLES = {
  user_relations: ["other_id", "is_blocked", "user_id", "is_trusted"],
} as const;

/** The rules for their rows: export to the user, retention, and closing of an account. */
export const DATA: DataOf<typeof TABLES> = {
  user_relations: { ownData: { section: "contacts" }, retention: { kept: "kept with the account" }, closing: "erased" },
};
