/** The test files to ask about a mutant, in the order in which asking costs least. */
import { levelAt, type TestCoverage } from "./coverage.ts";
import type { Mutant, SourceFile } from "./mutant.ts";

/** A test of a minute is asked only about what no shorter one uses. */
const HEAVY_SEC = 60;

export type Advisor = {
  candidates(mutant: Mutant): TestCoverage[];
  /** Remembers who noticed, so that the next mutant of this file asks the same test first. */
  learn(mutant: Mutant, test: string, hasNoticed: boolean): void;
  /** The shortest whole run of a test so far. What was measured first may have been measured on a busy machine. */
  secondsOf(test: string): number;
  timed(test: string, seconds: number): void;
};

export function makeAdvisor(
  coverages: readonly TestCoverage[],
  sources: readonly SourceFile[],
  testText: (test: string) => string,
): Advisor {
  const usable = coverages.filter(({ seconds }) => seconds !== undefined);
  const memory = new Map<string, { asked: number; noticed: number }>();
  const references = referencesIn(sources);
  const times = new Map(usable.map(({ test, seconds = 0 }) => [test, seconds]));
  const secondsOf = (test: string) => times.get(test) ?? 0;
  const heavy = ({ test }: TestCoverage) => secondsOf(test) > HEAVY_SEC || test.startsWith("journeys/");
  const cost = ({ test }: TestCoverage, chance: number) => secondsOf(test) / chance;
  return {
    candidates(mutant) {
      const found = usable.flatMap((coverage) => {
        const chance = chanceOf(mutant, coverage, { references, testText });
        if (chance === 0) return [];
        const { asked = 0, noticed = 0 } = memory.get(`${mutant.file} ${coverage.test}`) ?? {};
        return [{ coverage, first: chance, chance: (noticed + 3 * chance) / (asked + 3) }];
      });
      const light = found.filter(({ coverage }) => !heavy(coverage));
      const isUsedByLight = light.some(({ first }) => first > ONLY_LOADED);
      const ordered = (isUsedByLight ? light : found).sort(
        (one, two) => cost(one.coverage, one.chance) - cost(two.coverage, two.chance),
      );
      const users = ordered.filter(({ first }) => first > ONLY_LOADED);
      const loaders = ordered.filter(({ first }) => first === ONLY_LOADED).slice(0, MOST_ONLY_LOADED);
      return [...users, ...loaders].map(({ coverage }) => coverage);
    },
    secondsOf,
    timed: (test, seconds) => void times.set(test, Math.min(secondsOf(test), seconds)),
    learn(mutant, test, hasNoticed) {
      const key = `${mutant.file} ${test}`;
      const { asked, noticed } = memory.get(key) ?? { asked: 0, noticed: 0 };
      memory.set(key, { asked: asked + 1, noticed: noticed + (hasNoticed ? 1 : 0) });
    },
  };
}

type Clues = {
  readonly references: (names: readonly string[], isTable: boolean) => readonly Reference[];
  readonly testText: (test: string) => string;
};

/** Tests that go over every route, whatever its name. */
const SURVEYS_ROUTES = /\/modules\.ts"/;
/** A test that goes over whole files says so: the pattern of their paths. */
const SURVEYS = /^\/\/ Surveys: (.+)$/m;
const SURVEYED = 0.9;
/** The chance of a test that loads the file and is not known to use what was changed. */
const ONLY_LOADED = 0.02;
const MOST_ONLY_LOADED = 3;

/** How likely this test is to notice; 0 when it does not reach the mutant. */
function chanceOf(
  { file, start, names, kind }: Mutant,
  { test, sources }: TestCoverage,
  { references, testText }: Clues,
): number {
  const isTable = file.endsWith(".sql");
  const level = levelAt(sources[file]?.pieces, start);
  if (level === 0 && !isTable) return 0;
  const isNear = folderOf(test) === folderOf(file);
  const isNamed = names.some((name) => new RegExp(`\\b${name}\\b`).test(testText(test)));
  const isNeighbor = folderOf(folderOf(test)) === folderOf(folderOf(file));
  const chance = isNear ? 0.5 : isNamed ? 0.4 : isNeighbor ? 0.2 : 0.1;
  const surveyed = SURVEYS.exec(testText(test))?.[1];
  if (surveyed !== undefined && new RegExp(surveyed).test(file)) return SURVEYED;
  if (level === 2) return chance;
  const isUsed = references(names, isTable).some(({ path, at }) => levelAt(sources[path]?.pieces, at) === 2);
  if (isUsed || isNamed) return chance;
  const surveys = kind === "policy" && SURVEYS_ROUTES.test(testText(test));
  return surveys ? 0.3 : isTable ? 0 : ONLY_LOADED;
}

const folderOf = (path: string) => path.slice(0, Math.max(0, path.lastIndexOf("/")));

type Reference = { readonly path: string; readonly at: number };

/** Where a declared name, or a table, is used in the sources; found once for each. */
function referencesIn(sources: readonly SourceFile[]): Clues["references"] {
  const known = new Map<string, Reference[]>();
  const find = (name: string, isTable: boolean) => {
    const pattern = new RegExp(
      isTable ? `(?:from|join|into|update)\\s+${name}\\b|\\b${name}\\(` : `\\b${name}\\b`,
      "g",
    );
    const places = sources
      .filter(({ path }) => path.endsWith(".ts"))
      .flatMap(({ path, text }) => [...text.matchAll(pattern)].map(({ index }) => ({ path, at: index })));
    known.set(`${isTable} ${name}`, places);
    return places;
  };
  return (names, isTable) => names.flatMap((name) => known.get(`${isTable} ${name}`) ?? find(name, isTable));
}
