/**
 * npm run campaign -- endpoints [words]: breaks each endpoint in turn, or each that a word names, in a copy of the sources
 * (broken.ts), asks the tests that call it, and expects one of them to fail. An endpoint that nobody misses survives: the run names it and ends with 1.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ROUTED } from "../../server/modules.ts";
import { mayShareProcess } from "../../tools/test-files.ts";
import { type Lane, openLane, runAlone } from "../../tools/test-process.ts";
import { withWorkshop, workshopVariables } from "../workshop.ts";
import { breakOf } from "./broken.ts";
import { callersOf } from "./callers.ts";

const say = (text: string) => process.stdout.write(`${text}\n`);
const AT_ONCE = 2;
const MOST_TESTS = 8;
const LAST_MS = 180_000;
const FILES_OF_A_PROCESS = 20;

/** Where all routes come together. */
export const BROKEN_IN = "server/app.ts";
const WHOLE = "const routes = openIn(facts, ROUTED);";
const IMPORT = 'import { withBroken } from "../campaign/endpoints/broken.ts";\n';

/** The source with the endpoint of the environment broken in it. Throws when the place is not there exactly once. */
export function withPlaceToBreak(source: string): string {
  if (source.split(WHOLE).length !== 2) throw new Error(`${BROKEN_IN} does not gather its routes as "${WHOLE}"`);
  return IMPORT + source.replace(WHOLE, "const routes = withBroken(openIn(facts, ROUTED));");
}

export async function runEndpoints(words: readonly string[]): Promise<void> {
  const chosen = ROUTED.filter(({ endpoint }) => {
    const text = `${endpoint.name} ${endpoint.method} ${endpoint.path}`;
    return words.length === 0 || words.some((word) => text.includes(word));
  });
  const callers = callersOf(chosen.map(({ endpoint }) => endpoint));
  const survivors: string[] = [];
  await withWorkshop(async (workshop) => {
    const place = join(workshop.folder, BROKEN_IN);
    writeFileSync(place, withPlaceToBreak(readFileSync(place, "utf8")));
    const queue = [...chosen];
    const work = async () => {
      const asker = makeAsker({
        cwd: workshop.folder,
        env: { ...process.env, ...workshopVariables(workshop) },
        lastMs: LAST_MS,
      });
      for (let route = queue.shift(); route; route = queue.shift()) {
        const { name, method, path } = route.endpoint;
        const tests = callers.get(name) ?? [];
        const missedBy = await firstToMiss(asker, { name, tests: tests.slice(0, MOST_TESTS) });
        const what = `${method} ${path} (${name}) ${breakOf(route)}`;
        say(missedBy ? `ok        ${what}: ${missedBy}` : `SURVIVES  ${what}; asked ${tests.length} files`);
        if (!missedBy) survivors.push(what);
      }
      await asker.leave();
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
  });
  for (const survivor of survivors) say(`SURVIVES  ${survivor}`);
  say(`${chosen.length - survivors.length} of ${chosen.length} endpoints are missed when they are broken`);
  if (survivors.length > 0) process.exitCode = 1;
}

/** The first test that fails with the endpoint broken and passes with it whole. */
async function firstToMiss(
  asker: Asker,
  { name, tests }: { name: string; tests: readonly string[] },
): Promise<string | undefined> {
  for (const test of tests) {
    if (await asker.passes(test, name)) continue;
    if (await asker.passes(test, "")) return test;
    // Something else is red: what earlier files left in the process, or the test itself.
    await asker.leave();
    if (await asker.passes(test, name)) continue;
    await asker.leave();
    if (await asker.passes(test, "")) return test;
  }
  return undefined;
}

type Asker = {
  /** Whoever waits for ever for what a broken call did not do has missed it. */
  passes(test: string, broken: string): Promise<boolean>;
  leave(): Promise<void>;
};

/** Asks one file after another in one process, and after so many in a new one. */
function makeAsker(around: Parameters<typeof openLane>[0]): Asker {
  let lane: Lane | undefined;
  let count = 0;
  const leave = async () => {
    await lane?.close();
    lane = undefined;
    count = 0;
  };
  return {
    leave,
    async passes(test, broken) {
      if (!mayShareProcess(test)) {
        const { code } = await runAlone(test, { ...around, env: { ...around.env, BROKEN_ENDPOINT: broken } });
        return code === 0;
      }
      lane ??= openLane(around);
      const { isGood, isOver } = await lane.run(test, { BROKEN_ENDPOINT: broken });
      count += 1;
      if (isOver || count === FILES_OF_A_PROCESS) await leave();
      return isGood;
    },
  };
}
