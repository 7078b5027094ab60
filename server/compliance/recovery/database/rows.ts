import { LOCALES } from "#contract/platform/locales.ts";
import type { DeclaredRows } from "../../../platform/postgres/schema/rows.ts";
import { textOf } from "../../../platform/texts.ts";

/** The text that lift_compromised() writes in the language of the account. */
export const ROWS: readonly DeclaredRows[] = [
  {
    table: "recovery_texts",
    key: ["locale"],
    rows: LOCALES.map((locale) => ({ locale, lifted: textOf("people.recovered", locale) })),
  },
];
