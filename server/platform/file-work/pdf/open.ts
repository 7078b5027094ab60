/** A PDF in pdf.js, with the fonts, tables and decoders that come with it. Runs in the child only. */
import { fileURLToPath } from "node:url";
import { getDocument, type PDFDocumentProxy } from "pdfjs-dist/legacy/build/pdf.mjs";
import { FileRefused } from "../tasks.ts";

const beside = (folder: string) =>
  fileURLToPath(new URL(`../../${folder}/`, import.meta.resolve("pdfjs-dist/legacy/build/pdf.mjs")));

type Reading = { readonly maxImageSize: number; readonly stopAtErrors?: boolean };

/** Refuses upload.locked_pdf, upload.broken_pdf, upload.too_heavy. */
export async function openPdf(bytes: Uint8Array, reading: Reading): Promise<PDFDocumentProxy> {
  try {
    return await getDocument({
      ...reading,
      data: new Uint8Array(bytes),
      useSystemFonts: false,
      disableFontFace: true,
      standardFontDataUrl: beside("standard_fonts"),
      cMapUrl: beside("cmaps"),
      wasmUrl: beside("wasm"),
      iccUrl: beside("iccs"),
      verbosity: 0,
    }).promise;
  } catch (error) {
    const isPassword = error instanceof Error && error.name === "PasswordException";
    throw new FileRefused(isPassword ? "upload.locked_pdf" : "upload.broken_pdf");
  }
}
