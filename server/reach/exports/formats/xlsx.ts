/**
 * A workbook with one sheet a month: a frozen head, amounts as numbers. Sheets are written as their rows come, so that the memory that it
 * needs does not grow with them; ECMA-376 lets the parts of the archive be in any order, and texts be in their cells.
 */
import { strToU8, Zip, ZipDeflate } from "fflate";
import type { Cell, Row } from "../cells.ts";

export type SheetRows = { readonly name: string; readonly rows: readonly Row[] };

/** A spreadsheet counts with fifteen digits, so an amount with more stays a text. */
const MOST_DIGITS = 15;
/** The style of a number shows as many decimals as the amount has. */
const MOST_DECIMALS = 18;
const FIRST_NUMBER = 1;
const BOLD = FIRST_NUMBER + MOST_DECIMALS + 1;

const MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const PACKAGE = "http://schemas.openxmlformats.org/package/2006";
const OPEN = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';

/** The rows of a sheet come one after another, the sheets too. `entryDate`: of every part, so that the same rows give the same bytes. */
export async function* writeSheets(
  head: readonly string[],
  pages: AsyncIterable<SheetRows>,
  entryDate: Date,
): AsyncGenerator<Uint8Array> {
  const ready: Uint8Array[] = [];
  const zip = new Zip((error, chunk) => {
    if (error) throw error;
    ready.push(chunk);
  });
  const begin = (name: string) => {
    const entry = new ZipDeflate(name);
    entry.mtime = entryDate;
    zip.add(entry);
    return entry;
  };
  const names: string[] = [];
  let sheet: ZipDeflate | undefined;
  for await (const { name, rows } of pages) {
    if (names.at(-1) !== name || !sheet) {
      sheet?.push(strToU8(SHEET_END), true);
      names.push(name);
      sheet = begin(`xl/worksheets/sheet${names.length}.xml`);
      sheet.push(strToU8(sheetHead(head, rows)));
    }
    sheet.push(strToU8(rows.map(rowOf).join("")));
    yield* ready.splice(0);
  }
  sheet?.push(strToU8(SHEET_END), true);
  for (const [name, text] of Object.entries(partsOf(names))) begin(name).push(strToU8(OPEN + text), true);
  zip.end();
  yield* ready.splice(0);
}

const SHEET_END = "</sheetData></worksheet>";

/** Widths are those of the first rows. */
function sheetHead(head: readonly string[], rows: readonly Row[]): string {
  const columns = head.map((text, place) => {
    const lengths = rows.map((row) => row[place]?.text.length ?? 0);
    const width = Math.min(40, Math.max(text.length, ...lengths) + 2);
    return `<col min="${place + 1}" max="${place + 1}" width="${width}" customWidth="1"/>`;
  });
  const pane = '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>';
  return (
    `${OPEN}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0">${pane}</sheetView></sheetViews>` +
    `<cols>${columns.join("")}</cols><sheetData><row>${head.map((text) => textCell(text, BOLD)).join("")}</row>`
  );
}

const rowOf = (row: Row) => `<row>${row.map(cellOf).join("")}</row>`;

function cellOf({ text, isNumber }: Cell): string {
  const digits = text.replace(/\D/g, "").length;
  if (!isNumber || text === "" || digits > MOST_DIGITS) return textCell(text);
  return `<c s="${FIRST_NUMBER + (text.split(".")[1]?.length ?? 0)}"><v>${text}</v></c>`;
}

const textCell = (text: string, style?: number) =>
  `<c${style === undefined ? "" : ` s="${style}"`} t="inlineStr"><is><t xml:space="preserve">${escaped(text)}</t></is></c>`;

const SIGNS: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
/** What XML cannot have is left out. */
const escaped = (text: string) =>
  text
    .replace(/[&<>"]/g, (sign) => SIGNS[sign] ?? "")
    .replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, "");

function partsOf(names: readonly string[]): Readonly<Record<string, string>> {
  const type = (part: string, kind: string) =>
    `<Override PartName="/xl/${part}.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.${kind}+xml"/>`;
  const relation = (id: number, kind: string, target: string) =>
    `<Relationship Id="rId${id}" Type="${OFFICE}/${kind}" Target="${target}"/>`;
  const sheets = names.map((name, place) => ({ name, id: place + 1 }));
  return {
    "[Content_Types].xml": `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>${type("workbook", "sheet.main")}${type("styles", "styles")}${sheets.map(({ id }) => type(`worksheets/sheet${id}`, "worksheet")).join("")}</Types>`,
    "_rels/.rels": `<Relationships xmlns="${PACKAGE}/relationships">${relation(1, "officeDocument", "xl/workbook.xml")}</Relationships>`,
    "xl/workbook.xml": `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets>${sheets.map(({ name, id }) => `<sheet name="${escaped(name)}" sheetId="${id}" r:id="rId${id}"/>`).join("")}</sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": `<Relationships xmlns="${PACKAGE}/relationships">${sheets.map(({ id }) => relation(id, "worksheet", `worksheets/sheet${id}.xml`)).join("")}${relation(names.length + 1, "styles", "styles.xml")}</Relationships>`,
    "xl/styles.xml": stylesOf(),
  };
}

/** The first style is that of texts, then those of numbers by their decimals; the last one is the head's. */
function stylesOf(): string {
  const decimals = Array.from({ length: MOST_DECIMALS + 1 }, (_, places) => places);
  const FIRST_OWN = 164;
  const format = (places: number) => (places === 0 ? "0" : `0.${"0".repeat(places)}`);
  const formats = decimals.map((places) => `<numFmt numFmtId="${FIRST_OWN + places}" formatCode="${format(places)}"/>`);
  const numbers = decimals.map(
    (places) =>
      `<xf numFmtId="${FIRST_OWN + places}" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>`,
  );
  const font = (bold: string) => `<font>${bold}<sz val="11"/><name val="Calibri"/></font>`;
  return (
    `<styleSheet xmlns="${MAIN}"><numFmts count="${formats.length}">${formats.join("")}</numFmts>` +
    `<fonts count="2">${font("")}${font("<b/>")}</fonts>` +
    '<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>' +
    '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>' +
    '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>' +
    `<cellXfs count="${numbers.length + 2}"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>${numbers.join("")}<xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/></cellXfs>` +
    '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>'
  );
}
