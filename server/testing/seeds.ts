/**
 * Seeds of random suites, the one place: every run draws fresh ones and says which, what failed is kept in
 * campaign/failed-seeds.txt and replayed first from then on, and SEED=n replays one. See docs/testing.md.
 */
import { randomInt } from "node:crypto";
import { appendFileSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { TestContext } from "node:test";
import fc from "fast-check";
import { makeIds, seededRandom } from "../platform/ids.ts";
import { errorInALine, framesOf } from "../platform/errors/text.ts";

const KEPT_FILE = process.env.PARLEY_FAILED_SEEDS ?? join(import.meta.dirname, "../../campaign/failed-seeds.txt");
/** A schedule with fewer accepted transitions says too little: it is drawn again and does not count. */
export const LEAST_ACCEPTED = 20;
/** So often in a row a schedule may be too short before the suite itself is at fault. */
const MOST_REDRAWS = 50;

export type SeedOptions = {
  /** The word before its seeds in the list of kept ones. */
  readonly suite: string;
  /** How many fresh seeds count; the environment's FRESH wins. */
  readonly fresh: number;
  /** false where another part of the same suite replays the kept ones. */
  readonly replays?: boolean;
};

/**
 * Runs a suite with the one seed of SEED, or with its kept seeds and then so many fresh ones. A run that answers a
 * number answers how many transitions were accepted. The first failure is kept and thrown with its seed.
 */
export async function eachSeed(
  t: Pick<TestContext, "diagnostic">,
  { suite, fresh, replays = true }: SeedOptions,
  run: (seed: number) => Promise<unknown>,
): Promise<void> {
  const only = process.env.SEED;
  const given = only ? [seedFrom(only)] : replays ? keptSeeds(suite) : [];
  for (const seed of given) await runKept(suite, seed, run);
  const drawn: number[] = [];
  const wanted = only ? 0 : Number(process.env.FRESH || fresh);
  let redrawn = 0;
  for (let inRow = 0; drawn.length < wanted; ) {
    const seed = randomInt(0, 2 ** 31 - 1);
    const accepted = await runKept(suite, seed, run);
    if (typeof accepted === "number" && accepted < LEAST_ACCEPTED) {
      redrawn += 1;
      inRow += 1;
      if (inRow > MOST_REDRAWS) throw new Error(`${suite}: ${inRow} schedules in a row were too short`);
      continue;
    }
    inRow = 0;
    drawn.push(seed);
  }
  const shown = drawn.length > 40 ? `${drawn.length} fresh, ${drawn[0]} to ${drawn.at(-1)}` : drawn.join(" ");
  t.diagnostic(
    `NOTE seeds of ${suite}: ${shown || "none fresh"}${given.length > 0 ? `; replayed ${given.join(" ")}` : ""}${
      redrawn > 0 ? `; ${redrawn} drawn again, too short` : ""
    }`,
  );
}

/**
 * A suite of parts that do not need each other, all with the same fresh seed. Of a part that failed the seed is kept under
 * "suite/part", and replayed for that part alone: all of them again would double the run. Throws on a kept part that is gone.
 */
export async function eachPart(
  t: Pick<TestContext, "diagnostic">,
  { suite, parts }: { readonly suite: string; readonly parts: readonly string[] },
  run: (part: string, seed: number) => Promise<unknown>,
): Promise<void> {
  const of = (part: string) => `${suite}/${part}`;
  const lines = process.env.SEED ? [] : keptLines().filter(([name]) => name.startsWith(`${suite}/`));
  const gone = lines.filter(([name]) => !parts.some((part) => of(part) === name));
  if (gone.length > 0)
    throw new Error(`seeds are kept of parts that are gone: ${gone.map(([name]) => name).join(", ")}`);
  for (const [name, seed] of lines) await runKept(name, seed, () => run(name.slice(suite.length + 1), seed));
  const drawn = process.env.SEED ? seedFrom(process.env.SEED) : randomInt(0, 2 ** 31 - 1);
  for (const part of parts) await runKept(of(part), drawn, () => run(part, drawn));
  const replayed = lines.map(([name, seed]) => `${name} ${seed}`).join(", ");
  t.diagnostic(`NOTE seed of ${suite}: ${drawn}${replayed && `; replayed ${replayed}`}`);
}

/** Whether one thing in so many is drawn: a seed draws the same of them, whichever others there are. */
export function isDrawn(seed: number, name: string, { oneIn }: { oneIn: number }): boolean {
  return makeIds(seededRandom(`${seed} drawn ${name}`)).below(oneIn) === 0;
}

/** A property of fast-check with fresh seeds: one, each with as many cases as asked for. */
export async function assertProperty<Ts>(
  t: Pick<TestContext, "diagnostic">,
  suite: string,
  property: fc.IRawProperty<Ts>,
  { numRuns = 100 }: { numRuns?: number } = {},
): Promise<void> {
  await eachSeed(t, { suite, fresh: 1 }, async (seed) => {
    await fc.assert(property, { seed, numRuns });
  });
}

async function runKept(suite: string, seed: number, run: (seed: number) => Promise<unknown>) {
  try {
    return await run(seed);
  } catch (error) {
    keep(suite, seed);
    // A report of tests may leave causes out, and "We're processing a lot of requests" alone says nothing.
    const why = error instanceof Error ? errorInALine(error) : String(error);
    const failed = new Error(
      `${suite} failed with seed ${seed}; replay it with SEED=${seed}: ${why}${whereOf(error)}`,
      {
        cause: error,
      },
    );
    // Where it was thrown, and not where it was kept.
    if (error instanceof Error) failed.stack = `${failed.message}\n${framesOf(error.stack ?? "")}`;
    throw failed;
  }
}

/** In which of its functions PostgreSQL was. */
function whereOf(error: unknown): string {
  if (!(error instanceof Error)) return "";
  return "where" in error && typeof error.where === "string" ? ` in ${error.where}` : whereOf(error.cause);
}

function keptSeeds(suite: string): number[] {
  return keptLines().flatMap(([name, seed]) => (name === suite ? [seed] : []));
}

function keptLines(): (readonly [suite: string, seed: number])[] {
  return (
    readFileSync(KEPT_FILE, "utf8")
      .split("\n")
      .map((line) => line.trim())
      .filter((line) => line !== "" && !line.startsWith("#"))
      // A suite's name may have blanks.
      .map((line) => /^(.*?)\s+(\S+)$/.exec(line) ?? [line, line, ""])
      .map(([, name = "", seed = ""]) => [name, seedFrom(seed)] as const)
  );
}

function keep(suite: string, seed: number): void {
  if (keptSeeds(suite).includes(seed)) return;
  try {
    appendFileSync(KEPT_FILE, `${suite} ${seed}\n`);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    process.stderr.write(`the seed could not be kept; add the line "${suite} ${seed}" to ${KEPT_FILE} (${reason})\n`);
  }
}

function seedFrom(text: string): number {
  if (!/^\d{1,10}$/.test(text)) throw new Error(`a seed is a whole number, and not "${text}"`);
  return Number(text);
}
