import { DECLARED } from "../../../collected.ts";
import type { DeclaredRows } from "../../../platform/postgres/schema/rows.ts";

/** The functions of the modules for a closing, in module order. */
export const ROWS: readonly DeclaredRows[] = [
  {
    table: "closing_steps",
    key: ["name"],
    rows: DECLARED.flatMap(({ closing }, place) =>
      (["obstacles", "erases"] as const).flatMap((kind) => {
        const name = closing?.[kind];
        return name ? [{ place, kind, name }] : [];
      }),
    ),
  },
];
