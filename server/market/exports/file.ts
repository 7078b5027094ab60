/** The bytes of a file: trades are read by pages of their keys, and a csv file is written as they come. */
import { createHash } from "node:crypto";
import { Zip, ZipDeflate } from "fflate";
import { BRAND } from "#contract/platform/brand.ts";
import { CRYPTO, CRYPTO_CODES, type CryptoCode, displayFromUnits, unitsFromDisplay } from "#contract/money/money.ts";
import type { ReadTx } from "../../platform/postgres/db.ts";
import { findText, textOf } from "../../platform/texts.ts";
import { exportedRows, type HistoryFilter } from "../trades/index.ts";
import { type Cell, HEADS, PLAIN_COLUMNS, type PlainColumn, type Row, rowOf } from "./columns.ts";
import { csvHead, csvLines } from "./formats/csv.ts";
import type { Sheet } from "./formats/xlsx.ts";
import { kindOf, nameOf } from "./mount-download.ts";
import type { ExportRow } from "./rows.ts";

export type Source = {
  readonly tx: ReadTx;
  readonly filter: HistoryFilter;
  readonly count: number;
  readonly username: string;
  readonly origin: string;
  /** Throws where nobody waits for the file any more. */
  readonly onProgress: (done: number) => Promise<void>;
};

const PAGE = 1000;

/** Oldest first; the same trades give the same bytes. What draws pages and workbooks is loaded when the first is made, not at the start. */
export function writeFile(asked: ExportRow, source: Source): AsyncGenerator<Uint8Array> {
  const kind = kindOf({ format: asked.format, row_count: source.count });
  if (kind === "xlsx") return writeWorkbook(asked, source);
  if (kind === "pdf") return writePages(asked, source);
  return kind === "zip" ? zipped(`${nameOf(asked)}.csv`, writeCsv(asked, source)) : writeCsv(asked, source);
}

/** Pages of rows. Where the profile leaves trades out, a page has fewer. */
async function* rowsOf(
  { user_id: userId, profile, filters }: ExportRow,
  { tx, filter, origin, onProgress }: Source,
): AsyncGenerator<readonly Row[]> {
  let after: Parameters<typeof exportedRows>[2]["after"];
  for (let done = 0; ; ) {
    const trades = await exportedRows(tx, filter, { limit: PAGE, after });
    const reader = { userId, zone: filters.timezone, origin };
    if (trades.length > 0)
      yield trades.flatMap((trade) => {
        const row = rowOf(profile, trade, reader);
        return row ? [row] : [];
      });
    done += trades.length;
    await onProgress(done);
    const last = trades.at(-1);
    if (!last || trades.length < PAGE) return;
    after = { id: last.id, started_at: last.started_at_text };
  }
}

async function* writeCsv(asked: ExportRow, source: Source): AsyncGenerator<Uint8Array> {
  yield Buffer.from(csvHead(HEADS[asked.profile]));
  for await (const rows of rowsOf(asked, source)) yield Buffer.from(csvLines(rows));
}

/** The date of the archive's entry; the earliest that the format knows, so that the same trades give the same bytes. */
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

const column = (name: PlainColumn) => PLAIN_COLUMNS.indexOf(name);
const cell = (row: Row, name: PlainColumn) => row[column(name)]?.text ?? "";

async function* writeWorkbook(asked: ExportRow, source: Source): AsyncGenerator<Uint8Array> {
  const months = new Map<string, Row[]>();
  for await (const rows of rowsOf(asked, source)) {
    for (const row of rows) {
      const month = cell(row, "started_utc").slice(0, 7);
      const known = months.get(month);
      if (known) known.push(row);
      else months.set(month, [row]);
    }
  }
  const sheets = [...months].map(([name, rows]): Sheet => ({ name, rows: rows.map((row) => inWords(row, asked)) }));
  const head = PLAIN_COLUMNS.map((name) => textOf(`exports.column.${name}`, asked.locale));
  const { writeSheets } = await import("./formats/xlsx.ts");
  yield await writeSheets(head, sheets);
}

