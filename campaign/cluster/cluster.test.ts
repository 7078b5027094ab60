// Guards: in a cluster with Patroni, behind HAProxy and PgBouncer, what is acknowledged survives the death of the primary's database; and what a run has
// started ends with it, also where it is killed.
import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { findRoot, runProof } from "./command.ts";

/** Undefined where it cannot run here, which is a fault only in CI. */
async function rootFor(t: TestContext): Promise<string | undefined> {
  const found = await findRoot((text) => t.diagnostic(text.trim()));
  if ("root" in found) return found.root;
  assert.ok(!process.env.PARLEY_CI, found.why);
  t.skip(`not run: ${found.why}`);
  return undefined;
}

test("what is acknowledged in a cluster survives the death of its primary", async (t) => {
  const root = await rootFor(t);
  if (!root) return;
  let said = "";
  const say = (text: string) => {
    said += text;
  };
  assert.equal(await runProof(root, { proof: "short", isInMemory: true, say }), 0, said);
  for (const [, note] of said.matchAll(/^· (.*)$/gm)) t.diagnostic(`NOTE ${note}`);
});

const RUN = `
  const [mark, root, folder] = process.argv.slice(1);
  const { keepFor } = await import("${join(import.meta.dirname, "remains.ts")}");
  const { openNetwork, startProgram } = await import("${join(import.meta.dirname, "hosts.ts")}");
  const { homeIn } = await import("${join(import.meta.dirname, "root.ts")}");
  keepFor(mark, [folder]);
  const { db1, front } = openNetwork(mark);
  homeIn({ root, inside: folder }, "home");
  for (const host of [db1, front]) startProgram(root, { host, user: "postgres:postgres", command: ["sleep", "1000"] });
  setTimeout(() => process.stdout.write("running"), 500);
  setInterval(() => undefined, 1000);
`;

test("what a run has started ends with it, also where it is killed", async (t) => {
  const root = await rootFor(t);
  if (!root) return;
  const mark = `parley-test-${process.pid}`;
  const folder = join("/dev/shm", mark);
  const run = spawn(
    process.execPath,
    ["--disable-warning=ExperimentalWarning", "--input-type=module", "-e", RUN, mark, root, folder],
    {
      stdio: ["ignore", "pipe", "inherit"],
    },
  );
  await once(run.stdout, "data");
  const asked = (...args: string[]) => spawnSync("ip", ["netns", ...args], { encoding: "utf8" }).stdout.trim();
  const pid = asked("pids", `${mark}-db1`);
  const left = () => ({
    hosts: asked("list").includes(mark),
    files: existsSync(folder),
    program: existsSync(`/proc/${pid}/exe`),
  });
  assert.deepEqual(left(), { hosts: true, files: true, program: true });
  run.kill("SIGKILL");
  for (let tries = 0; tries < 100 && Object.values(left()).includes(true); tries++) await pause(100);
  assert.deepEqual(left(), { hosts: false, files: false, program: false });
});
