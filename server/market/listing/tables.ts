import type { DataOf } from "../../platform/personal-data.ts";

/** The tables of this module, each with the columns that modules after it may read with a join. */
export const TABLES = {
  offer_favorites: ["user_id", "offer_id"],
} as const;

/** What happens to their rows: in the archive of somebody's own data, with age, and when an account is closed. */
export const DATA: DataOf<typeof TABLES> = {
  offer_favorites: {
    ownData: { section: "favorites" },
    retention: { kept: "kept with the account" },
    closing: "erased",
  },
};
