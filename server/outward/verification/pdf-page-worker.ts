/** Draws one page apart from the server, which ends this when it takes too long. */
import { fileURLToPath } from "node:url";
import { parentPort, workerData } from "node:worker_threads";
import { getDocument } from "pdfjs-dist/legacy/build/pdf.mjs";

const LONGEST_SIDE = 1800;
const MOST_PIXELS = 25_000_000;

const { bytes, number } = workerData as { bytes: Uint8Array; number: number };
const beside = (folder: string) =>
  fileURLToPath(new URL(`../../${folder}/`, import.meta.resolve("pdfjs-dist/legacy/build/pdf.mjs")));

/** What the library draws on in Node. */
type Drawn = { readonly canvas: { toBuffer(type: "image/png"): Uint8Array } };

async function draw(): Promise<Uint8Array> {
  const document = await getDocument({
    data: new Uint8Array(bytes),
    useSystemFonts: false,
    disableFontFace: true,
    maxImageSize: MOST_PIXELS,
    standardFontDataUrl: beside("standard_fonts"),
    cMapUrl: beside("cmaps"),
    wasmUrl: beside("wasm"),
    iccUrl: beside("iccs"),
    verbosity: 0,
  }).promise;
  const page = await document.getPage(number);
  const { width, height } = page.getViewport({ scale: 1 });
  const viewport = page.getViewport({ scale: LONGEST_SIDE / Math.max(width, height) });
  const size = [viewport.width, viewport.height].map((side) => Math.max(1, Math.ceil(side))) as [number, number];
  const { canvas } = (document.canvasFactory as { create(...size: [number, number]): Drawn }).create(...size);
  await page.render({ canvas, viewport, background: "#ffffff" }).promise;
  return canvas.toBuffer("image/png");
}

parentPort?.postMessage(await draw().catch(() => null));