/** Statuses and sides as the screens have them. */
function inWords(row: Row, { locale }: ExportRow): Row {
  return row.map((one, place) => {
    if (place === column("status")) return { text: findText(`dashboard.status.${one.text}`, locale) ?? one.text };
    if (place === column("side"))
      return { text: textOf(one.text === "buy" ? "exports.bought" : "exports.sold", locale) };
    return one;
  });
}

/** With the share of the width that each takes. */
const SHOWN: readonly (readonly [PlainColumn, share: number])[] = [
  ["started_utc", 10],
  ["trade", 9],
  ["side", 5.5],
  ["amount", 8.5],
  ["coin", 4.5],
  ["fee", 7],
  ["fiat_amount", 8],
  ["fiat", 5.5],
  ["price", 8.5],
  ["method", 13],
  ["partner", 10],
  ["status", 12],
];

/** Sums and digest stand before the rows, so they are read twice. */
async function* writePages(asked: ExportRow, source: Source): AsyncGenerator<Uint8Array> {
  const { locale, filters } = asked;
  const digest = createHash("sha256").update(csvHead(HEADS.plain));
  const sums = new Map<CryptoCode, { change: bigint; fees: bigint }>();
  for await (const rows of rowsOf(asked, { ...source, onProgress: async () => undefined })) {
    digest.update(csvLines(rows));
    for (const row of rows) addTo(sums, row);
  }
  const lines = [
    textOf("exports.pdf.account", locale, { name: source.username }),
    textOf("exports.pdf.period", locale, { from: filters.startDate, until: filters.endDate, zone: filters.timezone }),
    ...CRYPTO_CODES.flatMap((coin) => {
      const sum = sums.get(coin);
      if (!sum) return [];
      const shown = (units: bigint) => displayFromUnits(units, CRYPTO[coin].digits);
      return [textOf("exports.pdf.sum", locale, { coin, change: shown(sum.change), fee: shown(sum.fees) })];
    }),
    textOf("exports.pdf.digest", locale, { digest: digest.digest("hex") }),
  ];
  const texts = {
    ...{ locale, lines, date: new Date(`${filters.endDate}T00:00:00Z`) },
    title: textOf("exports.pdf.title", locale, { brand: BRAND }),
    head: SHOWN.map(([name]) => textOf(`exports.column.${name}`, locale)),
    places: SHOWN.map(([name]) => column(name)),
    shares: SHOWN.map(([, share]) => share),
    placeOf: (page: number, pages: number) => textOf("exports.pdf.place", locale, { page, pages }),
  };
  const { drawPdf } = await import("./formats/pdf.ts");
  yield* drawPdf(texts, inWordsEach(rowsOf(asked, source), asked), source.count);
}

const AS_SEEN = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d).*$/;

async function* inWordsEach(pages: AsyncGenerator<readonly Row[]>, asked: ExportRow): AsyncGenerator<readonly Row[]> {
  for await (const rows of pages) yield rows.map((row) => inWords(row, asked).map(toTheMinute));
}

function toTheMinute(one: Cell): Cell {
  return one.isNumber ? one : { text: one.text.replace(AS_SEEN, "$1 $2") };
}

function addTo(sums: Map<CryptoCode, { change: bigint; fees: bigint }>, row: Row): void {
  const coin = CRYPTO_CODES.find((code) => code === cell(row, "coin"));
  if (!coin) return;
  const { digits } = CRYPTO[coin];
  const change = cell(row, "balance_change");
  const moved = change.startsWith("-") ? -unitsFromDisplay(change.slice(1), digits) : unitsFromDisplay(change, digits);
  const before = sums.get(coin) ?? { change: 0n, fees: 0n };
  sums.set(coin, { change: before.change + moved, fees: before.fees + unitsFromDisplay(cell(row, "fee"), digits) });
}
