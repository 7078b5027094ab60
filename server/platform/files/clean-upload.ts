/**
 * Every file of a user comes in here: bytes in, clean bytes out. The content says what it is, not the name; pictures are drawn
 * anew without metadata.
 */
import { fieldRefusal, type RefusalCode } from "#contract/platform/errors/refusals.ts";
import { askFileWork } from "../file-work/ask.ts";

export const MOST_BYTES = 10 * 1024 * 1024;
/** Readers look for the head of a PDF in so many bytes: mail programs and old servers write something before it. */
const HEAD_WITHIN = 1024;

export type CleanUpload = {
  readonly mimeType: "image/jpeg" | "image/png" | "application/pdf";
  readonly bytes: Uint8Array;
  readonly thumbnail: Uint8Array | undefined;
};

type Given = {
  readonly bytes: Uint8Array;
  /** Files of one account are processed one after another. */
  readonly account: string;
  /** Of nothing at all it says what it would be. */
  readonly name?: string;
};

/** Refuses upload.size_limit, not_accepted, busy, too_heavy, broken_image, picture_pixels, and what cleanPdf does. */
export async function cleanUpload({ bytes, account, name = "" }: Given): Promise<CleanUpload> {
  if (bytes.length === 0) throw fieldRefusal(nothingAs(name), "file");
  const mimeType = acceptedKind(bytes);
  if (mimeType === "application/pdf") {
    const { bytes: pdf } = await cleanPdf({ bytes, account });
    return { mimeType, bytes: pdf, thumbnail: undefined };
  }
  const { parts: [whole, thumbnail] = [] } = await askFileWork({ task: { do: "picture", mimeType }, bytes, account });
  if (!whole) throw new Error("a picture was answered without its bytes");
  return { mimeType, bytes: whole, thumbnail };
}

/** JPEG bytes for a reviewer. Refuses what cleanUpload does, upload.not_accepted also of a PDF, and verification.picture_small. */
export async function cleanDocument({ bytes, account }: Given): Promise<Uint8Array> {
  if (acceptedKind(bytes) === "application/pdf") throw fieldRefusal("upload.not_accepted", "file");
  const { parts: [picture] = [] } = await askFileWork({ task: { do: "document" }, bytes, account });
  if (!picture) throw new Error("a document was answered without its bytes");
  return picture;
}

/**
 * Returns the PDF without bytes before its head and after its end, and its number of pages. Refuses upload.size_limit, busy,
 * too_heavy, broken_pdf, locked_pdf, active_pdf, empty_pdf, pdf_page_limit.
 */
async function cleanPdf({ bytes, account }: Given): Promise<{ bytes: Uint8Array; pages: number }> {
  if (bytes.length > MOST_BYTES) throw fieldRefusal("upload.size_limit", "file");
  const pdf = withoutSurroundings(bytes);
  const { pages = 0 } = await askFileWork({ task: { do: "pdf" }, bytes: pdf, account });
  return { bytes: pdf, pages };
}

/** A company's paper: a PDF that was looked at and stays as it is, or a picture. Refuses what cleanDocument does, and what cleanPdf does. */
export async function cleanPaper({ bytes, account }: Given): Promise<{ bytes: Uint8Array; pages: number | null }> {
  if (sniff(bytes) === "application/pdf") return cleanPdf({ bytes, account });
  return { bytes: await cleanDocument({ bytes, account }), pages: null };
}

function nothingAs(name: string): RefusalCode {
  if (/\.pdf$/i.test(name)) return "upload.empty_pdf";
  return /\.(jpe?g|png)$/i.test(name) ? "upload.broken_image" : "upload.not_accepted";
}

function acceptedKind(bytes: Uint8Array): CleanUpload["mimeType"] {
  if (bytes.length > MOST_BYTES) throw fieldRefusal("upload.size_limit", "file");
  const kind = sniff(bytes);
  if (kind === undefined) throw fieldRefusal("upload.not_accepted", "file");
  return kind;
}

function sniff(bytes: Uint8Array): CleanUpload["mimeType"] | undefined {
  const starts = (...signature: number[]) => signature.every((byte, index) => bytes[index] === byte);
  if (starts(0xff, 0xd8, 0xff)) return "image/jpeg";
  if (starts(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)) return "image/png";
  return headOfPdf(bytes) < 0 ? undefined : "application/pdf";
}

const headOfPdf = (bytes: Uint8Array): number => Buffer.from(bytes.subarray(0, HEAD_WITHIN + 5)).indexOf("%PDF-");

/** Readers ignore bytes before the head and after the end, where no object follows. Offsets of a PDF count from its head. */
function withoutSurroundings(bytes: Uint8Array): Uint8Array {
  const pdf = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).subarray(Math.max(0, headOfPdf(bytes)));
  const end = pdf.lastIndexOf("%%EOF");
  const isLast = end >= 0 && !/\d\s+obj|startxref/.test(pdf.toString("latin1", end));
  return isLast ? Buffer.concat([pdf.subarray(0, end), Buffer.from("%%EOF\n")]) : pdf;
}
