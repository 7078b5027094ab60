/** What a run has found out so far: lines that are only ever added, so that an interrupted run goes on where it was. */
import { appendFileSync, existsSync, globSync, mkdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join } from "node:path";

export type Word =
  | "dead"
  | "alive"
  /** It does not compile, or does not load. */
  | "invalid"
  | "compiles";

export type Verdict = {
  readonly id: string;
  readonly word: Word;
  /** The test that noticed, or all those that did not. */
  readonly tests: readonly string[];
  readonly seconds: number;
  /** How many covering tests were left out because the time was spent. */
  readonly notAsked: number;
};

export type Verdicts = {
  readonly of: ReadonlyMap<string, Verdict>;
  add(verdict: Verdict): void;
};

export function openVerdicts(path: string): Verdicts {
  mkdirSync(dirname(path), { recursive: true });
  const known = new Map<string, Verdict>();
  const lines = existsSync(path) ? readFileSync(path, "utf8").split("\n") : [];
  for (const line of lines) {
    const [id = "", word = "", seconds = "0", notAsked = "0", tests = "", end] = line.split("\t");
    // A line without its end was cut off when the run was.
    if (end !== ".") continue;
    known.set(id, {
      id,
      word: word as Word,
      tests: tests.split(",").filter((test) => test !== ""),
      seconds: Number(seconds),
      notAsked: Number(notAsked),
    });
  }
  // A cut-off line must not swallow the next one.
  if (lines.length > 0 && lines.at(-1) !== "") appendFileSync(path, "\n");
  return {
    of: known,
    add(verdict) {
      known.set(verdict.id, verdict);
      const { id, word, seconds, notAsked, tests } = verdict;
      appendFileSync(path, `${[id, word, seconds.toFixed(1), notAsked, tests.join(","), "."].join("\t")}\n`);
    },
  };
}

/** The seed of the run that was begun last. */
export function lastSeed(folder: string): string | undefined {
  const runs = globSync("run-*.tsv", { cwd: folder });
  const newest = runs.sort((one, two) => statSync(join(folder, two)).mtimeMs - statSync(join(folder, one)).mtimeMs)[0];
  return newest?.replace(/^run-|\.tsv$/g, "");
}
