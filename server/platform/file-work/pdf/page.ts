/** Draws a page of a PDF as a picture, so that staff see what is on it and no program of theirs opens the file. Runs in the child only. */
import { openPdf } from "./open.ts";
import { FileRefused } from "../tasks.ts";

const LONGEST_SIDE = 1800;
const MOST_IMAGE_POINTS = 25_000_000;

/** What the library draws on in Node. */
type Drawn = { readonly canvas: { toBuffer(type: "image/png"): Uint8Array } };

/** PNG bytes. Refuses what openPdf does, and upload.broken_pdf where the page cannot be drawn. */
export async function drawPage(bytes: Uint8Array, number: number): Promise<Uint8Array> {
  const document = await openPdf(bytes, { maxImageSize: MOST_IMAGE_POINTS });
  try {
    const page = await document.getPage(number);
    const { width, height } = page.getViewport({ scale: 1 });
    const viewport = page.getViewport({ scale: LONGEST_SIDE / Math.max(width, height) });
    const size = [viewport.width, viewport.height].map((side) => Math.max(1, Math.ceil(side))) as [number, number];
    const { canvas } = (document.canvasFactory as { create(...size: [number, number]): Drawn }).create(...size);
    await page.render({ canvas, viewport, background: "#ffffff" }).promise;
    return canvas.toBuffer("image/png");
  } catch {
    throw new FileRefused("upload.broken_pdf");
  }
}
