// Guards: a child that keeps data has one owner; an orphan is ended by the next start, and nobody else's process ever.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { freePort, type KeptChild, startKeptChild, untilReady } from "./child.ts";

const folder = mkdtempSync(join(tmpdir(), "parley-child-"));
const others: number[] = [];
after(() => {
  for (const pid of others) if (isAlive(pid)) process.kill(pid, "SIGKILL");
  rmSync(folder, { recursive: true, force: true });
});

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !/^State:\tZ/m.test(readFileSync(`/proc/${pid}/status`, "utf8"));
  } catch {
    // No such process.
    return false;
  }
}

async function until(isSo: () => boolean): Promise<void> {
  for (let waited = 0; waited < 500 && !isSo(); waited++) await new Promise((done) => setTimeout(done, 20));
  assert.ok(isSo());
}

/** A shell that does what is said; its command line holds the mark. */
function start(name: string, script: string, env?: NodeJS.ProcessEnv): Promise<KeptChild> {
  const mark = `parley-mark-${name}`;
  return startKeptChild({
    command: "/bin/sh",
    args: ["-c", script, mark],
    pidFile: pidFileOf(name),
    mark,
    logFile: join(folder, `${name}.log`),
    ...(env ? { env } : {}),
  }).then((child) => {
    others.push(child.pid);
    return child;
  });
}
const pidFileOf = (name: string) => join(folder, name, "deeper", "parley.pid");

test("a child runs with its own environment, says what it printed, and leaves no note when it is stopped", async () => {
  const child = await start("plain", 'echo "hello $WORD"; echo trouble >&2; exec sleep 60', { WORD: "world" });
  await until(() => child.tail().includes("trouble"));
  assert.equal(child.tail(), "hello world\ntrouble");
  assert.equal(readFileSync(pidFileOf("plain"), "utf8"), `${child.pid} ${process.pid}\n`);
  assert.equal(statSync(pidFileOf("plain")).mode & 0o777, 0o600);
  assert.equal(child.hasEnded(), false);
  await child.stop();
  assert.equal(child.hasEnded(), true);
  assert.equal(isAlive(child.pid), false);
  assert.equal(existsSync(pidFileOf("plain")), false);
  await child.stop();
});

test("what a child printed last is told, not all of it", async () => {
  const child = await start("loud", "i=0; while [ $i -lt 400 ]; do echo line-$i; i=$((i+1)); done; exec sleep 60");
  await until(() => child.tail().includes("line-399"));
  assert.ok(child.tail().length <= 1500);
  assert.ok(!child.tail().includes("line-1\n"));
  await child.stop();
});

test("a child that does not listen is killed when its time is over, and not before", async () => {
  const deaf = await start("deaf", "trap '' TERM; echo up; while :; do sleep 0.05; done");
  await until(() => deaf.tail() === "up");
  const begun = performance.now();
  await deaf.stop(400);
  assert.ok(performance.now() - begun >= 399);
  assert.equal(isAlive(deaf.pid), false);
});

test("a program that does not exist is told by its name", async () => {
  const options = { args: [], mark: "x", pidFile: pidFileOf("none"), logFile: join(folder, "none.log") };
  await assert.rejects(
    startKeptChild({ command: "/no/such/program", ...options }),
    /\/no\/such\/program did not start: .*ENOENT/,
  );
});

test("an orphan is ended by the next start", async () => {
  const first = await start("orphan", "exec sleep 60");
  // Its owner is a process that is no more.
  writeFileSync(pidFileOf("orphan"), `${first.pid} 0\n`);
  const second = await start("orphan", "exec sleep 60");
  // `sleep` has replaced the shell and its command line does not hold the mark: see the next test for one that does.
  assert.notEqual(second.pid, first.pid);
  await second.stop();
  await first.stop();
  const marked = await start("orphan", "while :; do sleep 0.05; done");
  writeFileSync(pidFileOf("orphan"), `${marked.pid} 0\n`);
  const next = await start("orphan", "while :; do sleep 0.05; done");
  assert.equal(isAlive(marked.pid), false, "the orphan lives on beside its successor");
  assert.equal(isAlive(next.pid), true);
  await next.stop();
});

test("a number that another program has by now is nobody's orphan", async () => {
  const other = spawn("/bin/sh", ["-c", "while :; do sleep 0.05; done", "something-else"], { stdio: "ignore" });
  others.push(other.pid ?? 0);
  const child = await start("reused", "while :; do sleep 0.05; done");
  await child.stop();
  writeFileSync(pidFileOf("reused"), `${other.pid} 0\n`);
  const next = await start("reused", "while :; do sleep 0.05; done");
  assert.equal(isAlive(other.pid ?? 0), true, "a stranger's process was ended");
  await next.stop();
  other.kill("SIGKILL");
});

test("a second start beside a living owner is refused and ends nothing", async () => {
  const child = await start("shared", "while :; do sleep 0.05; done");
  const owner = spawn(process.execPath, ["-e", "setTimeout(() => {}, 60000)"], { stdio: "ignore" });
  others.push(owner.pid ?? 0);
  await until(() => isAlive(owner.pid ?? 0));
  writeFileSync(pidFileOf("shared"), `${child.pid} ${owner.pid}\n`);
  await assert.rejects(
    start("shared", "exec sleep 60"),
    new RegExp(`another Parley \\(process ${owner.pid}\\) already uses`),
  );
  assert.equal(isAlive(child.pid), true);
  owner.kill("SIGKILL");
  await new Promise((done) => owner.once("exit", done));
  const heir = await start("shared", "while :; do sleep 0.05; done");
  assert.equal(isAlive(child.pid), false);
  await heir.stop();
});

test("a note that says nothing, or names the first process, ends nothing", async () => {
  for (const note of ["", "x y", "1 0", "-5 0", "1.5 0"]) {
    const child = await start("strange", "exec sleep 60");
    await child.stop();
    writeFileSync(pidFileOf("strange"), note);
    const next = await start("strange", "exec sleep 60");
    await next.stop();
  }
});

test("a child is asked until it is ready; one that ends or is late says what it printed", async () => {
  const child = await start("ready", "echo here; while :; do sleep 0.05; done");
  let asked = 0;
  await untilReady(child, "node", async () => ++asked === 3);
  assert.equal(asked, 3);
  await until(() => child.tail() === "here");
  await assert.rejects(
    untilReady(child, "node", async () => false, 100),
    /node did not answer within 0\.1 s: here/,
  );
  assert.equal(isAlive(child.pid), false, "a child that never answered was left running");
  await assert.rejects(
    untilReady(child, "node", async () => true),
    /node ended while starting: here/,
  );
});

test("a free port lies below those of outgoing connections and is not in use", async () => {
  const ports = await Promise.all(Array.from({ length: 40 }, () => freePort()));
  for (const port of ports) assert.ok(port >= 20_000 && port < 32_000, String(port));
  assert.ok(new Set(ports).size > 30);
  const server = createServer();
  const [port = 0] = ports;
  await new Promise<void>((done) => server.listen(port, "127.0.0.1", done));
  await new Promise((done) => server.close(done));
});
