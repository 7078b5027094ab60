/**
 * npm run campaign -- endpoints [word]: breaks each endpoint in turn in a copy of the sources (broken.ts), asks the tests that
 * call it, and expects one of them to fail. An endpoint that nobody misses survives: the run names it and ends with 1.
 */
import { spawn } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startPostgres } from "../../server/devnet/postgres.ts";
import { ROUTED } from "../../server/modules.ts";
import { SOURCES } from "../guards/run.ts";
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
  const folder = mkdtempSync(join(tmpdir(), "parley-endpoints-"));
  const dataDir = mkdtempSync(join(tmpdir(), "parley-endpoints-database-"));
  const cluster = await startPostgres({
    dataDir,
    temporary: true,
    settings: { fsync: "off", full_page_writes: "off", max_connections: "200" },
  });
  const survivors: string[] = [];
  const workshop = { folder, socketDir: cluster.socketDir, green: new Map<string, Promise<boolean>>() };
  try {
    for (const source of SOURCES) cpSync(source, join(folder, source), { recursive: true });
    symlinkSync(join(process.cwd(), "node_modules"), join(folder, "node_modules"));
    const place = join(folder, BROKEN_IN);
    writeFileSync(place, withPlaceToBreak(readFileSync(place, "utf8")));
    const queue = [...chosen];
    const work = async () => {
      for (let route = queue.shift(); route; route = queue.shift()) {
        const { name, method, path } = route.endpoint;
        const tests = callers.get(name) ?? [];
        const missedBy = await firstToMiss(workshop, { name, tests: tests.slice(0, MOST_TESTS) });
        const what = `${method} ${path} (${name}) ${breakOf(route)}`;
        say(missedBy ? `ok        ${what}: ${missedBy}` : `SURVIVES  ${what}; asked ${tests.length} files`);
        if (!missedBy) survivors.push(what);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
  } finally {
    await cluster.stop();
    for (const made of [folder, dataDir]) rmSync(made, { recursive: true, force: true });
  }
  for (const survivor of survivors) say(`SURVIVES  ${survivor}`);
  say(`${chosen.length - survivors.length} of ${chosen.length} endpoints are missed when they are broken`);
  if (survivors.length > 0) process.exitCode = 1;
}

type Workshop = {
  readonly folder: string;
  readonly socketDir: string;
  /** By test file: whether it passes while nothing is broken. */
  readonly green: Map<string, Promise<boolean>>;
};

/** The first test that fails with the endpoint broken and passes with it whole. */
async function firstToMiss(
  workshop: Workshop,
  { name, tests }: { name: string; tests: readonly string[] },
): Promise<string | undefined> {
  for (const test of tests) {
    if (await passes(workshop, { test, broken: name })) continue;
    const green = workshop.green.get(test) ?? passes(workshop, { test, broken: undefined });
    workshop.green.set(test, green);
    if (await green) return test;
  }
  return undefined;
}

/** Whoever waits for ever for what a broken call did not do has missed it. */
async function passes(
  { folder, socketDir }: Workshop,
  { test, broken }: { test: string; broken: string | undefined },
): Promise<boolean> {
  const child = spawn(
    process.execPath,
    ["--disable-warning=ExperimentalWarning", "--test", "--test-isolation=none", "--test-reporter=tap", test],
    {
      cwd: folder,
      env: {
        ...process.env,
        PARLEY_TEST_POSTGRES: socketDir,
        NODE_COMPILE_CACHE: join(folder, "compile-cache"),
        NODE_TEST_CONTEXT: undefined,
        BROKEN_ENDPOINT: broken,
      },
      stdio: "ignore",
      timeout: LAST_MS,
      killSignal: "SIGKILL",
    },
  );
  const code = await new Promise<number | null>((done) => child.once("exit", done));
  return code === 0;
}
