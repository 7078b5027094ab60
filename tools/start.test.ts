// Guards: npm start for a newcomer: ready, ready again in less than half of the first time, gone at Ctrl-C, well
// after a SIGKILL, on this machine only, and a bad setting named.
import assert from "node:assert/strict";
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { freePort } from "../server/devnet/child.ts";

const hasProc = process.platform === "linux";
const dataDir = mkdtempSync(join(tmpdir(), "parley-start-"));
const port = await freePort();
const started: ChildProcess[] = [];
after(() => {
  for (const child of started) if (child.pid && isAlive(child.pid)) killAll(child.pid);
  rmSync(dataDir, { recursive: true, force: true });
});

type Running = { readonly child: ChildProcess; readonly readySec: number; readonly said: () => string };

const settings = { PORT: String(port), DATA_DIR: dataDir };

/** Everything that a real market is given; nobody is asked for rates before the start has looked at its database. */
const REAL = {
  DEMO: "off",
  PUBLIC_URL: "https://parley.example",
  SMTP_URL: "smtp://127.0.0.1:9",
  MAIL_FROM: "Parley <no-reply@parley.example>",
  LIVE_RATES: "on",
  BITCOIN_RPC_URL: "http://127.0.0.1:9",
  ETHEREUM_RPC_URL: "http://127.0.0.1:9",
  PARLEY_SECRET: "a secret of the test, of thirty-two letters and more",
  SIGNER_KEY: "5e".repeat(32),
};

/** The door of npm start, until it says that it is ready. */
async function start(extra: Record<string, string> = {}): Promise<Running> {
  const child = spawn(process.execPath, ["tools/bootstrap.mjs", "start"], {
    env: { ...process.env, NODE_TEST_CONTEXT: undefined, ...settings, ...extra },
    stdio: ["ignore", "pipe", "pipe"],
  });
  started.push(child);
  let said = "";
  for (const stream of [child.stdout, child.stderr]) stream?.on("data", (piece) => (said += String(piece)));
  const lastMs = performance.now() + 240_000;
  while (!said.includes("Ctrl-C stops everything")) {
    assert.equal(child.exitCode, null, `it ended instead of starting:\n${said}`);
    assert.ok(performance.now() < lastMs, `not ready:\n${said}`);
    await pause(20);
  }
  return { child, readySec: Number(/ready after ([\d.]+) s/.exec(said)?.[1]), said: () => said };
}

/** The output and exit code of the operator's command. */
function operator(...words: (string | Record<string, string>)[]): { code: number | null; said: string } {
  const extra = Object.assign({}, ...words.filter((word) => typeof word !== "string"));
  const args = words.filter((word) => typeof word === "string");
  const { status, stdout, stderr } = spawnSync(process.execPath, ["tools/bootstrap.mjs", "admin", ...args], {
    env: { ...process.env, NODE_TEST_CONTEXT: undefined, ...settings, ...extra },
    encoding: "utf8",
  });
  return { code: status, said: `${stdout}${stderr}` };
}

function ended(child: ChildProcess): Promise<number | null> {
  return new Promise((done) => {
    if (child.exitCode !== null || child.signalCode !== null) done(child.exitCode);
    else child.once("exit", (code) => done(code));
  });
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    // A process that ended and is not yet reaped counts as gone.
    return !hasProc || !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, "utf8"));
  } catch {
    // No such process.
    return false;
  }
}

/** The process and everybody below it. */
function family(pid: number): number[] {
  const parents = readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const fields = readFileSync(`/proc/${name}/stat`, "utf8").split(") ").at(-1)?.split(" ") ?? [];
        return [{ pid: Number(name), parent: Number(fields[1]) }];
      } catch {
        // It ended while we looked.
        return [];
      }
    });
  const found = [pid];
  for (const one of found) found.push(...parents.filter(({ parent }) => parent === one).map((row) => row.pid));
  return found;
}

