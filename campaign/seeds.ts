/** Every random suite with fresh seeds, one after the other, and what each of them drew and found. */
import { spawnSync } from "node:child_process";
import { globSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startPostgres } from "../server/devnet/postgres/postgres.ts";

/** Suites that take a minute a seed do less with each of many. */
const SHORTER = { RACE_ROUNDS: "3", CASE_RACE_ROUNDS: "3", FUZZ_VALID: "5", FUZZ_BROKEN: "10" };

/** These change a shared world, which would affect the next seed: each seed gets its own world. */
const ONE_WORLD_EACH = /\/fuzz\//;

/** Runs the suites that draw their seeds in server/testing/seeds.ts; sets the exit code. */
export async function runSeeds(count: number, pattern = ""): Promise<void> {
  if (!Number.isInteger(count) || count < 1) throw new Error("npm run campaign -- seeds takes a whole number");
  const files = globSync("{contract,server,campaign}/**/*.test.ts").filter(
    (file) => file.includes(pattern) && /from ".*testing\/seeds\.ts"/.test(readFileSync(file, "utf8")),
  );
  const folder = mkdtempSync(join(tmpdir(), "parley-seeds-"));
  const cluster = await startPostgres({
    dataDir: folder,
    temporary: true,
    settings: { fsync: "off", max_connections: "300" },
  });
  try {
    for (const file of files.sort()) {
      const [times, each] = ONE_WORLD_EACH.test(file) ? [count, 1] : [1, count];
      for (let time = 0; time < times; time++) runFile(file, { count: each, socketDir: cluster.socketDir });
    }
  } finally {
    await cluster.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

function runFile(file: string, { count, socketDir }: { count: number; socketDir: string }): void {
  const begun = performance.now();
  const env = { ...process.env, ...SHORTER, FRESH: String(count), PARLEY_TEST_POSTGRES: socketDir };
  const { status, stdout } = spawnSync(
    process.execPath,
    ["--disable-warning=ExperimentalWarning", "--test", "--test-reporter=tap", "--test-timeout=3600000", file],
    { env: { ...env, NODE_TEST_CONTEXT: undefined }, encoding: "utf8", maxBuffer: 1 << 28 },
  );
  const seconds = ((performance.now() - begun) / 1000).toFixed(0);
  process.stdout.write(`${status === 0 ? "ok    " : "FAILED"}  ${file}  (${seconds} s)\n`);
  for (const [line] of stdout.matchAll(/^# NOTE seeds of .*$/gm)) process.stdout.write(`        ${line.slice(13)}\n`);
  if (status === 0) return;
  process.exitCode = 1;
  process.stdout.write(`${stdout.slice(-6000)}\n`);
}
