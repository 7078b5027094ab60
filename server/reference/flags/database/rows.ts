import { FLAGS } from "../../../declared-flags.ts";
import type { DeclaredRows } from "../../../platform/postgres/schema/rows.ts";

export const ROWS: readonly DeclaredRows[] = [
  {
    table: "feature_flags",
    key: ["name"],
    kept: ["percent"],
    rows: Object.entries(FLAGS).map(([name, initial]) => ({ name, percent: initial, initial })),
  },
];
