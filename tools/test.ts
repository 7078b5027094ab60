/**
 * npm test: types, lint, the rules of this repository, and every test beside the code, on one PostgreSQL cluster. A
 * pattern narrows it: `npm test -- trades`, `npm test -- quick`; `npm test -- --long` runs the rest, and the campaigns in their bounded size.
 * See docs/testing.md for --name and --watch.
 */
import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, watch } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startPostgres } from "../server/devnet/postgres/postgres.ts";
import { memoryFolder } from "../server/testing/memory-folder.ts";
import { missingRefusals } from "../server/testing/refusals-seen.ts";
import { cpuMinutes, slownessOfMachine } from "./cpu-minutes.ts";
import { chooseFiles, countIn, laneOf, mayShareProcess, needsWeb, passedIn, readChoice } from "./run-tests/files.ts";
import { endAll, type Lane, openLane, runAlone } from "./run-tests/process.ts";

const choice = readChoice(process.argv.slice(2));
const isWhole = choice.pattern === "" && choice.name === undefined && !choice.isLong;
const startedAt = performance.now();
const say = (text: string) => process.stdout.write(`${text}\n`);
const clock = () => `${((performance.now() - startedAt) / 1000).toFixed(0).padStart(4)} s`;

type Result = {
  passed: number;
  failed: number;
  failures: string[];
  times: { readonly file: string; readonly seconds: number }[];
};
const nothing = (): Result => ({ passed: 0, failed: 0, failures: [], times: [] });

/** Of `npm test` as a whole (decisions/foundations/tests-and-their-tiers.md). It costs 16; threads that share a core cost up to half more. */
const BOUND_CPU_MINUTES = 24;
/** After so many files a process has given back all that they kept. */
const FILES_OF_A_PROCESS = 36;
let isStopped = false;
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
  process.on(signal, () => {
    isStopped = true;
    endAll();
  });
}

const files = chooseFiles(choice);
// The pages are built by the door of all scripts, and only for files that look at them.
if (files.some(needsWeb)) {
  const { status } = spawnSync(process.execPath, ["tools/bootstrap.mjs", "build"], { stdio: "inherit" });
  if (status !== 0) process.exit(status ?? 1);
}
// A database is some thousand small files, and each test file copies one.
const folder = mkdtempSync(join(memoryFolder(8 * 2 ** 30) ?? tmpdir(), "parley-tests-"));
const seenRefusals = process.env.PARLEY_REFUSALS_SEEN ?? join(folder, "refusals-seen.txt");
const cluster = await startPostgres({
  dataDir: folder,
  temporary: true,
  // A sum over every table, small as they are, is ten times quicker without workers beside it.
  settings: {
    fsync: "off",
    full_page_writes: "off",
    max_connections: "300",
    max_wal_size: "1GB",
    max_parallel_workers_per_gather: "0",
  },
});
const environment = {
  ...process.env,
  // Some four hundred sources are read by most files: compiled once for all of them.
  NODE_COMPILE_CACHE: join(folder, "compile-cache"),
  PARLEY_TEST_POSTGRES: cluster.socketDir,
  PARLEY_REFUSALS_SEEN: seenRefusals,
  NODE_TEST_CONTEXT: undefined,
};
try {
  const result = await runEverything();
  process.exitCode = result.failed === 0 && result.passed > 0 && !isStopped ? 0 : 1;
  if (choice.isWatching) await runAgainAndAgain();
} finally {
  await cluster.stop();
  rmSync(folder, { recursive: true, force: true });
  if (isWhole && !choice.isWatching) sayWork();
}

/** The cost of the run, regardless of other work: above the bound plus a fifth it is a failure, like a failed test. */
function sayWork(): void {
  const minutes = cpuMinutes();
  if (minutes === undefined) return;
  const slowness = slownessOfMachine();
  const isTooMuch = minutes / slowness > 1.2 * BOUND_CPU_MINUTES;
  say(
    `${isTooMuch ? "FAILED  " : ""}${minutes.toFixed(1)} CPU-minutes on a machine ${slowness.toFixed(2)} times as slow as the one of the bound, which is ${BOUND_CPU_MINUTES}`,
  );
  if (isTooMuch) process.exitCode = 1;
}

async function runEverything(): Promise<Result> {
  const result = nothing();
  const queues = { short: [], journeys: [], campaigns: [], heavy: [] } as Record<ReturnType<typeof laneOf>, string[]>;
  for (const file of files) queues[laneOf(file)].push(file);
  const { short, journeys, campaigns, heavy } = queues;
  // The longest of them, which start whole markets, are at the end of the alphabet: at the end of the run they would keep one lane busy.
  heavy.reverse();
  // Short ones first, of which the check takes a lane. Then two of browsers, which wait more than they work, beside one of campaigns;
  // a free lane takes heavy ones, then files of other lanes.
  const ofBrowsers = [short, journeys, heavy, campaigns];
  await Promise.all([
    inTurns(ofBrowsers, result),
    inTurns(ofBrowsers, result),
    // Of what is long most waits: for blocks, for processes that start, for pages.
    choice.isLong ? inTurns([campaigns, heavy, journeys, short], result) : undefined,
    check(result).then(() => inTurns([short, campaigns, heavy, journeys], result)),
  ]);
  if (isWhole && !isStopped) compareRefusals(result);
  report(result);
  return result;
}

