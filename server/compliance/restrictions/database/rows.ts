import { RESTRICTION_RIGHTS } from "#contract/compliance/restriction-names.ts";
import { ROLES } from "#contract/staff/names.ts";
import type { DeclaredRows } from "../../../platform/postgres/schema/rows.ts";

export const ROWS: readonly DeclaredRows[] = [
  {
    table: "restriction_rights",
    key: ["state", "role"],
    rows: ROLES.flatMap((role) => RESTRICTION_RIGHTS[role].map((state) => ({ state, role }))),
  },
];
