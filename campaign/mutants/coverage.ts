/**
 * Which test file runs which piece of which source. Each test file is run once under V8's own coverage, child processes
 * included; what it covered is kept until the test changes. Of a source that changed since, the test is taken to run all.
 */
import { createHash } from "node:crypto";
import {
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Workshop } from "./workshop.ts";

/** Not run, run by loading the file, run by a call. */
export type Level = 0 | 1 | 2;

export type TestCoverage = {
  readonly test: string;
  /** Undefined when the test fails without any mutant: then it is asked nothing. */
  readonly seconds: number | undefined;
  /** It starts processes, so it is given time to stop them. */
  readonly startsProcesses: boolean;
  readonly digest: string;
  /** Of each source the digest, and pieces as [start, end, level, …]. */
  readonly sources: Readonly<Record<string, { readonly digest: string; readonly pieces: readonly number[] }>>;
};

type Range = { readonly startOffset: number; readonly endOffset: number; readonly count: number };
type Script = { readonly url: string; readonly functions: readonly { readonly ranges: readonly Range[] }[] };

const digestOf = (text: string) => createHash("sha256").update(text).digest("hex").slice(0, 16);
/** These look at the whole repository, or run mutants themselves. */
const NEVER_ASKED = /^tidy\.|^campaign\/(mutants|guards)\//;

export function testFilesBelow(root: string): string[] {
  return ["server", "contract", "web", "tools", "journeys", "campaign"]
    .flatMap((folder) => globSync(`${folder}/**/*.test.ts`, { cwd: root }))
    .filter((path) => !NEVER_ASKED.test(path))
    .sort();
}

export type MapOptions = {
  readonly workshop: Workshop;
  readonly cache: string;
  readonly say: (text: string) => void;
  /** Measures again whatever a change of a source may have moved. */
  readonly isExact: boolean;
};

export async function coverageMap(tests: readonly string[], options: MapOptions): Promise<TestCoverage[]> {
  mkdirSync(options.cache, { recursive: true });
  const found: TestCoverage[] = [];
  for (const test of tests) {
    const kept = keptCoverage(test, options);
    if (kept) {
      found.push(kept);
      continue;
    }
    const made = await measure(test, options.workshop);
    writeFileSync(placeOf(test, options), JSON.stringify(made));
    const time =
      made.seconds === undefined ? "FAILS without a mutant: it is asked nothing" : `${made.seconds.toFixed(1)} s`;
    options.say(`covered by ${test}: ${Object.keys(made.sources).length} files, ${time}`);
    found.push(made);
  }
  return found;
}

const placeOf = (test: string, { cache }: MapOptions) => join(cache, `${digestOf(test)}.json`);

function keptCoverage(test: string, options: MapOptions): TestCoverage | undefined {
  const place = placeOf(test, options);
  // One that failed may have had bad luck: it is measured again.
  if (!existsSync(place)) return undefined;
  const kept = JSON.parse(readFileSync(place, "utf8")) as TestCoverage;
  if (kept.seconds === undefined) return undefined;
  const { folder } = options.workshop;
  const textOf = (path: string) => (existsSync(join(folder, path)) ? readFileSync(join(folder, path), "utf8") : "");
  const isSame = (path: string, digest: string) => digestOf(textOf(path)) === digest;
  if (!isSame(test, kept.digest)) return undefined;
  const changed = Object.entries(kept.sources).filter(([path, { digest }]) => !isSame(path, digest));
  if (options.isExact && changed.length > 0) return undefined;
  const all = changed.map(([path, { digest }]) => [path, { digest, pieces: [0, textOf(path).length, 2] }] as const);
  return { ...kept, sources: { ...kept.sources, ...Object.fromEntries(all) } };
}

const LONGEST_MS = 600_000;

async function measure(test: string, workshop: Workshop): Promise<TestCoverage> {
  const folder = mkdtempSync(join(tmpdir(), "parley-coverage-"));
  try {
    // With a compile cache V8 would not know every function.
    const env = { NODE_V8_COVERAGE: folder, NODE_COMPILE_CACHE: "" };
    const run = await workshop.run(test, { timeoutMs: LONGEST_MS, env });
    const levels = new Map<string, Uint8Array>();
    for (const name of readdirSync(folder)) {
      const { result } = JSON.parse(readFileSync(join(folder, name), "utf8")) as { result: Script[] };
      for (const script of result) addScript(levels, script, workshop.folder);
    }
    const text = (path: string) => readFileSync(join(workshop.folder, path), "utf8");
    const sources = [...levels].map(
      ([path, level]) => [path, { digest: digestOf(text(path)), pieces: piecesOf(level) }] as const,
    );
    return {
      test,
      seconds: run.verdict === "passed" ? run.seconds : undefined,
      startsProcesses: sources.some(([path, { pieces }]) => spawns(text(path), pieces)),
      digest: digestOf(text(test)),
      sources: Object.fromEntries(sources),
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function addScript(levels: Map<string, Uint8Array>, { url, functions }: Script, folder: string): void {
  if (!url.startsWith("file:")) return;
  const path = fileURLToPath(url).replace(`${folder}/`, "");
  if (!/^(server|contract|web)\/.*\.ts$/.test(path) || path.endsWith(".test.ts")) return;
  const ranges = functions.flatMap(({ ranges: list }, index) =>
    list.map((range) => ({ ...range, level: index === 0 ? 1 : 2 })),
  );
  const length = Math.max(0, ...ranges.map(({ endOffset }) => endOffset));
  const here = new Uint8Array(length);
  ranges.sort((one, two) => one.startOffset - two.startOffset || two.endOffset - one.endOffset);
  for (const { startOffset, endOffset, count, level } of ranges)
    here.fill(count > 0 ? level : 0, startOffset, endOffset);
  const before = levels.get(path);
  before?.forEach((level, at) => {
    if (level > (here[at] ?? 0)) here[at] = level;
  });
  levels.set(path, here);
}

function piecesOf(levels: Uint8Array): number[] {
  const pieces: number[] = [];
  for (let start = 0; start < levels.length; ) {
    const level = levels[start] ?? 0;
    let end = start;
    while (end < levels.length && levels[end] === level) end++;
    if (level > 0) pieces.push(start, end, level);
    start = end;
  }
  return pieces;
}

function spawns(text: string, pieces: readonly number[]): boolean {
  return [...text.matchAll(/\b(?:spawn|fork)\(/g)].some(({ index }) => levelAt(pieces, index) === 2);
}

export function levelAt(pieces: readonly number[] | undefined, at: number): Level {
  if (!pieces) return 0;
  for (let index = 0; index < pieces.length; index += 3) {
    if ((pieces[index] ?? 0) <= at && at < (pieces[index + 1] ?? 0)) return (pieces[index + 2] ?? 0) as Level;
  }
  return 0;
}
