/**
 * npm run campaign -- guards [word] [--from number]: takes each guard away in a copy of the sources, runs its test there
 * and expects it to fail. A guard that nobody misses survives; one whose place no longer works without it is void. Both
 * are failures: the run names them and ends with 1.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Workshop, withWorkshop } from "../workshop.ts";
import { startAsking } from "./asking.ts";
import { buildWhole, makeChanged } from "./databases.ts";
import type { Guard } from "./guard.ts";
import { readImporters, staleAfter } from "./importers.ts";
import { GUARDS } from "./guards.ts";
import { type TestResult, type Verdict, verdictOf } from "./verdict.ts";

const say = (text: string) => process.stdout.write(`${text}\n`);

/** `from` counts as the run prints: a run that was cut off goes on there. */
export async function runGuards({ word = "", from = 1, all = GUARDS }): Promise<void> {
  const chosen = all.filter((guard) => `${guard.promise} ${guard.file}`.includes(word)).slice(from - 1);
  const failed: string[] = [];
  const beganAt = performance.now();
  await withWorkshop(async (workshop) => {
    await buildWhole(workshop);
    const bench = openBench(workshop, chosen);
    for (const [index, guard] of chosen.entries()) {
      const startedAt = performance.now();
      const { is, why } = await judge(bench, guard);
      const line = `${is.padEnd(8)} ${from + index} ${guard.promise} (${guard.test}, ${secondsSince(startedAt)} s): ${why}`;
      if (is !== "missed") failed.push(line);
      say(line);
    }
    await bench.close();
  });
  for (const line of failed) say(line);
  say(`${chosen.length - failed.length} of ${chosen.length} guards are missed, in ${secondsSince(beganAt)} s`);
  if (failed.length > 0) process.exitCode = 1;
}

/** Reads the words after "guards". Throws on a number that is none. */
export function readGuardWords(words: readonly string[]): { word: string; from: number } {
  const at = words.indexOf("--from");
  const from = at < 0 ? 1 : Number(words[at + 1]);
  if (!Number.isInteger(from) || from < 1) throw new Error("--from takes the number of a guard");
  const rest = at < 0 ? words : words.toSpliced(at, 2);
  return { word: rest.join(" "), from };
}

const secondsSince = (then: number) => Math.round((performance.now() - then) / 1000);

type Bench = {
  readonly workshop: Workshop;
  /** Whether the guard's own tests pass with every guard in place. */
  isGreen(guard: Guard): Promise<boolean>;
  /** The guard's own tests, asked of the sources as they are now. */
  ask(guard: Guard): Promise<readonly TestResult[]>;
  close(): Promise<void>;
};

/** One process asks all: loading the sources is most of the time of a test. */
function openBench(workshop: Workshop, guards: readonly Guard[]): Bench {
  let lasting = startAsking(workshop);
  const whole = new Map<string, readonly TestResult[]>();
  const importers = readImporters(workshop.folder);
  const askLasting = async (file: string, words: readonly string[], stale: readonly string[] = []) => {
    if (lasting.isOver) lasting = startAsking(workshop);
    return await lasting.ask(file, words, stale);
  };
  return {
    workshop,
    async isGreen({ test, only }) {
      const words = guards.filter((guard) => guard.test === test).map((guard) => guard.only);
      const tests = whole.get(test) ?? (await askLasting(test, words));
      whole.set(test, tests);
      const own = tests.filter(({ name }) => name.includes(only));
      return own.length > 0 && own.every(({ error }) => error === undefined);
    },
    async ask({ file, test, only }) {
      const tests = await askLasting(test, [only], file.endsWith(".sql") ? [] : staleAfter(importers, file));
      if (tests.length > 0) return tests;
      // A file that runs once in a process only.
      const fresh = startAsking(workshop);
      const results = await fresh.ask(test, [only]);
      await fresh.stop();
      return results;
    },
    async close() {
      await lasting.stop();
    },
  };
}

async function judge(bench: Bench, guard: Guard): Promise<Verdict> {
  if (!(await bench.isGreen(guard))) return { is: "void", why: "its test does not pass with the guard in place" };
  const path = join(bench.workshop.folder, guard.file);
  const whole = readFileSync(path, "utf8");
  writeFileSync(path, withoutGuard(guard, whole));
  const changed = guard.file.endsWith(".sql") ? await makeChanged(bench.workshop, guard.file) : undefined;
  try {
    if (changed?.fault) return { is: "void", why: `the database does not build: ${changed.fault}` };
    return verdictOf(await bench.ask(guard));
  } finally {
    await changed?.drop();
    writeFileSync(path, whole);
  }
}

/** Throws when the text is not there exactly once. */
export function withoutGuard({ file, text, without }: Guard, whole: string): string {
  const pieces = whole.split(text);
  if (pieces.length !== 2) throw new Error(`${file} has the guard's text ${pieces.length - 1} times: ${text}`);
  return pieces.join(without);
}
