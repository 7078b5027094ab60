/** Pages to read and to print: what was asked for, sums of each coin, a table of the trades. From right to left where the language is. */
import { createRequire } from "node:module";
import bidiFactory from "bidi-js";
import PdfDocument from "pdfkit";
import { directionOf, type Locale } from "#contract/platform/locales.ts";
import type { Row } from "../cells.ts";

export type PdfTexts = {
  readonly locale: Locale;
  readonly title: string;
  /** What was asked for, the sums, and the digest of the rows: one line each. */
  readonly lines: readonly string[];
  readonly head: readonly string[];
  /** Where in the row each column is. */
  readonly places: readonly number[];
  /** How wide each column is, in any unit. */
  readonly shares: readonly number[];
  readonly placeOf: (page: number, pages: number) => string;
  /** The last day of the period: the document says this as its date, so that the same trades give the same bytes. */
  readonly date: Date;
};

const require = createRequire(import.meta.url);
const FONT = require.resolve("dejavu-fonts-ttf/ttf/DejaVuSansCondensed.ttf");
const BOLD = require.resolve("dejavu-fonts-ttf/ttf/DejaVuSansCondensed-Bold.ttf");

const PAGE = { width: 841.89, height: 595.28, margin: 36 } as const;
const ROW_HEIGHT = 20;
const HEAD_HEIGHT = 22;
const LINE_HEIGHT = 15;
const FOOT = 24;
const INK = "#14181f";
const MUTED = "#5b6573";
const RULE = "#d9dee5";

type Document = InstanceType<typeof PdfDocument>;
type Drawing = {
  readonly pdf: Document;
  readonly texts: PdfTexts;
  readonly isRtl: boolean;
  readonly widths: readonly number[];
};

/** The pages as bytes, as they are drawn. */
export async function* drawPdf(
  texts: PdfTexts,
  rows: AsyncIterable<readonly Row[]>,
  count: number,
): AsyncGenerator<Uint8Array> {
  const pdf = new PdfDocument({
    size: [PAGE.width, PAGE.height],
    margin: 0,
    autoFirstPage: false,
    info: { Title: texts.title, CreationDate: texts.date, ModDate: texts.date },
  });
  const chunks: Uint8Array[] = [];
  pdf.on("data", (chunk: Uint8Array) => chunks.push(chunk));
  const isRtl = directionOf(texts.locale) === "rtl";
  pdf.registerFont("text", FONT).registerFont("bold", BOLD);
  const drawing: Drawing = { pdf, texts, isRtl, widths: widthsOf(texts.shares) };
  const first = rowsOfPage(firstTop(texts));
  const others = rowsOfPage(PAGE.margin + HEAD_HEIGHT);
  const pages = 1 + Math.max(0, Math.ceil((count - first) / others));
  let page = 1;
  let top = drawFirst(drawing, pages);
  for await (const some of rows) {
    for (const row of some) {
      if (top + ROW_HEIGHT > PAGE.height - PAGE.margin - FOOT) {
        page += 1;
        top = drawPage(drawing, { page, pages });
      }
      drawRow(drawing, row, top);
      top += ROW_HEIGHT;
    }
    yield* chunks.splice(0);
  }
  const ended = new Promise((resolve) => pdf.once("end", resolve));
  pdf.end();
  await ended;
  yield* chunks.splice(0);
}

const firstTop = ({ lines }: PdfTexts) => PAGE.margin + 30 + lines.length * LINE_HEIGHT + 10 + HEAD_HEIGHT;
const rowsOfPage = (top: number) => Math.floor((PAGE.height - PAGE.margin - FOOT - top) / ROW_HEIGHT);

function widthsOf(shares: readonly number[]): number[] {
  const all = shares.reduce((sum, share) => sum + share, 0);
  return shares.map((share) => ((PAGE.width - 2 * PAGE.margin) * share) / all);
}

