/**
 * npm test: types, lint, the rules of this repository, and every test beside the code, on one PostgreSQL cluster. A
 * pattern narrows it: `npm test -- trades`, `npm test -- quick`; see docs/testing.md for --name and --watch.
 */
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, watch } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startPostgres } from "../server/devnet/postgres.ts";
import { missingRefusals } from "../server/testing/refusals-seen.ts";
import {
  batchesOf,
  chooseFiles,
  countIn,
  failedIn,
  laneOf,
  mayShareProcess,
  needsWeb,
  readChoice,
} from "./test-files.ts";

const choice = readChoice(process.argv.slice(2));
const isWhole = choice.pattern === "" && choice.name === undefined;
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

/** Several times what the slowest file takes. Whoever waits for ever is ended then, with all that it started, and has failed. */
const ENDED_AFTER_MS = 900_000;
/** Each file leads a group of processes of its own, which the terminal's Ctrl-C does not reach. */
const running = new Set<() => void>();
let isStopped = false;
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
  process.on(signal, () => {
    isStopped = true;
    for (const end of running) end();
  });
}

const files = chooseFiles(choice);
// The pages are built by the door of all scripts, and only for files that look at them.
if (files.some(needsWeb)) {
  const { status } = spawnSync(process.execPath, ["tools/bootstrap.mjs", "build"], { stdio: "inherit" });
  if (status !== 0) process.exit(status ?? 1);
}
const folder = mkdtempSync(join(tmpdir(), "parley-tests-"));
const seenRefusals = process.env.PARLEY_REFUSALS_SEEN ?? join(folder, "refusals-seen.txt");
const cluster = await startPostgres({
  dataDir: folder,
  temporary: true,
  // A sum over every table, small as they are, is ten times quicker without workers beside it.
  settings: {
    fsync: "off",
    full_page_writes: "off",
    max_connections: "300",
    max_wal_size: "4GB",
    max_parallel_workers_per_gather: "0",
  },
});
try {
  const result = await runEverything();
  process.exitCode = result.failed === 0 && result.passed > 0 && !isStopped ? 0 : 1;
  if (choice.isWatching) await runAgainAndAgain();
} finally {
  await cluster.stop();
  rmSync(folder, { recursive: true, force: true });
}

async function runEverything(): Promise<Result> {
  const result = nothing();
  const inLane = (lane: ReturnType<typeof laneOf>) => files.filter((file) => laneOf(file) === lane);
  const short = inLane("short");
  const batches = choice.name === undefined ? batchesOf(short.filter(mayShareProcess)) : [];
  const alone = short.filter((file) => !batches.flat().includes(file));
  const shortLane = async () => {
    for (let batch = batches.shift(); batch !== undefined && !isStopped; batch = batches.shift())
      await runTogether(batch, result);
    await runAll(alone, result);
  };
  // The check fills one lane, and takes of the files when it is done.
  await Promise.all([shortLane(), shortLane(), check(result).then(shortLane)]);
  // Two of browsers, which wait more than they work, beside one of campaigns; whoever is done takes of the heavy ones, and then of
  // what the others still have.
  const [journeys, campaigns, heavy] = [inLane("journeys"), inLane("campaigns"), inLane("heavy")];
  await Promise.all(
    [
      [journeys, heavy, campaigns],
      [journeys, heavy, campaigns],
      [campaigns, heavy, journeys],
    ].map(async (queues) => {
      for (const queue of queues) await runAll(queue, result);
    }),
  );
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

/** Takes files from the queue until it is empty; others may take from it too. */
async function runAll(queue: string[], result: Result): Promise<void> {
  for (let file = queue.shift(); file !== undefined && !isStopped; file = queue.shift()) await runOne(file, result);
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

/**
 * Files in one process, which spares most of them loading the whole server. A file that passes by itself passes: those of a
 * batch that failed run alone, and that is what counts; all of them, when the process did not reach its end.
 */
async function runTogether(batch: readonly string[], result: Result): Promise<void> {
  const begun = performance.now();
  if (batch[0] && batch.length === 1) return runOne(batch[0], result);
  const { code, output } = await outputOf(batch);
  const again = code === 0 ? [] : failedIn(output, batch);
  // What runs again counts itself.
  const good = again.length > 0 ? 0 : countIn(output, "pass");
  result.passed += good;
  const seconds = (performance.now() - begun) / 1000;
  const what = `${batch.length} files, ${batch[0]} to ${batch.at(-1)}`;
  result.times.push({ file: what, seconds });
  const outcome = again.length === 0 ? "ok" : `${again.length} run again alone`;
  say(`· ${clock()}  ${outcome}  ${what}  (${good} tests, ${seconds.toFixed(1)} s)`);
  for (const [, title] of again.length > 0 ? output.matchAll(/^not ok \d+ - (.*)$/gm) : [])
    say(`    not together: ${title}`);
  await runAll(again, result);
}

async function runOne(file: string, result: Result): Promise<void> {
  const begun = performance.now();
  const { code, output } = await outputOf([file]);
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
  for (const note of output.matchAll(/^# (?:NOTE|not run:).*$/gm)) say(`    ${note[0].slice(2)}`);
  if (isBroken)
    say(
      output
        .split("\n")
        // What still ran when its database went says nothing of why a test failed, and would push it out.
        .filter((line) => !line.includes("Cannot use a pool after calling end"))
        .map((line) => `    ${line}`)
        .join("\n")
        .slice(-12_000),
    );
}

async function outputOf(files: readonly string[]): Promise<{ code: number; output: string }> {
  const named = choice.name?.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
  const child = spawn(
    process.execPath,
    [
      "--disable-warning=ExperimentalWarning",
      "--test",
      "--test-reporter=tap",
      "--test-timeout=900000",
      ...(files.length > 1 ? ["--test-isolation=none"] : []),
      ...(named ? [`--test-name-pattern=${named}`] : []),
      ...files,
    ],
    {
      env: {
        ...process.env,
        // Some four hundred sources are read by most files: compiled once for all of them.
        NODE_COMPILE_CACHE: join(folder, "compile-cache"),
        PARLEY_TEST_POSTGRES: cluster.socketDir,
        PARLEY_REFUSALS_SEEN: seenRefusals,
        NODE_TEST_CONTEXT: undefined,
      },
      stdio: ["ignore", "pipe", "pipe"],
      detached: process.platform !== "win32",
    },
  );
  const end = () => endGroup(child);
  running.add(end);
  let isLate = false;
  const deadline = setTimeout(() => {
    isLate = true;
    end();
  }, ENDED_AFTER_MS);
  let output = "";
  child.stdout.on("data", (chunk) => {
    output += chunk;
  });
  child.stderr.on("data", (chunk) => {
    output += chunk;
  });
  const code = await new Promise<number>((done) => child.on("exit", (exit) => done(exit ?? 1)));
  clearTimeout(deadline);
  running.delete(end);
  if (isLate) output += `\n# NOTE ended by force: it did not end by itself within ${ENDED_AFTER_MS / 1000} s\n`;
  return { code, output };
}

function endGroup(child: ChildProcess): void {
  if (child.pid === undefined) return;
  try {
    if (process.platform === "win32") child.kill("SIGKILL");
    else process.kill(-child.pid, "SIGKILL");
  } catch (error) {
    // It has ended just now.
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}
