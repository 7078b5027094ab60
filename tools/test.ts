/**
 * npm test: types, lint, the rules of the house, and every test beside the code, on one PostgreSQL cluster. A pattern
 * narrows it: `npm test -- trades`. Files run two at a time; what is heavy comes first.
 */
import { spawn, spawnSync } from "node:child_process";
import { globSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startPostgres } from "../server/devnet/postgres.ts";

const pattern = process.argv[2] ?? "";
const startedAt = performance.now();
const say = (text: string) => process.stdout.write(`${text}\n`);
const clock = () => `${((performance.now() - startedAt) / 1000).toFixed(0).padStart(4)} s`;

/** Whole stories come last and alone: they use a browser and measure waiting. */
const ALONE = /^(journeys|campaign)\/|^tools\/start/;
/** A minute each: begun first, so that the last to run is not one of them. */
const HEAVY = /(races|random-chain|ethereum|send-outs-bitcoin)\.test\.ts$/;

const files = ["server", "contract", "web", "tools", "journeys", "campaign"]
  .flatMap((folder) => globSync(`${folder}/**/*.test.ts`))
  .filter((file) => file.includes(pattern))
  .sort((one, two) => Number(HEAVY.test(two)) - Number(HEAVY.test(one)) || one.localeCompare(two));

let passed = 0;
let failed = 0;
const failures: string[] = [];

if (pattern === "") {
  say(`· ${clock()}  types, lint and the rules of the house`);
  const { status } = spawnSync(process.execPath, ["tools/check.ts"], { stdio: "inherit" });
  if (status === 0) passed += 1;
  else {
    failed += 1;
    failures.push("npm run check");
  }
}

const folder = mkdtempSync(join(tmpdir(), "parley-tests-"));
const cluster = await startPostgres({
  dataDir: folder,
  temporary: true,
  settings: { fsync: "off", full_page_writes: "off", max_connections: "300", max_wal_size: "4GB" },
});
try {
  const together = files.filter((file) => !ALONE.test(file));
  await runAll(together, 2);
  await runAll(
    files.filter((file) => ALONE.test(file)),
    1,
  );
} finally {
  await cluster.stop();
  rmSync(folder, { recursive: true, force: true });
}
for (const failure of failures) say(`FAILED  ${failure}`);
say(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 && passed > 0 ? 0 : 1;

async function runAll(queue: string[], width: number): Promise<void> {
  const waiting = [...queue];
  await Promise.all(
    Array.from({ length: width }, async () => {
      for (let file = waiting.shift(); file !== undefined; file = waiting.shift()) await runOne(file);
    }),
  );
}

async function runOne(file: string): Promise<void> {
  const begun = performance.now();
  const child = spawn(
    process.execPath,
    ["--disable-warning=ExperimentalWarning", "--test", "--test-reporter=tap", "--test-timeout=900000", file],
    {
      env: { ...process.env, PARLEY_TEST_POSTGRES: cluster.socketDir, NODE_TEST_CONTEXT: undefined },
      stdio: ["ignore", "pipe", "pipe"],
    },
  );
  let output = "";
  child.stdout.on("data", (chunk) => {
    output += chunk;
  });
  child.stderr.on("data", (chunk) => {
    output += chunk;
  });
  const code = await new Promise<number>((done) => child.on("exit", (exit) => done(exit ?? 1)));
  const count = (word: string) => Number(new RegExp(`^# ${word} (\\d+)$`, "m").exec(output)?.[1] ?? 0);
  const [good, bad] = [count("pass"), count("fail") + count("cancelled")];
  passed += good;
  const isBroken = code !== 0 || bad > 0;
  if (isBroken) {
    failed += Math.max(1, bad);
    failures.push(file);
  }
  const seconds = ((performance.now() - begun) / 1000).toFixed(1);
  say(`· ${clock()}  ${isBroken ? "FAILED" : "ok"}  ${file}  (${good} tests, ${seconds} s)`);
  for (const note of output.matchAll(/^# (?:NOTE|not run:).*$/gm)) say(`    ${note[0].slice(2)}`);
  if (isBroken)
    say(
      output
        .split("\n")
        .map((line) => `    ${line}`)
        .join("\n")
        .slice(-12_000),
    );
}
