/** Draws a page of a PDF as a picture, so that staff see what is on it and no program of theirs opens the file. */
import { Worker } from "node:worker_threads";
import { Refusal } from "#contract/refusals.ts";

const PATIENCE_MS = 15_000;
/** What a page may take of the memory of this process: its images lie outside of what a worker's own limit counts. */
const MOST_BYTES = 800 * 2 ** 20;
const LOOK_MS = 25;

let last: Promise<unknown> = Promise.resolve();

/**
 * PNG bytes; one page at a time in this process, and none that nobody waits for any more. Refuses upload.broken_pdf where it cannot
 * be drawn, in time and in the memory that it may have.
 */
export function pageOf(pdf: Uint8Array, number: number, isWanted: () => boolean = () => true): Promise<Uint8Array> {
  const drawn = last.then(() => {
    if (!isWanted()) throw new Refusal("upload.broken_pdf");
    return draw(pdf, number);
  });
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
  const atFirst = process.memoryUsage.rss();
  let late: NodeJS.Timeout | undefined;
  let looks: NodeJS.Timeout | undefined;
  try {
    return await new Promise<Uint8Array>((resolve, reject) => {
      const fail = () => reject(new Refusal("upload.broken_pdf"));
      late = setTimeout(fail, PATIENCE_MS);
      looks = setInterval(() => {
        if (process.memoryUsage.rss() - atFirst > MOST_BYTES)
          reject(new Refusal("upload.broken_pdf", { past: "memory" }));
      }, LOOK_MS);
      worker.once("message", (png: Uint8Array | null) => (png ? resolve(png) : fail()));
      worker.once("error", fail);
    });
  } finally {
    clearTimeout(late);
    clearInterval(looks);
    await worker.terminate();
  }
}