function killAll(pid: number): void {
  for (const one of hasProc ? family(pid) : [pid]) {
    try {
      process.kill(one, "SIGKILL");
    } catch {
      // It went with its parent.
    }
  }
}

async function assertGone(pids: readonly number[]): Promise<void> {
  const lastMs = performance.now() + 5000;
  while (pids.some(isAlive) && performance.now() < lastMs) await pause(50);
  const left = pids.filter(isAlive).map((pid) => readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " "));
  assert.deepEqual(left, [], "left behind");
}

const isReady = async () => (await fetch(`http://127.0.0.1:${port}/readyz`)).status === 200;

/** Local addresses in hexadecimal, as the kernel lists them, on which these processes listen. */
function listening(pids: readonly number[]): string[] {
  const sockets = new Set(
    pids.flatMap((pid) =>
      readdirSync(`/proc/${pid}/fd`).flatMap((fd) => {
        try {
          return [/^socket:\[(\d+)\]$/.exec(readlinkSync(`/proc/${pid}/fd/${fd}`))?.[1] ?? ""];
        } catch {
          // Closed while we looked.
          return [];
        }
      }),
    ),
  );
  return ["tcp", "tcp6"].flatMap((table) =>
    readFileSync(`/proc/net/${table}`, "utf8")
      .split("\n")
      .slice(1)
      .map((line) => line.trim().split(/\s+/))
      .filter((fields) => fields[3] === "0A" && sockets.has(fields[9] ?? ""))
      .map((fields) => fields[1]?.split(":")[0] ?? ""),
  );
}

test("it starts, stops at Ctrl-C without a trace, and is ready again in less than half of the first time", {
  timeout: 400_000,
}, async (t) => {
  const first = await start();
  assert.ok(await isReady());
  const people = hasProc ? family(first.child.pid ?? 0) : [];
  if (hasProc) {
    assert.ok(people.length > 3, "the server has its database and nodes beside it");
    const addresses = listening(people);
    assert.ok(addresses.length > 0);
    for (const address of addresses) assert.match(address, /^([0-9A-F]{6}7F|0{24}01000000)$/, "open to the network");
  }
  // Beside it, the operator's command finds the database, and is not let in with the secret of another market.
  assert.match(operator("status").said, /^ {2}staff +admin: /m);
  assert.match(operator("grant", "moderator", "Nobody", "--reason", "x").said, /^User not found\.$/m);
  const other = operator("status", { PARLEY_SECRET: REAL.PARLEY_SECRET });
  assert.deepEqual([other.code, /PARLEY_SECRET or DATA_DIR is not that of the market/.test(other.said)], [1, true]);
  first.child.kill("SIGINT");
  assert.equal(await ended(first.child), 0);
  await assertGone(people);

  // The better of two counts. The first start on the same machine is the measure: it also makes and fills the database.
  const second = await start();
  second.child.kill("SIGINT");
  await ended(second.child);
  const third = await start();
  const best = Math.min(second.readySec, third.readySec);
  t.diagnostic(`NOTE first start ${first.readySec} s, again ${second.readySec} s and ${third.readySec} s`);
  assert.ok(best <= first.readySec / 2, `ready after ${best} s, first after ${first.readySec} s`);

  if (hasProc) await assertSupervised(third);

  // A second one on the same data or port is refused and harms nobody.
  for (const extra of [{ PORT: String(await freePort()) }, { DATA_DIR: join(dataDir, "other") }]) {
    const refused = spawnSync(process.execPath, ["tools/bootstrap.mjs", "start"], {
      env: { ...process.env, NODE_TEST_CONTEXT: undefined, ...settings, ...extra },
      encoding: "utf8",
    });
    assert.equal(refused.status, 1);
    assert.match(refused.stderr, "PORT" in extra ? /DATA_DIR=.*running on it already/ : new RegExp(`PORT=${port}`));
    assert.ok(await isReady(), "the first one suffered");
  }

  // Killed with everything it has in its hands; what it left behind is found and ended by the next start.
  const orphans = hasProc ? family(third.child.pid ?? 0) : [];
  for (const pid of orphans.slice(0, 2)) process.kill(pid, "SIGKILL");
  if (!hasProc) third.child.kill("SIGKILL");
  await ended(third.child);
  const fourth = await start();
  assert.ok(await isReady());
  const heirs = hasProc ? family(fourth.child.pid ?? 0) : [];
  fourth.child.kill("SIGTERM");
  assert.equal(await ended(fourth.child), 0);
  await assertGone([...orphans, ...heirs]);
});

