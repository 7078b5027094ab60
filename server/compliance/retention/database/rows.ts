import { DECLARED } from "../../../collected.ts";
import type { DeclaredRows } from "../../../platform/postgres/schema/rows.ts";

/** A mark for each kind that remembers how far it was looked through. */
export const ROWS: readonly DeclaredRows[] = [
  {
    table: "retention_marks",
    key: ["what"],
    kept: ["last_id", "up_to"],
    rows: DECLARED.flatMap(({ retention = [] }) => retention)
      .filter(({ hasMark }) => hasMark)
      .map(({ kind }) => ({ what: kind, last_id: 0, up_to: "-infinity" })),
  },
];
