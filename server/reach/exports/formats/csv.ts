/** A csv file: a head and a line for each trade. A text that a spreadsheet would run as a formula is escaped; amounts are not. */
import { stringify } from "csv-stringify/sync";
import type { Row } from "../cells.ts";

const FORMULA = /^[=+\-@\t\r]/;

/** With a byte order mark, by which spreadsheets read it as UTF-8. */
export const csvHead = (head: readonly string[]): string => `﻿${stringify([head as string[]], OPTIONS)}`;

export function csvLines(rows: readonly Row[]): string {
  return stringify(
    rows.map((row) => row.map(({ text, isNumber }) => (!isNumber && FORMULA.test(text) ? `'${text}` : text))),
    OPTIONS,
  );
}

const OPTIONS = { record_delimiter: "\r\n" } as const;
