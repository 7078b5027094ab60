/**
 * npm run campaign -- mutants: draws mutants of the sources by a seed and sees which of them the tests notice.
 * --seed NAME (else the run that was begun last, or --new), --total 1000, --first N of them, --workers 2, --budget 45
 * seconds of tests a mutant, --only PATH, --id ID, --without PATTERN (tests that are not asked at all), --keep (writes
 * killed.tsv and survivors.tsv), --report FILE, --exact (measures again which test runs what, where sources changed).
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { ids } from "../../server/platform/ids.ts";
import { compileRounds, compilerIn } from "./compile.ts";
import { coverageMap, type TestCoverage, testFilesBelow } from "./coverage.ts";
import { makeAdvisor } from "./covering.ts";
import { interleaved, sharesOf, shuffled } from "./draw.ts";
import { generate, sourcesBelow } from "./generate.ts";
import { judgeAll } from "./judge.ts";
import { keep } from "./kept.ts";
import type { Kind, Mutant, SourceFile } from "./mutant.ts";
import { type Judged, survivorsByFolder, table } from "./report.ts";
import { lastSeed, openVerdicts, type Verdicts } from "./verdicts.ts";
import { openWorkshop, type Workshop } from "./workshop.ts";

const PLACE = join(process.cwd(), ".artefacts/mutants");
const LEAST_OF_A_KIND = 60;
const say = (text: string) => process.stdout.write(`${text}\n`);

const OPTIONS = {
  seed: { type: "string" },
  new: { type: "boolean", default: false },
  total: { type: "string", default: "1000" },
  first: { type: "string" },
  workers: { type: "string", default: "2" },
  budget: { type: "string", default: "45" },
  only: { type: "string", default: "" },
  id: { type: "string", default: "" },
  without: { type: "string", default: "^$" },
  keep: { type: "boolean", default: false },
  exact: { type: "boolean", default: false },
  report: { type: "string" },
} as const;

export async function runMutants(args: string[]): Promise<void> {
  const { values: options } = parseArgs({ args, options: OPTIONS });
  const seed = options.seed ?? (options.new ? undefined : lastSeed(PLACE)) ?? ids.hash();
  say(`seed ${seed}: npm run campaign -- mutants --seed ${seed} goes on with this run`);
  let isStopped = false;
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => (isStopped = true));
  const workshops: Workshop[] = [];
  try {
    for (let count = 0; count < Number(options.workers); count++) workshops.push(await openWorkshop(process.cwd()));
    const [first] = workshops;
    if (!first) throw new Error("--workers must be at least 1");
    const sources = sourcesBelow(first.folder);
    const cache = join(PLACE, "coverage");
    const without = new RegExp(options.without);
    const tests = testFilesBelow(first.folder).filter((test) => !without.test(test));
    const coverages = await coverageMap(tests, { workshop: first, cache, say, isExact: options.exact });
    const verdicts = openVerdicts(join(PLACE, `run-${seed}.tsv`));
    const all = generate(sources).filter(({ file, id }) => file.includes(options.only) && id.includes(options.id));
    const mutants = all.filter(
      ({ file }) => !file.startsWith("web/") || coverages.some((known) => known.sources[file]),
    );
    const queue = draw(mutants, { sources, seed, total: Number(options.total), verdicts, folder: first.folder });
    const advisor = makeAdvisor(coverages, sources, (test) => readFileSync(join(first.folder, test), "utf8"));
    const taken = queue.slice(0, Number(options.first ?? queue.length));
    say(`${mutants.length} mutants in ${sources.length} files; ${queue.length} drawn, ${taken.length} asked about now`);
    await judgeAll(taken, {
      benches: workshops,
      verdicts,
      advisor,
      mostSec: Number(options.budget),
      say,
      isStopped: () => isStopped,
    });
    finish(taken, { verdicts, all: generate(sources), coverages, ...options });
  } finally {
    for (const workshop of workshops) await workshop.close();
  }
}

type DrawInput = {
  readonly sources: readonly SourceFile[];
  readonly seed: string;
  readonly total: number;
  readonly verdicts: Verdicts;
  readonly folder: string;
};

/** Mutants that compile, so many of each kind as there should be. */
function draw(mutants: readonly Mutant[], { sources, seed, total, verdicts, folder }: DrawInput): Mutant[] {
  const lines = new Map(sources.map(({ path, text }) => [path, text.split("\n").length]));
  const order = shuffled(mutants, (file) => lines.get(file) ?? 1, seed);
  const counts = new Map([...order].map(([kind, list]) => [kind, list.length]));
  const shares = sharesOf(counts, { total, least: LEAST_OF_A_KIND });
  const compiler = compilerIn(folder);
  const reach = new Map([...shares].map(([kind, share]) => [kind, Math.ceil(share * 1.4) + 3]));
  for (;;) {
    const looked = [...order].flatMap(([kind, list]) => list.slice(0, reach.get(kind)));
    const unknown = looked.filter(({ id }) => !verdicts.of.has(id));
    if (unknown.length > 0) {
      say(`asking the compiler about ${unknown.length} mutants`);
      for (const { mutants: asked, refused } of compileRounds(compiler, folder, unknown)) {
        for (const { id } of asked) {
          verdicts.add({ id, word: refused.has(id) ? "invalid" : "compiles", tests: [], seconds: 0, notAsked: 0 });
        }
      }
    }
    const chosen = new Map<Kind, Mutant[]>();
    let isShort = false;
    for (const [kind, list] of order) {
      const share = shares.get(kind) ?? 0;
      const valid = list.slice(0, reach.get(kind)).filter(({ id }) => isCompiled(verdicts, id));
      chosen.set(kind, valid.slice(0, share));
      if (valid.length >= share || (reach.get(kind) ?? 0) >= list.length) continue;
      isShort = true;
      reach.set(kind, (reach.get(kind) ?? 0) * 2);
    }
    if (!isShort) return interleaved(chosen);
  }
}

/** Those that turned out not to load keep their place: the draw stays the same when a run is resumed. */
function isCompiled(verdicts: Verdicts, id: string): boolean {
  const known = verdicts.of.get(id);
  return known !== undefined && (known.word !== "invalid" || known.tests.length > 0);
}

type Finish = {
  readonly verdicts: Verdicts;
  readonly all: readonly Mutant[];
  readonly coverages: readonly TestCoverage[];
  readonly keep: boolean;
  readonly report?: string;
};

function finish(taken: readonly Mutant[], { verdicts, all, coverages, report, ...options }: Finish): void {
  const judged = taken.flatMap((mutant): Judged[] => {
    const verdict = verdicts.of.get(mutant.id);
    return verdict ? [{ mutant, verdict }] : [];
  });
  for (const { test, seconds } of coverages) if (seconds === undefined) say(`NOT ASKED, it fails by itself: ${test}`);
  say(table(judged));
  if (report) writeFileSync(report, `${table(judged)}\n\n${survivorsByFolder(judged)}`);
  if (!options.keep) return;
  const known = new Set(all.map(({ id }) => id));
  const folder = import.meta.dirname;
  keep(judged, {
    killed: join(folder, "killed.tsv"),
    survivors: join(folder, "survivors.tsv"),
    exists: (id) => known.has(id),
  });
}
