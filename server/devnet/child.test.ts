// Guards: a kept child has one owner: an orphan is ended, a living owner is respected, another program is left alone.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { drawFrom, type Ids, makeIds, systemRandom } from "../platform/ids.ts";
import { freePort, type KeptChildOptions, startKeptChild, untilReady } from "./child.ts";

const home = mkdtempSync(join(tmpdir(), "parley-child-"));
after(() => rmSync(home, { recursive: true, force: true }));

/** Node with a script to run; the mark is on its command line. */
function options(name: string, code: string, more: Partial<KeptChildOptions> = {}): KeptChildOptions {
  const folder = join(home, name);
  return {
    command: process.execPath,
    args: ["-e", code, `mark-${name}`],
    pidFile: join(folder, "child.pid"),
    mark: `mark-${name}`,
    logFile: join(home, `${name}.log`),
    ...more,
  };
}

const WAITS = 'process.stdout.write("up " + process.env.WORD); setInterval(() => 0, 1000)';
const runs = (pid: number) => {
  try {
    process.kill(pid, 0);
    return !existsSync("/proc/self") || !/^State:\tZ/m.test(readFileSync(`/proc/${pid}/status`, "utf8"));
  } catch {
    return false;
  }
};
const isUp = (log: string) => async () => existsSync(log) && readFileSync(log, "utf8").startsWith("up");

test("a child is named with its owner in its folder, returns its output, and ends when asked", async () => {
  const asked = options("plain", WAITS, { env: { WORD: "high" } });
  const child = await startKeptChild(asked);
  await untilReady(child, "plain", isUp(asked.logFile));
  assert.equal(child.tail(), "up high");
  assert.equal(readFileSync(asked.pidFile, "utf8"), `${child.pid} ${process.pid}\n`);
  assert.equal(statSync(asked.pidFile).mode & 0o777, 0o600);
  assert.equal(statSync(asked.logFile).mode & 0o777, 0o600);
  assert.equal(child.hasEnded(), false);
  await child.stop();
  assert.ok(child.hasEnded() && !runs(child.pid) && !existsSync(asked.pidFile));
  await child.stop();
});

test("one that does not listen is ended hard after the given time", async () => {
  const asked = options("stubborn", `process.on("SIGTERM", () => 0); ${WAITS}`);
  const child = await startKeptChild(asked);
  await untilReady(child, "stubborn", isUp(asked.logFile));
  const begun = performance.now();
  await child.stop(100);
  const took = performance.now() - begun;
  assert.ok(took >= 95 && took < 5000, `${took} ms`);
  assert.equal(runs(child.pid), false);
});

test("a program that is not there says so", async () => {
  await assert.rejects(
    startKeptChild(options("missing", "", { command: "/nowhere/program" })),
    /program did not start: .*ENOENT/,
  );
});

/** A process with the mark on its command line that belongs to nobody here. */
async function stranger(name: string, code = WAITS): Promise<number> {
  const child = spawn(process.execPath, ["-e", code, `mark-${name}`], {
    detached: true,
    stdio: ["ignore", "pipe", "ignore"],
  });
  child.unref();
  await once(child.stdout, "data");
  return child.pid ?? -1;
}

test("the orphan of an owner that died is ended before a new one starts", async () => {
  const asked = options("orphan", WAITS);
  const first = await startKeptChild(asked);
  await first.stop();
  for (const owner of ["999999999", "0", ""]) {
    const pid = await stranger("orphan");
    writeFileSync(asked.pidFile, `${pid} ${owner}\n`);
    const next = await startKeptChild(asked);
    assert.equal(runs(pid), false, `an orphan of ${owner} lives on`);
    await next.stop();
  }
});

test("a second start beside a living owner is refused and touches nothing; one's own child is replaced", async () => {
  const asked = options("owned", WAITS);
  await (await startKeptChild(asked)).stop();
  const [pid, owner] = [await stranger("owned"), await stranger("owner")];
  writeFileSync(asked.pidFile, `${pid} ${owner}\n`);
  await assert.rejects(
    startKeptChild(asked),
    new RegExp(`another Parley \\(process ${owner}\\) already uses .*owned; stop it first`),
  );
  assert.equal(runs(pid), true);
  process.kill(owner, "SIGKILL");
  while (runs(owner)) await pause(5);
  const own = await startKeptChild(asked);
  assert.equal(runs(pid), false);
  const again = await startKeptChild(asked);
  assert.equal(own.hasEnded() || !runs(own.pid), true, "one's own child lives on");
  await again.stop();
});

test("a number that another program has now is left alone", async () => {
  const asked = options("reused", WAITS);
  await (await startKeptChild(asked)).stop();
  const pid = await stranger("another");
  for (const text of [`${pid} 1\n`, "0 1\n", "-1 1\n", "1 1\n", "x y\n", ""]) {
    writeFileSync(asked.pidFile, text);
    const child = await startKeptChild(asked);
    assert.equal(runs(pid), true, text);
    await child.stop();
  }
  process.kill(pid, "SIGKILL");
});

test("a child that does not come up is ended, and both kinds of failure include its output", async () => {
  const ended = await startKeptChild(options("ends", 'console.error("no disk"); process.exit(1)'));
  await assert.rejects(
    untilReady(ended, "it", async () => false),
    { message: "it ended while starting: no disk" },
  );
  const asked = options("silent", WAITS);
  const silent = await startKeptChild(asked);
  let times = 0;
  const never = async () => {
    times += 1;
    return false;
  };
  const begun = performance.now();
  await assert.rejects(untilReady(silent, "it", never, 200), /^Error: it did not answer within 0.2 s: /);
  assert.ok(performance.now() - begun >= 200 && times > 2 && silent.hasEnded());
});

test("a free port is drawn from our own range, and one that is taken is drawn again", async () => {
  const drawn: number[] = [];
  const plain = makeIds(systemRandom);
  const scripted = (numbers: number[]): Ids => ({
    ...plain,
    below(limit) {
      const number = numbers.shift() ?? plain.below(limit);
      drawn.push(limit);
      return number;
    },
  });
  const port = await freePort();
  assert.ok(port >= 20_000 && port < 32_000);
  const server = createServer();
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const taken = (server.address() as { port: number }).port;
  drawFrom(scripted([taken - 20_000, 5]));
  assert.notEqual(await freePort(), taken);
  assert.deepEqual([...new Set(drawn)], [12_000]);
  drawFrom(scripted(Array(200).fill(taken - 20_000)));
  await assert.rejects(freePort(), /no free port was found/);
  drawFrom(plain);
  server.close();
});
