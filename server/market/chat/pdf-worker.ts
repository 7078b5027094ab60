/** Reads a PDF apart from the server: is it whole, has it pages with something on them, and no more than allowed. */
import { parentPort, workerData } from "node:worker_threads";
import { getDocument } from "pdfjs-dist/legacy/build/pdf.mjs";
import type { PdfVerdict } from "./clean-upload.ts";

const { bytes, mostPages } = workerData as { bytes: Uint8Array; mostPages: number };

/** A name may spell its letters as #xx; whoever hides a word does. */
function unescapeNames(text: string): string {
  return text.replace(/#([0-9a-fA-F]{2})/g, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)));
}

async function judge(): Promise<PdfVerdict> {
  // Scripts, embedded files and passwords have no place in a receipt.
  const text = unescapeNames(Buffer.from(bytes).toString("latin1"));
  if (/\/(JavaScript|JS|EmbeddedFile|Launch|OpenAction\s*<<[^>]*\/S\s*\/(?:JavaScript|Launch))\b/.test(text))
    return "upload.broken_pdf";
  try {
    const document = await getDocument({
      data: new Uint8Array(bytes),
      stopAtErrors: true,
      useSystemFonts: false,
      disableFontFace: true,
      verbosity: 0,
    }).promise;
    // What stands in packed objects is not seen in the bytes.
    if ((await document.hasJSActions()) || (await document.getAttachments())) return "upload.broken_pdf";
    if (document.numPages > mostPages) return "upload.pdf_page_limit";
    if (document.numPages === 0) return "upload.empty_pdf";
    for (let number = 1; number <= document.numPages; number++) {
      const page = await document.getPage(number);
      const { fnArray } = await page.getOperatorList();
      if (fnArray.length > 0) return "ok";
    }
    return "upload.empty_pdf";
  } catch (error) {
    // A document without a page tree fails when its first page is asked for.
    return error instanceof Error && /page|Page/.test(error.message) && !/Invalid PDF/.test(error.message)
      ? "upload.empty_pdf"
      : "upload.broken_pdf";
  }
}

parentPort?.postMessage(await judge());