function drawFirst(drawing: Drawing, pages: number): number {
  const { pdf, texts } = drawing;
  pdf.addPage();
  write(drawing, texts.title, { font: "bold", size: 16, top: PAGE.margin, colour: INK });
  texts.lines.forEach((line, index) => {
    write(drawing, line, { font: "text", size: 9, top: PAGE.margin + 30 + index * LINE_HEIGHT, colour: MUTED });
  });
  drawFoot(drawing, { page: 1, pages });
  return drawHead(drawing, firstTop(texts) - HEAD_HEIGHT);
}

function drawPage(drawing: Drawing, place: { page: number; pages: number }): number {
  drawing.pdf.addPage();
  drawFoot(drawing, place);
  return drawHead(drawing, PAGE.margin);
}

function drawFoot(drawing: Drawing, { page, pages }: { page: number; pages: number }): void {
  const said = drawing.texts.placeOf(page, pages);
  write(drawing, said, { font: "text", size: 8, top: PAGE.height - PAGE.margin - 10, colour: MUTED });
}

function drawHead(drawing: Drawing, top: number): number {
  drawing.texts.head.forEach((text, column) => {
    write(drawing, text, { font: "bold", size: 8, top: top + 4, colour: INK, column });
  });
  rule(drawing, top + HEAD_HEIGHT - 3);
  return top + HEAD_HEIGHT;
}

function drawRow(drawing: Drawing, row: Row, top: number): void {
  drawing.texts.places.forEach((place, column) => {
    write(drawing, row[place]?.text ?? "", { font: "text", size: 8, top: top + 5, colour: INK, column });
  });
  rule(drawing, top + ROW_HEIGHT);
}

function rule({ pdf }: Drawing, top: number): void {
  pdf
    .moveTo(PAGE.margin, top)
    .lineTo(PAGE.width - PAGE.margin, top)
    .lineWidth(0.5)
    .strokeColor(RULE)
    .stroke();
}

type Written = {
  readonly font: "text" | "bold";
  readonly size: number;
  readonly top: number;
  readonly colour: string;
  readonly column?: number;
};

/** One line; what is too long for its column is set smaller, so that no figure is cut. */
function write({ pdf, isRtl, widths }: Drawing, text: string, { font, size, top, colour, column }: Written): void {
  const width = column === undefined ? PAGE.width - 2 * PAGE.margin : (widths[column] ?? 0);
  const before = column === undefined ? 0 : widths.slice(0, column).reduce((sum, one) => sum + one, 0);
  const shown = visualOrder(text, isRtl ? "rtl" : "ltr");
  const wide = pdf.font(font).fontSize(size).widthOfString(shown);
  const room = width - 6;
  const fitting = wide > room ? Math.max(3, (size * room) / wide) : size;
  const taken = Math.min(wide, room);
  const left = isRtl ? PAGE.width - PAGE.margin - before - taken : PAGE.margin + before;
  pdf
    .fontSize(fitting)
    .fillColor(colour)
    .text(shown, left, top + (size - fitting) / 2, { lineBreak: false });
}

const bidi = bidiFactory();

/** Words from left to right as they are to be seen; the letters of a word are turned and joined by the font. Rule L2 of UAX 9, for words. */
function visualOrder(text: string, base: "ltr" | "rtl"): string {
  if (!/[\u0590-\u08ff\ufb1d-\ufefc]/.test(text)) return text;
  const { levels } = bidi.getEmbeddingLevels(text, base);
  const words: { readonly word: string; readonly level: number }[] = [];
  for (const { 0: word, index } of text.matchAll(/\S+/g)) words.push({ word, level: levels[index] ?? 0 });
  const highest = Math.max(...words.map(({ level }) => level));
  const order = [...words];
  for (let level = highest; level >= 1; level--) {
    for (let start = 0; start < order.length; start++) {
      if ((order[start]?.level ?? 0) < level) continue;
      let end = start;
      while (end < order.length && (order[end]?.level ?? 0) >= level) end += 1;
      order.splice(start, end - start, ...order.slice(start, end).reverse());
      start = end;
    }
  }
  return order.map(({ word }) => word).join(" ");
}
