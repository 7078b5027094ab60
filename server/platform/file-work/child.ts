/** Reads one file from its standard input, answers on its standard output, and ends. Started by ask.ts with limits of the kernel. */
import { readFileSync, writeSync } from "node:fs";
import { buffer } from "node:stream/consumers";
import { type Answer, FileRefused, READY, type Task } from "./tasks.ts";

if (process.argv[2] === "idle") write(readFileSync("/proc/self/status"));
else await work();

async function work(): Promise<void> {
  const { pictureWork } = await import("./picture-work.ts");
  write(Buffer.from(READY));
  const given = await buffer(process.stdin);
  const end = given.indexOf(10);
  const task = JSON.parse(given.toString("utf8", 0, end)) as Task;
  const bytes = given.subarray(end + 1);
  answer(await did(task, bytes));

  async function did({ ...wanted }: Task, file: Buffer): Promise<Answer> {
    try {
      if (wanted.do === "pdf") return (await import("./pdf-work.ts")).judgePdf(file);
      if (wanted.do !== "page") return await pictureWork(wanted, file);
      const page = await (await import("./pdf-page.ts")).drawPage(file, wanted.number);
      return await pictureWork({ do: "mark", mark: wanted.mark }, page);
    } catch (error) {
      if (error instanceof FileRefused) return error.answer;
      throw error;
    }
  }
}

function answer({ parts = [], ...rest }: Answer): void {
  write(Buffer.from(`${JSON.stringify({ ...rest, lengths: parts.map(({ length }) => length) })}\n`));
  for (const part of parts) write(part);
  // Libraries leave timers and threads, and nothing is to be done after the answer.
  process.exit(0);
}

/** Whole, whatever the pipe takes at once. */
function write(bytes: Uint8Array): void {
  for (let at = 0; at < bytes.length; ) {
    try {
      at += writeSync(1, bytes, at);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EAGAIN") throw error;
    }
  }
}
