/** Draws a page of a PDF as a picture, so that staff see what is on it and no program of theirs opens the file. */
import { Worker } from "node:worker_threads";
import { Refusal } from "#contract/refusals.ts";

const PATIENCE_MS = 15_000;

let last: Promise<unknown> = Promise.resolve();

/** PNG bytes; one page at a time in this process. Refuses upload.broken_pdf where it cannot be drawn. */
export function pageOf(pdf: Uint8Array, number: number): Promise<Uint8Array> {
  const drawn = last.then(() => draw(pdf, number));
  last = drawn.catch(() => undefined);
  return drawn;
}

async function draw(pdf: Uint8Array, number: number): Promise<Uint8Array> {
  const worker = new Worker(new URL("./pdf-page-worker.ts", import.meta.url), {
    workerData: { bytes: pdf, number },
    resourceLimits: { maxOldGenerationSizeMb: 300 },
    execArgv: ["--disable-warning=ExperimentalWarning"],
    stdout: true,
    stderr: true,
  });
  try {
    return await new Promise<Uint8Array>((resolve, reject) => {
      const fail = () => reject(new Refusal("upload.broken_pdf"));
      const late = setTimeout(fail, PATIENCE_MS);
      worker.once("message", (png: Uint8Array | null) => {
        clearTimeout(late);
        if (png) resolve(png);
        else fail();
      });
      worker.once("error", () => {
        clearTimeout(late);
        fail();
      });
    });
  } finally {
    await worker.terminate();
  }
}