/** Everything that the server brings is killed at once, and runs again without anybody's help. */
async function assertSupervised({ child, said }: Running): Promise<void> {
  const children = family(child.pid ?? 0).filter((pid) =>
    /bin\/postgres\0-D|anvil|bitcoind|signer\/main/.test(readFileSync(`/proc/${pid}/cmdline`, "utf8")),
  );
  assert.ok(children.length >= 3, "there is a database, a node and a signer to kill");
  for (const pid of children) process.kill(pid, "SIGKILL");
  // Readiness is asked for at most once a second: what was ready a moment ago may be said to be so still.
  const isBack = () => /the database has stopped; starting it again in 1 s[\s\S]*the database runs again/.test(said());
  for (let waited = 0; !isBack() || !(await isReady().catch(() => false)); waited++) {
    assert.ok(waited < 300, `not ready again:\n${said()}`);
    await pause(100);
  }
  assert.match(said(), /the signer has stopped; starting it again/);
  for (let waited = 0; !/the Ethereum node runs again/.test(said()); waited++) {
    assert.ok(waited < 200, `no node:\n${said()}`);
    await pause(100);
  }
}

function refusedStart(extra: Record<string, string>): string {
  const { status, stderr } = spawnSync(process.execPath, ["tools/bootstrap.mjs", "start"], {
    env: { ...process.env, NODE_TEST_CONTEXT: undefined, ...settings, ...extra },
    encoding: "utf8",
    timeout: 400_000,
  });
  assert.equal(status, 1, stderr);
  return stderr.trim();
}

test("a real market that lacks something says so in one sentence and starts nothing", () => {
  const fresh = join(dataDir, "real");
  assert.match(
    refusedStart({ DATA_DIR: fresh, DEMO: "off" }),
    /^Parley does not start: this is no demo market \(DEMO=off\), and a real one needs SMTP_URL, .*docs\/operating\.md/,
  );
  assert.ok(!existsSync(join(fresh, "database")), "a database was made");
});

test("a database of the demo is no beginning for a real market", { timeout: 400_000 }, () => {
  assert.match(refusedStart(REAL), /^Parley does not start: its database has accounts of the demo market/m);
});

test("a bad setting stops the start with its name, and a password in it stays unsaid", () => {
  const bad: Record<string, string> = {
    PORT: "eighty",
    DEMO: "perhaps",
    DATABASE_URL: "mysql://root:hunter2@localhost/x",
    BITCOIN_RPC_URL: "ftp://user:hunter2@localhost",
    BITCOIND: "/no/such/program",
    SIGNER_KEY: "hunter2",
    PARLEY_SECRET: "hunter2",
    LOG_LEVEL: "loud",
  };
  const { status, stderr, stdout } = spawnSync(process.execPath, ["tools/bootstrap.mjs", "start"], {
    env: { ...process.env, NODE_TEST_CONTEXT: undefined, DATA_DIR: join(dataDir, "none"), ...bad },
    encoding: "utf8",
  });
  assert.equal(status, 1);
  for (const name of Object.keys(bad)) assert.ok(stderr.includes(`${name}=`), `${name} is not named:\n${stderr}`);
  assert.ok(!`${stderr}${stdout}`.includes("hunter2"));
});
