// Guards: npm start from the places where newcomers put their clone: under a folder that others may not enter, under a
// path with spaces and letters of other scripts, and where nothing may be written.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { chmodSync, lstatSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { cloneTo, foldersOf, nodeIn } from "./clone-to.ts";

const isRoot = process.getuid?.() === 0;
const NOBODY = { uid: 65_534, gid: 65_534 };
const home = mkdtempSync(join(tmpdir(), "parley-places-"));
after(() => {
  for (const folder of foldersOf(home)) chmodSync(folder, 0o755);
  rmSync(home, { recursive: true, force: true });
});

type Start = { readonly clone: string; readonly env: Record<string, string>; readonly user?: typeof NOBODY };

/** A market that is tried for real on this machine, which has nobody to make up first; whom it would ask for rates it does not reach. */
const REAL = {
  DEMO: "off",
  PORT: "0",
  PUBLIC_URL: "https://localhost",
  SMTP_URL: "smtp://127.0.0.1:9",
  MAIL_FROM: "Parley <no-reply@parley.example>",
  LIVE_RATES: "on",
  PARLEY_SECRET: "a secret of the test, of thirty-two letters and more",
  SIGNER_KEY: "5e".repeat(32),
  NODE_USE_ENV_PROXY: "1",
  HTTPS_PROXY: "http://127.0.0.1:9",
};

/** Starts, waits until it is ready, stops it at Ctrl-C, and returns what it said. */
async function startAndStop({ clone, env, user }: Start): Promise<{ said: string; code: number | null }> {
  const child = spawn(nodeIn(clone), [join(clone, "tools/bootstrap.mjs"), "start"], {
    ...user,
    cwd: "/",
    env: { ...process.env, NODE_TEST_CONTEXT: undefined, ...REAL, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const ended = new Promise<number | null>((done) => child.once("exit", done));
  let said = "";
  for (const stream of [child.stdout, child.stderr]) stream?.on("data", (piece) => (said += String(piece)));
  const lastMs = performance.now() + 180_000;
  while (!said.includes("Ctrl-C stops everything") && child.exitCode === null && performance.now() < lastMs) {
    await pause(20);
  }
  child.kill("SIGINT");
  return { said, code: await ended };
}

/** The newest change of any file or folder, so that a single byte written would be noticed. */
function lastChangeMs(folder: string): number {
  return Math.max(
    ...foldersOf(folder).flatMap((one) => readdirSync(one).map((name) => lstatSync(join(one, name)).mtimeMs)),
  );
}

test("a clone in a closed folder, whose path has spaces and Cyrillic letters, starts with its nodes and says where its data lie", {
  timeout: 300_000,
}, async () => {
  const closed = join(home, "Mein Ordner äöü");
  const clone = cloneTo(join(closed, "клон: 1"));
  chmodSync(closed, 0o700);
  const { said, code } = await startAndStop({ clone, env: { DATA_DIR: join(clone, ".data") } });
  assert.equal(code, 0, said);
  assert.ok(said.includes(`Data are kept in ${join(clone, ".data")}`), said);
  const elsewhere = /the database in (\/\S+)\/postgres\./.exec(said)?.[1];
  assert.equal(elsewhere !== undefined, isRoot, said);
  for (const chain of ["ethereum", "bitcoin"]) {
    if (chain === "ethereum" || process.env.PARLEY_CI)
      assert.ok(readdirSync(join(clone, ".data/nodes", chain)).length > 1);
  }
  if (elsewhere) rmSync(elsewhere, { recursive: true, force: true });
});

test("a clone that cannot be written starts without writing into it, and says in a sentence what it misses", {
  timeout: 300_000,
}, async () => {
  chmodSync(home, 0o755);
  const clone = cloneTo(join(home, "read-only"));
  const data = join(home, "data");
  mkdirSync(data);
  chmodSync(data, 0o777);
  for (const folder of foldersOf(clone)) chmodSync(folder, 0o555);
  const changedMs = lastChangeMs(clone);
  const user = isRoot ? { user: NOBODY } : {};
  const env = { DATA_DIR: join(data, "of-start"), HOME: data };
  const { said, code } = await startAndStop({ clone, env, ...user });
  assert.equal(code, 0, said);
  assert.equal(lastChangeMs(clone), changedMs, "something was written into the clone");

  const inside = await startAndStop({ clone, env: { DATA_DIR: "", HOME: data }, ...user });
  assert.equal(inside.code, 1);
  assert.ok(inside.said.includes(`DATA_DIR=${join(clone, ".data")}: this folder cannot be written`), inside.said);

  for (const [missing, sentence] of [
    ["dist", "its web pages are not built"],
    ["node_modules/.install-stamp", "its packages are not installed"],
  ] as const) {
    for (const folder of foldersOf(clone)) chmodSync(folder, 0o755);
    rmSync(join(clone, missing), { recursive: true });
    for (const folder of foldersOf(clone)) chmodSync(folder, 0o555);
    const refused = await startAndStop({ clone, env, ...user });
    assert.equal(refused.code, 1);
    assert.ok(refused.said.includes(`Parley cannot prepare itself: ${sentence}`), refused.said);
  }
});
