/** The processes in which test files run: one file alone, or many one after another. Each leads a group of its own. */
import { type ChildProcess, spawn } from "node:child_process";
import type { Dirty, Order } from "../run-files.ts";
import { toldOf } from "./files.ts";

/** Several times the slowest file. A file that still runs is then ended with its children, and has failed. */
const ENDED_AFTER_MS = 900_000;
const ARGS = ["--disable-warning=ExperimentalWarning", "--test-reporter=tap", `--test-timeout=${ENDED_AFTER_MS}`];
/** The terminal's Ctrl-C does not reach their groups. */
const running = new Set<ChildProcess>();

export function endAll(): void {
  for (const child of running) endGroup(child);
}

export type Surroundings = {
  readonly env: NodeJS.ProcessEnv;
  /** The folder of the sources, where it is not this one. */
  readonly cwd?: string;
  /** The variables of one file. */
  readonly lastMs?: number;
};

function start(words: readonly string[], { env, cwd }: Surroundings): ChildProcess {
  const child = spawn(process.execPath, [...ARGS, ...words], {
    env,
    cwd,
    stdio: ["ignore", "pipe", "pipe", "ipc"],
    detached: process.platform !== "win32",
  });
  running.add(child);
  child.once("close", () => running.delete(child));
  // A failed start, or a message to an ending process, is noticed by its exit.
  child.on("error", () => undefined);
  return child;
}

/** Answers what adds that the file was ended by force to what it said. */
function allowedTime(child: ChildProcess, lastMs = ENDED_AFTER_MS): (output: string) => string {
  let isLate = false;
  const deadline = setTimeout(() => {
    isLate = true;
    endGroup(child);
  }, lastMs);
  return (output) => {
    clearTimeout(deadline);
    return isLate ? `${output}\n# NOTE ended by force: it did not end by itself within ${lastMs / 1000} s\n` : output;
  };
}

/** One file in a process of its own; `name` picks its tests. */
export async function runAlone(
  file: string,
  { name, ...around }: { readonly name?: string | undefined } & Surroundings,
): Promise<{ readonly code: number; readonly output: string }> {
  const pattern = name?.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
  // Not by `--test`, which starts a process for the file and reads to us what it says.
  const child = start([...(pattern ? [`--test-name-pattern=${pattern}`] : []), file], around);
  const inTime = allowedTime(child, around.lastMs);
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream?.on("data", (chunk) => {
      output += chunk;
    });
  const code = await new Promise<number>((done) => child.on("close", (exit) => done(exit ?? 1)));
  return { code, output: inTime(output) };
}

export type Lane = {
  /** One at a time. Not good also where the process ended before the file did. */
  run(
    file: string,
    env?: Order["env"],
  ): Promise<{ readonly isGood: boolean; readonly output: string; readonly isOver: boolean }>;
  /** Ends the process. Returns the files after which an error occurred outside of any test. */
  close(): Promise<readonly string[]>;
};

/** A process that runs files one after another. */
export function openLane(around: Surroundings): Lane {
  const child = start(["tools/run-files.ts"], around);
  const dirty: string[] = [];
  let last = "";
  let output = "";
  let isOver = false;
  let onChange: () => void = () => undefined;
  for (const stream of [child.stdout, child.stderr])
    stream?.on("data", (chunk) => {
      output += chunk;
      onChange();
    });
  child.on("message", (message: Dirty) => message.dirty && dirty.push(last));
  const over = new Promise<void>((done) =>
    child.on("close", () => {
      isOver = true;
      onChange();
      done();
    }),
  );
  return {
    async run(file, env = {}) {
      output = "";
      const inTime = allowedTime(child, around.lastMs);
      const result = Promise.withResolvers<boolean>();
      onChange = () => {
        const isGood = toldOf(output, file);
        if (isGood !== undefined || isOver) result.resolve(isGood ?? false);
      };
      if (child.connected) child.send({ file, env } satisfies Order);
      onChange();
      const isGood = await result.promise;
      last = file;
      return { isGood, output: inTime(output), isOver };
    },
    async close() {
      if (child.connected) child.send({ file: "" } satisfies Order);
      await over;
      return dirty;
    },
  };
}

function endGroup(child: ChildProcess): void {
  if (child.pid === undefined) return;
  try {
    if (process.platform === "win32") child.kill("SIGKILL");
    else process.kill(-child.pid, "SIGKILL");
  } catch (error) {
    // It has ended just now.
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}
