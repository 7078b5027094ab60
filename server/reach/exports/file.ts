/** The bytes of a file: records are read by pages of their keys, and a csv file is written as they come. */
import { createHash } from "node:crypto";
import { Zip, ZipDeflate } from "fflate";
import { textOf } from "../../platform/texts.ts";
import type { Cell, Row } from "./cells.ts";
import { csvHead, csvLines } from "./formats/csv.ts";
import type { SheetRows } from "./formats/xlsx.ts";
import { kindOf, nameOf } from "./mount-download.ts";
import type { ExportRow } from "./rows.ts";
import type { Document, Source } from "./sources/source.ts";

export type Making = {
  readonly source: Source;
  readonly count: number;
  /** Throws where nobody waits for the file any more. */
  readonly onProgress: (done: number) => Promise<void>;
};

/** Oldest first; the same records give the same bytes. What draws pages and workbooks is loaded when the first is made, not at the start. */
export function writeFile(asked: ExportRow, making: Making): AsyncGenerator<Uint8Array> {
  const kind = kindOf({ format: asked.format, row_count: making.count });
  if (kind === "xlsx") return writeWorkbook(making);
  if (kind === "pdf") return writePages(making);
  return kind === "zip" ? zipped(`${nameOf(asked)}.csv`, writeCsv(making)) : writeCsv(making);
}

async function* rowsOf({ source, onProgress }: Pick<Making, "source" | "onProgress">): AsyncGenerator<readonly Row[]> {
  let done = 0;
  for await (const { rows, read } of source.pages()) {
    if (rows.length > 0) yield rows;
    done += read;
    await onProgress(done);
  }
}

async function* writeCsv(making: Making): AsyncGenerator<Uint8Array> {
  yield Buffer.from(csvHead(making.source.head));
  for await (const rows of rowsOf(making)) yield Buffer.from(csvLines(rows));
}

/** The date of the archive's entry; the earliest that the format knows, so that the same records give the same bytes. */
const NO_DATE = new Date(1980, 0, 1);

async function* zipped(name: string, parts: AsyncGenerator<Uint8Array>): AsyncGenerator<Uint8Array> {
  const ready: Uint8Array[] = [];
  const zip = new Zip((error, chunk) => {
    if (error) throw error;
    ready.push(chunk);
  });
  const entry = new ZipDeflate(name);
  entry.mtime = NO_DATE;
  zip.add(entry);
  for await (const part of parts) {
    entry.push(part);
    yield* ready.splice(0);
  }
  entry.push(new Uint8Array(), true);
  zip.end();
  yield* ready.splice(0);
}

async function* writeWorkbook(making: Making): AsyncGenerator<Uint8Array> {
  const { writeSheets } = await import("./formats/xlsx.ts");
  yield* writeSheets(making.source.titles, sheetsOf(making), NO_DATE);
}

/** Rows come by time, so those of a month are next to one another. */
async function* sheetsOf(making: Making): AsyncGenerator<SheetRows> {
  const { source } = making;
  for await (const rows of rowsOf(making)) {
    for (const [name, ofMonth] of Map.groupBy(rows, (row) => source.monthOf(row)))
      yield { name, rows: ofMonth.map((row) => source.inWords(row)) };
  }
}

/** Sums and digest are before the rows, so the rows are read twice. */
async function* writePages(making: Making): AsyncGenerator<Uint8Array> {
  const { source, count } = making;
  const { document } = source;
  if (!document) throw new Error("there are no pages of these records");
  const { locale, title, date, shown } = document;
  const places = shown.map(([place]) => place);
  const texts = {
    ...{ locale, title, date, places },
    lines: await summaryOf(document, source),
    head: places.map((place) => source.titles[place] ?? ""),
    shares: shown.map(([, share]) => share),
    placeOf: (page: number, pages: number) => textOf("exports.pdf.place", locale, { page, pages }),
  };
  const { drawPdf } = await import("./formats/pdf.ts");
  yield* drawPdf(texts, inWordsEach(making), count);
}

function summaryOf(document: Document, source: Source): Promise<readonly string[]> {
  const digest = createHash("sha256").update(csvHead(source.head));
  async function* noted() {
    for await (const rows of rowsOf({ source, onProgress: async () => undefined })) {
      digest.update(csvLines(rows));
      yield rows;
    }
  }
  return document.summary(noted(), () => digest.digest("hex"));
}

const AS_SEEN = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d).*$/;

async function* inWordsEach(making: Making): AsyncGenerator<readonly Row[]> {
  for await (const rows of rowsOf(making)) yield rows.map((row) => making.source.inWords(row).map(toTheMinute));
}

function toTheMinute(one: Cell): Cell {
  return one.isNumber ? one : { text: one.text.replace(AS_SEEN, "$1 $2") };
}
