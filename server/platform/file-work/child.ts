/** Reads one file from its standard input, answers on its standard output, and ends. Started by ask.ts with limits of the kernel. */
import { readFileSync, writeSync } from "node:fs";
import { buffer } from "node:stream/consumers";
import { type Answer, FileRefused, READY, type Task } from "./tasks.ts";

const [, , kind = ""] = process.argv;
if (kind === "idle") write(readFileSync("/proc/self/status"));
else await answerTask(await workOf(kind));

type Work = (task: Task, bytes: Buffer) => Promise<Answer>;

/** With the libraries of that kind only. */
async function workOf(name: string): Promise<Work> {
  if (name === "pdf") {
    const { judgePdf } = await import("./pdf/work.ts");
    return (_, bytes) => judgePdf(bytes);
  }
  const { pictureWork } = await import("./picture-work.ts");
  if (name !== "page") return (task, bytes) => pictureWork(task, bytes);
  const { drawPage } = await import("./pdf/page.ts");
  return async (task, bytes) =>
    task.do === "page" ? pictureWork({ do: "mark", mark: task.mark }, await drawPage(bytes, task.number)) : {};
}

async function answerTask(work: Work): Promise<void> {
  write(Buffer.from(READY));
  const given = await buffer(process.stdin);
  const end = given.indexOf(10);
  const task = JSON.parse(given.toString("utf8", 0, end)) as Task;
  const { parts = [], ...rest } = await work(task, given.subarray(end + 1)).catch((error: unknown) => {
    if (error instanceof FileRefused) return error.answer;
    throw error;
  });
  write(Buffer.from(`${JSON.stringify({ ...rest, lengths: parts.map(({ length }) => length) })}\n`));
  for (const part of parts) write(part);
  // Libraries leave timers and threads, and nothing is to be done after the answer.
  process.exit(0);
}

/** Whole, whatever the pipe takes at once. */
function write(bytes: Uint8Array): void {
  for (let at = 0; at < bytes.length; ) at += writeSync(1, bytes, at);
}
