/**
 * npm run campaign -- endpoints [word]: breaks each endpoint in turn in a copy of the sources (broken.ts), asks the tests that
 * call it, and expects one of them to fail. An endpoint that nobody misses survives: the run names it and ends with 1.
 */
import { spawn } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ROUTED } from "../../server/modules.ts";
import { type Workshop, withWorkshop, workshopVariables } from "../workshop.ts";
import { breakOf } from "./broken.ts";
import { callersOf } from "./callers.ts";

const say = (text: string) => process.stdout.write(`${text}\n`);
const AT_ONCE = 2;
const MOST_TESTS = 8;
const LAST_MS = 180_000;

/** Where all routes come together. */
export const BROKEN_IN = "server/app.ts";
const WHOLE = "const routes = openIn(facts, ROUTED);";
const IMPORT = 'import { withBroken } from "../campaign/endpoints/broken.ts";\n';

/** The source with the endpoint of the environment broken in it. Throws when the place is not there exactly once. */
export function withPlaceToBreak(source: string): string {
  if (source.split(WHOLE).length !== 2) throw new Error(`${BROKEN_IN} does not gather its routes as "${WHOLE}"`);
  return IMPORT + source.replace(WHOLE, "const routes = withBroken(openIn(facts, ROUTED));");
}

export async function runEndpoints(word = ""): Promise<void> {
  const chosen = ROUTED.filter(({ endpoint }) => `${endpoint.name} ${endpoint.method} ${endpoint.path}`.includes(word));
  const callers = callersOf(chosen.map(({ endpoint }) => endpoint));
  const survivors: string[] = [];
  await withWorkshop(async (workshop) => {
    const place = join(workshop.folder, BROKEN_IN);
    writeFileSync(place, withPlaceToBreak(readFileSync(place, "utf8")));
    const seen: Seen = { workshop, green: new Map() };
    const queue = [...chosen];
    const work = async () => {
      for (let route = queue.shift(); route; route = queue.shift()) {
        const { name, method, path } = route.endpoint;
        const tests = callers.get(name) ?? [];
        const missedBy = await firstToMiss(seen, { name, tests: tests.slice(0, MOST_TESTS) });
        const what = `${method} ${path} (${name}) ${breakOf(route)}`;
        say(missedBy ? `ok        ${what}: ${missedBy}` : `SURVIVES  ${what}; asked ${tests.length} files`);
        if (!missedBy) survivors.push(what);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
  });
  for (const survivor of survivors) say(`SURVIVES  ${survivor}`);
  say(`${chosen.length - survivors.length} of ${chosen.length} endpoints are missed when they are broken`);
  if (survivors.length > 0) process.exitCode = 1;
}

type Seen = {
  readonly workshop: Workshop;
  /** By test file: whether it passes while nothing is broken. */
  readonly green: Map<string, Promise<boolean>>;
};

/** The first test that fails with the endpoint broken and passes with it whole. */
async function firstToMiss(
  { workshop, green: known }: Seen,
  { name, tests }: { name: string; tests: readonly string[] },
): Promise<string | undefined> {
  for (const test of tests) {
    if (await passes(workshop, { test, broken: name })) continue;
    const green = known.get(test) ?? passes(workshop, { test, broken: undefined });
    known.set(test, green);
    if (await green) return test;
  }
  return undefined;
}

/** Whoever waits for ever for what a broken call did not do has missed it. */
async function passes(
  workshop: Workshop,
  { test, broken }: { test: string; broken: string | undefined },
): Promise<boolean> {
  const child = spawn(
    process.execPath,
    ["--disable-warning=ExperimentalWarning", "--test", "--test-isolation=none", "--test-reporter=tap", test],
    {
      cwd: workshop.folder,
      env: { ...process.env, ...workshopVariables(workshop), BROKEN_ENDPOINT: broken },
      stdio: "ignore",
      timeout: LAST_MS,
      killSignal: "SIGKILL",
    },
  );
  const code = await new Promise<number | null>((done) => child.once("exit", done));
  return code === 0;
}
