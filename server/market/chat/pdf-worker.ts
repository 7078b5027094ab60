/** Reads a PDF apart from the server: is it whole, has it pages with something on them, and no more than allowed. */
import { parentPort, workerData } from "node:worker_threads";
import {
  PDFArray,
  PDFContext,
  PDFDict,
  PDFDocument,
  PDFName,
  PDFNumber,
  type PDFObject,
  PDFStream,
} from "@cantoo/pdf-lib";
import { getDocument } from "pdfjs-dist/legacy/build/pdf.mjs";
import type { PdfVerdict } from "./clean-upload.ts";

const { bytes, mostPages } = workerData as { bytes: Uint8Array; mostPages: number };

/** Does something when it is opened or pressed, or brings other files along: no receipt needs it. */
const ACTIVE = new Set([
  ...["JavaScript", "JS", "Launch", "SubmitForm", "ImportData", "ResetForm", "GoToR", "GoToE", "Rendition"],
  ...["RichMedia", "RichMediaExecute", "Movie", "Sound", "Screen", "3D", "XFA", "AA"],
  ...["EmbeddedFile", "EmbeddedFiles", "FileAttachment", "EF"],
]);

/** Whether a name in this object, or in what it holds, is one of those; also what only a damaged reader would unpack. */
function isActive(object: PDFObject): boolean {
  if (object instanceof PDFName) return ACTIVE.has(object.decodeText());
  if (object instanceof PDFArray) return object.asArray().some(isActive);
  if (object instanceof PDFStream) return isHidden(object.dict) || isActive(object.dict);
  if (object instanceof PDFDict) return object.entries().some(([key, value]) => isActive(key) || isActive(value));
  return false;
}

/** Packed objects say what they are, and are unpacked by the library; those that do not say it are unpacked by others. */
function isHidden(dictionary: PDFDict): boolean {
  const isPacked = dictionary.get(PDFName.of("First")) instanceof PDFNumber && dictionary.has(PDFName.of("N"));
  return isPacked && dictionary.get(PDFName.of("Type")) !== PDFName.of("ObjStm");
}

/**
 * Looks at every object of the file as it is read, packed or not, used or not, also those that a later one of the same
 * number replaces: which of them counts, readers do not agree upon. Throws when it is damaged or locked by a password.
 */
async function hasActiveParts(): Promise<boolean> {
  let isFound = false;
  const { assign } = PDFContext.prototype;
  PDFContext.prototype.assign = function (reference, object) {
    isFound ||= isActive(object);
    assign.call(this, reference, object);
  };
  await PDFDocument.load(bytes, { throwOnInvalidObject: true, updateMetadata: false });
  return isFound;
}

async function judge(): Promise<PdfVerdict> {
  try {
    const document = await getDocument({
      data: new Uint8Array(bytes),
      stopAtErrors: true,
      useSystemFonts: false,
      disableFontFace: true,
      verbosity: 0,
    }).promise;
    // Anybody may open it, and its objects are encrypted all the same: nobody can look at them all.
    if (await document.getPermissions()) return { refused: "upload.locked_pdf" };
    if ((await document.hasJSActions()) || (await document.getAttachments())) return { refused: "upload.active_pdf" };
    if (document.numPages > mostPages) return { refused: "upload.pdf_page_limit" };
    if (document.numPages === 0) return { refused: "upload.empty_pdf" };
    if (await hasActiveParts()) return { refused: "upload.active_pdf" };
    for (let number = 1; number <= document.numPages; number++) {
      const page = await document.getPage(number);
      const { fnArray } = await page.getOperatorList();
      if (fnArray.length > 0) return { pages: document.numPages };
    }
    return { refused: "upload.empty_pdf" };
  } catch (error) {
    if (error instanceof Error && error.name === "PasswordException") return { refused: "upload.locked_pdf" };
    // A document without a page tree fails when its first page is asked for.
    const hasNoPage = error instanceof Error && /page|Page/.test(error.message) && !/Invalid PDF/.test(error.message);
    return { refused: hasNoPage ? "upload.empty_pdf" : "upload.broken_pdf" };
  }
}

parentPort?.postMessage(await judge());
