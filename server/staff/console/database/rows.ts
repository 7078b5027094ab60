import { RESTRICTION_RIGHTS } from "#contract/compliance/restriction-names.ts";
import { ROLES } from "#contract/staff/staff-names.ts";
import { STAFF_RIGHTS } from "#contract/staff/staff-rights.ts";
import type { DeclaredRows } from "../../../platform/postgres/database-rows.ts";

/** The rights that the database judges itself. */
const JUDGED = ["companies", "recoveries", "screening"] as const satisfies readonly (keyof typeof STAFF_RIGHTS)[];

export const ROWS: readonly DeclaredRows[] = [
  {
    table: "staff_rights",
    key: ["act", "role"],
    rows: JUDGED.flatMap((act) => STAFF_RIGHTS[act].map((role) => ({ act, role }))),
  },
  {
    table: "restriction_rights",
    key: ["state", "role"],
    rows: ROLES.flatMap((role) => RESTRICTION_RIGHTS[role].map((state) => ({ state, role }))),
  },
];
