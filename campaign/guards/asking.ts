/** A process that runs test files of a workshop one after another: loading the sources takes longer than most of the tests. */
import { type ChildProcess, spawn } from "node:child_process";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Order } from "../../tools/run-files.ts";
import { type Workshop, workshopVariables } from "../workshop.ts";
import type { Round } from "./only-named.ts";
import type { TestResult } from "./verdict.ts";

export type Asking = {
  /**
   * What the tests of the file say that have one of these words in their names; nothing when the file does not load or does not end.
   * Sources that are stale are loaded anew.
   */
  ask(file: string, words: readonly string[], stale?: readonly string[]): Promise<readonly TestResult[]>;
  /** It hung or broke, and answers no more. */
  readonly isOver: boolean;
  stop(): Promise<void>;
};

const LAST_MS = 400_000;

export function startAsking(workshop: Workshop): Asking {
  const child = spawnRunner(workshop);
  let isOver = false;
  let rounds = 0;
  let onResult: (result: TestResult | undefined) => void = () => undefined;
  if (child.stdout)
    createInterface(child.stdout).on(
      "line",
      (line) => line.startsWith('{"name":') && onResult(JSON.parse(line) as TestResult),
    );
  const ended = new Promise<void>((done) =>
    child.once("close", () => {
      isOver = true;
      onResult(undefined);
      done();
    }),
  );
  return {
    async ask(file, words, stale = []) {
      const all = Promise.withResolvers<readonly TestResult[]>();
      const results: TestResult[] = [];
      onResult = (one) => {
        if (one === undefined) all.resolve([]);
        else if (one.isSuite && one.name === file) all.resolve(results);
        else if (!one.isSuite) results.push(one);
      };
      const deadline = setTimeout(() => endGroup(child), LAST_MS);
      if (isOver) return [];
      rounds += 1;
      const env: Round = { ONLY_TESTS: JSON.stringify(words), STALE: JSON.stringify(stale), ROUND: String(rounds) };
      child.send({ file, env } satisfies Order);
      const received = await all.promise;
      clearTimeout(deadline);
      return received;
    },
    get isOver() {
      return isOver;
    },
    async stop() {
      endGroup(child);
      await ended;
    },
  };
}

function spawnRunner(workshop: Workshop): ChildProcess {
  return spawn(
    process.execPath,
    [
      "--disable-warning=ExperimentalWarning",
      `--test-reporter=${join(workshop.folder, "campaign/guards/reporter.ts")}`,
      "--import=./campaign/guards/only-named.ts",
      "tools/run-files.ts",
    ],
    {
      cwd: workshop.folder,
      env: { ...process.env, ...workshopVariables(workshop), RACE_ROUNDS: "10", CASE_RACE_ROUNDS: "10" },
      stdio: ["ignore", "pipe", "ignore", "ipc"],
      // It leads a group of its own: what its tests start ends with it.
      detached: true,
    },
  );
}

function endGroup({ pid, exitCode, signalCode }: ChildProcess): void {
  if (pid === undefined || exitCode !== null || signalCode !== null) return;
  process.kill(-pid, "SIGKILL");
}
