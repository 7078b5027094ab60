/** A workbook with one sheet a month: a frozen head, amounts as numbers beside their exact text. */
import writeExcelFile from "write-excel-file/node";
import type { Cell, Row } from "../cells.ts";

export type Sheet = { readonly name: string; readonly rows: readonly Row[] };

/** A spreadsheet counts with fifteen digits, so an amount with more stays a text. */
const MOST_DIGITS = 15;

export function writeSheets(head: readonly string[], sheets: readonly Sheet[]): Promise<Buffer> {
  return writeExcelFile(
    sheets.map(({ name, rows }) => ({
      sheet: name,
      data: [head.map((value) => ({ value, fontWeight: "bold" as const })), ...rows.map((row) => row.map(cellOf))],
      columns: head.map((_, place) => ({ width: widthOf(head[place] ?? "", rows, place) })),
      stickyRowsCount: 1,
    })),
  ).toBuffer();
}

function cellOf({ text, isNumber }: Cell) {
  const digits = text.replace(/\D/g, "").length;
  if (isNumber && text !== "" && digits <= MOST_DIGITS) return { value: Number(text), format: formatOf(text) };
  return { value: text, type: String };
}

/** Shows as many decimals as the amount has. */
function formatOf(text: string): string {
  const decimals = text.split(".")[1]?.length ?? 0;
  return decimals === 0 ? "0" : `0.${"0".repeat(decimals)}`;
}

const SAMPLE = 200;

function widthOf(head: string, rows: readonly Row[], place: number): number {
  const lengths = rows.slice(0, SAMPLE).map((row) => row[place]?.text.length ?? 0);
  return Math.min(40, Math.max(head.length, ...lengths) + 2);
}
