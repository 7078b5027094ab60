import { STAFF_RIGHTS } from "#contract/staff/rights.ts";
import type { DeclaredRows } from "../../../platform/postgres/schema/rows.ts";

/** The rights that the database judges itself. */
const JUDGED = [
  "companies",
  "recoveries",
  "screening",
  "partners",
] as const satisfies readonly (keyof typeof STAFF_RIGHTS)[];

export const ROWS: readonly DeclaredRows[] = [
  {
    table: "staff_rights",
    key: ["act", "role"],
    rows: JUDGED.flatMap((act) => STAFF_RIGHTS[act].map((role) => ({ act, role }))),
  },
];
