/**
 * Files of people are read by a child process of their own each: bounded by the kernel in memory and time, without secrets and without the
 * database, after everything else in the order of the processor. Its death is an answer about the file and no failure of the server.
 */
import type { ChildProcess } from "node:child_process";
import { createHash } from "node:crypto";
import { availableParallelism } from "node:os";
import { fieldRefusal, Refusal } from "#contract/platform/errors/refusals.ts";
import { type Allowance, spawnBounded, warnOnce } from "./child-limits.ts";
import { fairTurns } from "./queue.ts";
import { type Answer, type AnswerHead, FILE_FAULTS, MOST_MEGAPIXELS, READY, type Task } from "./tasks.ts";

/** Memory of a child beyond its memory at the start. A page holds its unpacked images, and a progressive picture its coefficients. */
const ALLOWANCES: Readonly<Record<Task["do"], Allowance>> = {
  picture: { memoryMb: 450, cpuSec: 10 },
  document: { memoryMb: 450, cpuSec: 10 },
  pdf: { memoryMb: 240, cpuSec: 8 },
  page: { memoryMb: 500, cpuSec: 15 },
  mark: { memoryMb: 300, cpuSec: 10 },
  square: { memoryMb: 300, cpuSec: 10 },
};
/** By the clock, so that a machine that does other things is busy and the file is not at fault. */
const PATIENCE_MS = 25_000;
const BUSY_RETRY_SEC = 20;
const MOST_HEAD = 1024;
/** A picture of 3000 by 3000 with every point at random, and its thumbnail. */
const MOST_REPLY = 48 * 2 ** 20;

const busy = () => new Refusal("upload.busy", { retryAfterSec: BUSY_RETRY_SEC });

const turns = fairTurns({
  atOnce: Math.max(1, Math.min(4, availableParallelism())),
  mostWaiting: 100,
  mostWaitingOfOne: 10,
  patienceMs: 30_000,
  busy,
});

type Asked = {
  readonly task: Task;
  readonly bytes: Uint8Array;
  /** The account of the work: one file of an account is read at a time. */
  readonly account: string;
  /** A task is not started if its caller no longer waits. */
  readonly isWanted?: () => boolean;
};

let remembered: Map<string, Answer> | undefined;

/** For tests, which show the same few pictures hundreds of times: what a child made of a file once is its answer from then on. */
export function rememberFileWork(): void {
  remembered ??= new Map();
}

/** The answer of a child. Refuses upload.busy, and the faults of files with what was seen. */
export async function askFileWork(asked: Asked): Promise<Answer> {
  if (!remembered) return askChild(asked);
  const key = createHash("sha256").update(JSON.stringify(asked.task)).update(asked.bytes).digest("hex");
  const answer = remembered.get(key) ?? (await askChild(asked));
  remembered.set(key, answer);
  return answer;
}

async function askChild({ task, bytes, account, isWanted = () => true }: Asked): Promise<Answer> {
  const answer = await turns(account, async () => {
    if (!isWanted()) throw busy();
    return answerOf(await childFor(task), { task, bytes });
  });
  if (!answer.refused) return answer;
  const { width, height } = answer;
  const isMeasured = width !== undefined && height !== undefined;
  throw fieldRefusal(answer.refused, "file", isMeasured ? { width, height, max: MOST_MEGAPIXELS } : {});
}

async function childFor(task: Task): Promise<ChildProcess> {
  try {
    return await spawnBounded(task.do, ALLOWANCES[task.do]);
  } catch (cause) {
    warnOnce(`no process could be started to read files: ${String(cause)}`);
    throw busy();
  }
}

/** Refuses upload.busy where it did not begin, or was not given the time. */
async function answerOf(
  child: ChildProcess,
  { task, bytes }: { readonly task: Task; readonly bytes: Uint8Array },
): Promise<Answer> {
  const said: Buffer[] = [];
  let [length, complaint, isLate] = [0, "", false];
  const late = setTimeout(() => {
    isLate = true;
    child.kill("SIGKILL");
  }, PATIENCE_MS);
  child.stdout?.on("data", (part: Buffer) => {
    length += part.length;
    if (length > MOST_REPLY) child.kill("SIGKILL");
    else said.push(part);
  });
  child.stderr?.on("data", (part: Buffer) => (complaint = (complaint + part.toString()).slice(0, 500)));
  // It may die before it has read all of it, which its end says.
  child.stdin?.on("error", () => undefined);
  child.stdin?.write(`${JSON.stringify(task)}\n`);
  child.stdin?.end(bytes);
  const ended = await new Promise<string>((resolve) => {
    child.once("error", (error) => resolve(error.message));
    child.once("close", (code, signal) => resolve(signal ?? `${code}`));
  });
  clearTimeout(late);
  if (isLate) throw busy();
  const reply = Buffer.concat(said);
  if (!reply.subarray(0, READY.length).equals(Buffer.from(READY))) {
    warnOnce(`the process that reads files did not begin (${ended}): ${complaint}`);
    throw busy();
  }
  const answer = ended === "0" ? readAnswer(reply.subarray(READY.length), task) : undefined;
  return answer ?? { refused: "upload.too_heavy" };
}

/** Undefined for what no whole answer to this task is: a child that a file has taken over says anything. */
export function readAnswer(reply: Buffer, task: Task): Answer | undefined {
  const end = reply.subarray(0, MOST_HEAD).indexOf(10);
  const head = end < 0 ? undefined : headOf(reply.toString("utf8", 0, end));
  if (!head) return undefined;
  const { refused, width, height } = head;
  if (refused !== undefined) {
    return { refused, ...(width !== undefined && height !== undefined ? { width, height } : {}) };
  }
  const parts: Uint8Array[] = [];
  let at = end + 1;
  for (const length of head.lengths) {
    parts.push(reply.subarray(at, at + length));
    at += length;
  }
  const expected = task.do === "pdf" ? 0 : task.do === "picture" ? 2 : 1;
  if (at !== reply.length || parts.length !== expected || parts.some((part) => part.length === 0)) return undefined;
  if (task.do !== "pdf") return { parts };
  return head.pages === undefined || head.pages < 1 ? undefined : { pages: head.pages };
}

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0;

function headOf(text: string): AnswerHead | undefined {
  try {
    const head = JSON.parse(text) as AnswerHead;
    const isWhole =
      Array.isArray(head.lengths) &&
      head.lengths.every(isCount) &&
      (head.refused === undefined || FILE_FAULTS.includes(head.refused)) &&
      [head.width, head.height, head.pages].every((one) => one === undefined || isCount(one));
    return isWhole ? head : undefined;
  } catch {
    return undefined;
  }
}
