/** Bytes in, clean bytes out: what it is says the content, not the name; pictures are drawn anew without metadata. */
import { Worker } from "node:worker_threads";
import sharp from "sharp";
import { fieldRefusal, type RefusalCode } from "#contract/refusals.ts";

export const MOST_BYTES = 10 * 1024 * 1024;
export const MOST_PAGES = 10;
const MOST_PIXELS = 25_000_000;
const PDF_PATIENCE_MS = 5000;

sharp.concurrency(1);
sharp.cache(false);

export type CleanUpload = {
  readonly mimeType: "image/jpeg" | "image/png" | "application/pdf";
  readonly bytes: Uint8Array;
  readonly thumbnail: Uint8Array | undefined;
};

/** Refuses upload.size_limit, not_accepted, broken_image, broken_pdf, empty_pdf, pdf_page_limit. Of nothing at all the name says what it would be. */
export async function cleanUpload(bytes: Uint8Array, name = ""): Promise<CleanUpload> {
  if (bytes.length === 0) throw fieldRefusal(nothingAs(name), "file");
  if (bytes.length > MOST_BYTES) throw fieldRefusal("upload.size_limit", "file");
  const kind = sniff(bytes);
  if (kind === undefined) throw fieldRefusal("upload.not_accepted", "file");
  return kind === "application/pdf" ? cleanPdf(bytes) : cleanImage(bytes, kind);
}

function nothingAs(name: string): RefusalCode {
  if (/\.pdf$/i.test(name)) return "upload.empty_pdf";
  return /\.(jpe?g|png)$/i.test(name) ? "upload.broken_image" : "upload.not_accepted";
}

function sniff(bytes: Uint8Array): CleanUpload["mimeType"] | undefined {
  const starts = (...signature: number[]) => signature.every((byte, index) => bytes[index] === byte);
  if (starts(0xff, 0xd8, 0xff)) return "image/jpeg";
  if (starts(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)) return "image/png";
  if (starts(0x25, 0x50, 0x44, 0x46, 0x2d)) return "application/pdf";
  return undefined;
}

async function cleanImage(bytes: Uint8Array, mimeType: "image/jpeg" | "image/png"): Promise<CleanUpload> {
  try {
    const open = () => sharp(bytes, { limitInputPixels: MOST_PIXELS, failOn: "warning", pages: 1 }).rotate();
    const format = mimeType === "image/jpeg" ? "jpeg" : "png";
    const image = open().resize({ width: 3000, height: 3000, fit: "inside", withoutEnlargement: true });
    const whole = await (format === "jpeg" ? image.jpeg({ quality: 86 }) : image.png()).toBuffer();
    const thumbnail = await open()
      .resize({ width: 320, height: 320, fit: "inside", withoutEnlargement: true })
      .jpeg({ quality: 76 })
      .toBuffer();
    return { mimeType, bytes: whole, thumbnail };
  } catch {
    // Whatever the decoder says, to the person it is a picture that cannot be read.
    throw fieldRefusal("upload.broken_image", "file");
  }
}

/** It is kept as it is, and only ever downloaded. Of one that is locked or acts a conversation says that it is damaged. */
async function cleanPdf(bytes: Uint8Array): Promise<CleanUpload> {
  const { refused } = await judgePdf(bytes);
  const isKnown = refused !== "upload.locked_pdf" && refused !== "upload.active_pdf";
  if (refused) throw fieldRefusal(isKnown ? refused : "upload.broken_pdf", "file");
  return { mimeType: "application/pdf", bytes, thumbnail: undefined };
}

/** By its first bytes. */
export const isPdf = (bytes: Uint8Array): boolean => sniff(bytes) === "application/pdf";

/** How many pages it has. Refuses upload.size_limit, broken_pdf, locked_pdf, active_pdf, empty_pdf, pdf_page_limit. */
export async function pagesOfPdf(bytes: Uint8Array): Promise<number> {
  if (bytes.length > MOST_BYTES) throw fieldRefusal("upload.size_limit", "file");
  const { refused, pages } = await judgePdf(bytes);
  if (refused) throw fieldRefusal(refused, "file");
  return pages;
}

type PdfFault = Extract<
  RefusalCode,
  "upload.broken_pdf" | "upload.locked_pdf" | "upload.active_pdf" | "upload.empty_pdf" | "upload.pdf_page_limit"
>;
export type PdfVerdict =
  | { readonly refused: PdfFault; readonly pages?: never }
  | { readonly refused?: never; readonly pages: number };

const BROKEN: PdfVerdict = { refused: "upload.broken_pdf" };

/** A PDF is read in a worker that is killed when it takes too long. */
function judgePdf(bytes: Uint8Array): Promise<PdfVerdict> {
  const worker = new Worker(new URL("./pdf-worker.ts", import.meta.url), {
    workerData: { bytes, mostPages: MOST_PAGES },
    resourceLimits: { maxOldGenerationSizeMb: 200 },
    execArgv: ["--disable-warning=ExperimentalWarning"],
    stdout: true,
    stderr: true,
  });
  return new Promise<PdfVerdict>((resolve) => {
    const late = setTimeout(() => resolve(BROKEN), PDF_PATIENCE_MS);
    worker.once("message", (verdict: PdfVerdict) => {
      clearTimeout(late);
      resolve(verdict);
    });
    worker.once("error", () => {
      clearTimeout(late);
      resolve(BROKEN);
    });
  }).finally(() => worker.terminate());
}