async function check(result: Result): Promise<void> {
  if (!isWhole) return;
  say(`· ${clock()}  types, lint and the rules of this repository`);
  const child = spawn(process.execPath, ["tools/check.ts"], { stdio: ["ignore", "pipe", "pipe"] });
  const output: string[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => output.push(String(chunk)));
  const code = await new Promise<number | null>((done) => child.on("close", done));
  if (code === 0) result.passed += 1;
  else fail(result, "npm run check");
  say(`· ${clock()}  ${code === 0 ? "ok" : "FAILED"}  npm run check`);
  if (code !== 0) say(output.join(""));
}

/** Every refusal code was answered over HTTP by some test of this run. */
function compareRefusals(result: Result): void {
  const missing = missingRefusals(existsSync(seenRefusals) ? readFileSync(seenRefusals, "utf8").split("\n") : []);
  if (missing.length === 0) result.passed += 1;
  else fail(result, `no test was answered these refusals: ${missing.join(", ")}`);
}

function fail(result: Result, what: string, count = 1): void {
  result.failed += count;
  result.failures.push(what);
}

function report({ passed, failed, failures, times }: Result): void {
  if (times.length > 1) {
    say("the slowest:");
    const slowest = [...times].sort((one, two) => two.seconds - one.seconds).slice(0, 10);
    for (const { file, seconds } of slowest) say(`${seconds.toFixed(1).padStart(8)} s  ${file}`);
  }
  for (const failure of failures) say(`FAILED  ${failure}`);
  say(`${passed} passed, ${failed} failed, ${clock().trim()}`);
}

/**
 * Takes files of the first queue that has some until all are empty; others may take from them too. Files that leave nothing behind
 * run in one process, one after another. A file that passes by itself passes: one that failed among others runs again alone, and
 * that is what counts.
 */
async function inTurns(queues: readonly string[][], result: Result): Promise<void> {
  let lane: Lane | undefined;
  let count = 0;
  const again: string[] = [];
  const leave = async () => {
    again.push(...((await lane?.close()) ?? []));
    lane = undefined;
    count = 0;
    for (const file of new Set(again.splice(0))) await runOne(file, result);
  };
  for (;;) {
    const file = queues.find((queue) => queue.length > 0)?.shift();
    if (file === undefined || isStopped) break;
    if (choice.name !== undefined || files.length === 1 || !mayShareProcess(file)) {
      await runOne(file, result);
      continue;
    }
    lane ??= openLane({ env: environment });
    if (!(await runInLane(lane, file, result))) again.push(file);
    count += 1;
    if (again.length > 0 || count === FILES_OF_A_PROCESS) await leave();
  }
  await leave();
}

/** Whether it passed; what it says is said then. */
async function runInLane(lane: Lane, file: string, result: Result): Promise<boolean> {
  const begun = performance.now();
  const { isGood, output } = await lane.run(file);
  const seconds = (performance.now() - begun) / 1000;
  if (!isGood) {
    say(`· ${clock()}  runs again alone  ${file}  (${seconds.toFixed(1)} s)`);
    for (const [, title, why] of output.matchAll(/^ {4,}not ok \d+ - (.*)\n(?:.*\n){0,6}? +error: (?:\|-\n)?(.*)$/gm))
      say(`    not among others: ${title}: ${why?.trim()}`);
    return false;
  }
  const passed = passedIn(output);
  result.passed += passed;
  result.times.push({ file, seconds });
  say(`· ${clock()}  ok  ${file}  (${passed} tests, ${seconds.toFixed(1)} s)`);
  sayNotes(output);
  return true;
}

/** Until Ctrl-C: what was chosen runs again after every change of a source. */
async function runAgainAndAgain(): Promise<void> {
  const stopped = Promise.withResolvers<void>();
  let wake = Promise.withResolvers<void>();
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => stopped.resolve());
  const watchers = ["server", "contract", "web", "tools", "campaign", "journeys"].map((source) =>
    watch(source, { recursive: true }, () => wake.resolve()),
  );
  while (!isStopped) {
    say("waiting for a change; Ctrl-C ends");
    await Promise.race([wake.promise, stopped.promise]);
    if (isStopped) break;
    // An editor writes in several steps: look again when it is done.
    await new Promise((done) => setTimeout(done, 200));
    wake = Promise.withResolvers<void>();
    await runEverything();
  }
  for (const watcher of watchers) watcher.close();
}

async function runOne(file: string, result: Result): Promise<void> {
  const begun = performance.now();
  const { code, output } = await runAlone(file, { name: choice.name, env: environment });
  const count = (word: string) => countIn(output, word);
  // A file in which no test has the name passes as a whole, and that is no test.
  const matches = [...output.matchAll(/^\s*ok \d+ - (.+?)(?: # .*)?$/gm)].filter(([, title]) => title === choice.name);
  const good = choice.name === undefined ? count("pass") : matches.length;
  const bad = count("fail") + count("cancelled");
  const seconds = (performance.now() - begun) / 1000;
  result.times.push({ file, seconds });
  result.passed += good;
  const isBroken = code !== 0 || bad > 0;
  if (isBroken) fail(result, file, Math.max(1, bad));
  say(`· ${clock()}  ${isBroken ? "FAILED" : "ok"}  ${file}  (${good} tests, ${seconds.toFixed(1)} s)`);
  sayNotes(output);
  if (isBroken)
    say(
      output
        .split("\n")
        // Errors after the database stopped do not explain a failure, and would hide it.
        .filter((line) => !line.includes("Cannot use a pool after calling end"))
        .map((line) => `    ${line}`)
        .join("\n")
        .slice(-12_000),
    );
}

function sayNotes(output: string): void {
  for (const [, note] of output.matchAll(/^ *# ((?:NOTE|not run:).*)$/gm)) say(`    ${note}`);
}
