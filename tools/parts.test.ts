// Guards: a market of several processes, each with the login of its role and no other, does what one process does.
import assert from "node:assert/strict";
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { type AddressInfo, connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { after, type TestContext, test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { freePort } from "../server/devnet/child.ts";
import { startInbox } from "../server/devnet/inbox.ts";
import { LOGINS, urlAs } from "../server/platform/postgres/logins.ts";
import { SignerRefusal, SignerSilent } from "../server/platform/outside/signer/signer.ts";
import { openSignerAt } from "../server/platform/outside/signer/verifier-socket.ts";
import { testDb } from "../server/testing/index.ts";
import { cloneTo, nodeIn } from "./clone-to.ts";

assert.ok(existsSync(resolve("dist", "assets.json")), "the pages are not built");
const { db, owner, url } = await testDb();
const dataDir = mkdtempSync(join(tmpdir(), "parley-parts-"));
const signerDir = mkdtempSync(join(tmpdir(), "parley-signer-part-"));
const mailbox = await startInbox(db);
const port = await freePort();
const started: ChildProcess[] = [];
after(async () => {
  for (const child of started) child.kill("SIGKILL");
  await mailbox.stop();
  for (const made of [dataDir, signerDir]) rmSync(made, { recursive: true, force: true });
});

const SECRET = { PARLEY_SECRET: "a secret of the test, of thirty-two letters and more" };
const PUBLIC = { PUBLIC_URL: "https://parley.example" };
/** The settings of each process, without those of the others. */
const PARTS = {
  web: { ...SECRET, ...PUBLIC, PORT: String(port) },
  worker: { ...SECRET, ...PUBLIC, SMTP_URL: mailbox.smtpUrl, MAIL_FROM: "no-reply@parley.example", LIVE_RATES: "on" },
  chain: { SIGNER_KEY: "5e".repeat(32), SIGNER_DATABASE_URL: urlAs(url, { login: LOGINS.signer }), CHAINS: "off" },
  market: {},
  signer: {
    ...PUBLIC,
    SIGNER_KEY: "5e".repeat(32),
    CHAINS: "off",
    DATA_DIR: signerDir,
    VERIFIER_SOCKET: join(signerDir, "v"),
    SIGNING_SOCKET: join(signerDir, "s"),
  },
} as const;
type Part = keyof typeof PARTS;

/** Where the clone is another's, and as whom it runs. */
type Elsewhere = { readonly clone: string; readonly uid: number; readonly gid: number };

function run(
  part: Part,
  extra: Record<string, string> = {},
  elsewhere?: Elsewhere,
): { child: ChildProcess; said: () => string } {
  const node = elsewhere ? nodeIn(elsewhere.clone) : process.execPath;
  const child = spawn(node, ["--disable-warning=ExperimentalWarning", "server/main.ts"], {
    ...(elsewhere && { cwd: elsewhere.clone, uid: elsewhere.uid, gid: elsewhere.gid }),
    env: {
      PATH: process.env.PATH,
      HOME: dataDir,
      ROLE: part,
      DATA_DIR: dataDir,
      DATABASE_URL: urlAs(url, { login: LOGINS[part] }),
      // The sources of rates are unreachable.
      NODE_USE_ENV_PROXY: "1",
      HTTPS_PROXY: "http://127.0.0.1:9",
      ...PARTS[part],
      ...extra,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  started.push(child);
  let said = "";
  for (const stream of [child.stdout, child.stderr]) stream?.on("data", (piece) => (said += String(piece)));
  return { child, said: () => said };
}

const ended = (child: ChildProcess) =>
  new Promise<number | null>((done) => (child.exitCode === null ? child.once("exit", done) : done(child.exitCode)));

async function until<T>(what: string, find: () => T | undefined | Promise<T | undefined>): Promise<T> {
  const lastMs = performance.now() + 120_000;
  for (;;) {
    const found = await find();
    if (found !== undefined) return found;
    assert.ok(performance.now() < lastMs, `waited in vain: ${what}`);
    await pause(50);
  }
}

/** At the web's process, as a browser does. */
async function register(email: string): Promise<Response> {
  const page = await fetch(`http://127.0.0.1:${port}/register`);
  const cookie = page.headers
    .getSetCookie()
    .map((one) => one.split(";")[0])
    .join("; ");
  const csrf = /<meta name="csrf-token" content="([^"]+)"/.exec(await page.text())?.[1] ?? "";
  return fetch(`http://127.0.0.1:${port}/rest/v1/auth/register`, {
    method: "POST",
    headers: { "content-type": "application/json", cookie, "x-csrf-token": csrf, "x-requested-with": "XMLHttpRequest" },
    body: JSON.stringify({
      email,
      password: "seven tall herons wade",
    }),
  });
}

test("a user registers at one process, another sends the code, the third has looked at the chains, the fourth opens the spot markets", {
  timeout: 300_000,
}, async () => {
  const parts = (["web", "worker", "chain", "market"] as const).map((part) => ({ part, ...run(part) }));
  for (const { part, child, said } of parts)
    await until(`${part} is ready`, () => {
      assert.equal(child.exitCode, null, `${part} ended:\n${said()}`);
      return said().includes(`${part} is ready`) || undefined;
    });
  const registered = await register("first@example.org");
  assert.equal(registered.status, 200, await registered.text());
  await until("the code arrives", async () => {
    const { rows } = await owner.query("select body_text from inbox_mails where to_address = 'first@example.org'");
    return /\b\d{6}\b/.exec(rows[0]?.body_text ?? "")?.[0];
  });
  const { rows: rails } = await owner.query("select chain, reason_code from wallet_rails order by chain");
  assert.deepEqual(rails, [
    { chain: "bitcoin", reason_code: "switched_off" },
    { chain: "ethereum", reason_code: "switched_off" },
  ]);
  await until("the spot markets are matched", async () => {
    await owner.query(
      `insert into rates (crypto, fiat, rate, as_of, fiat_as_of, stale_at, source, is_divergent)
       select crypto, 'USD', 1000, market_now(), market_now(), market_now() + interval '1 hour', 'live', false
       from unnest(array['BTC', 'ETH', 'USDT']) as crypto
       on conflict (crypto, fiat) do update set stale_at = excluded.stale_at`,
    );
    const { rows } = await owner.query("select from spot_progress where status = 'trading'");
    return rows.length === 3 || undefined;
  });
  const { rows: sessions } = await owner.query(
    "select distinct usename from pg_stat_activity where datname = current_database() and application_name = 'parley' order by 1",
  );
  for (const login of [LOGINS.web, LOGINS.worker, LOGINS.chain, LOGINS.market])
    assert.ok(
      sessions.some(({ usename }) => usename === login),
      `${login} is not there`,
    );
  for (const { child } of parts) child.kill("SIGTERM");
  for (const { child, part } of parts) assert.equal(await ended(child), 0, part);
  assert.deepEqual(
    (await written()).filter(({ part }) => part !== "signer"),
    ["chain", "market", "web", "worker"].map((part) => ({ part, has_stopped: true })),
  );
});

/** What the processes wrote about themselves. */
async function written(): Promise<{ part: string; has_stopped: boolean }[]> {
  const { rows } = await owner.query(
    "select part, stopped_at is not null as has_stopped from processes order by part, started_at",
  );
  return rows;
}

test("with the signer as a process of its own, the others reach it on its sockets, and it may go and come back", {
  timeout: 300_000,
}, async (t) => {
  const { VERIFIER_SOCKET, SIGNING_SOCKET } = PARTS.signer;
  const ready = async (part: Part, extra: Record<string, string> = {}) => {
    const started = run(part, extra);
    await until(`${part} is ready`, () => {
      assert.equal(started.child.exitCode, null, `${part} ended:\n${started.said()}`);
      return started.said().includes(`${part} is ready`) || undefined;
    });
    return started;
  };
  const signing = openSignerAt(SIGNING_SOCKET);
  t.after(() => signing.stop());
  // The first caller waits for it.
  const web = await ready("web", { VERIFIER_SOCKET });
  const chain = await ready("chain", { VERIFIER_SOCKET, SIGNING_SOCKET, SIGNER_KEY: "", SIGNER_DATABASE_URL: "" });
  assert.equal((await register("second@example.org")).status, 503);
  const first = await ready("signer");
  assert.equal((await register("second@example.org")).status, 200);
  const keys = await signing.accountKeys();
  await assert.rejects(
    signing.prove([]),
    (error) => error instanceof SignerRefusal && error.code === "signer.no_method",
  );
  assert.equal(readFileSync(`/proc/${chain.child.pid}/task/${chain.child.pid}/children`, "utf8"), "");

  await owner.query("delete from processes where part = 'signer' and pid <> $1", [first.child.pid]);
  first.child.kill("SIGKILL");
  await ended(first.child);
  await assert.rejects(signing.accountKeys(), SignerSilent);
  assert.equal((await register("third@example.org")).status, 503);
  const second = await ready("signer");
  assert.deepEqual(await signing.accountKeys(), keys);
  assert.equal((await register("third@example.org")).status, 200);
  const { rows } = await owner.query("select count(*)::int as accounts from credentials where user_id is not null");
  assert.ok(rows[0].accounts >= 2);
  const attested = (text: string) => /ATTESTATION_KEY=\S+/.exec(text)?.[0];
  assert.ok(attested(first.said()));
  assert.equal(attested(second.said()), attested(first.said()));
  for (const { child } of [web, chain, second]) child.kill("SIGTERM");
  for (const { child, said } of [web, chain, second]) assert.equal(await ended(child), 0, said());
  assert.deepEqual(
    (await written()).filter(({ part }) => part === "signer"),
    [
      { part: "signer", has_stopped: false },
      { part: "signer", has_stopped: true },
    ],
  );
});

/** The database's socket lies in a folder of this test's user: the same at a port, as in a market of more machines. */
async function databaseAtPort(t: TestContext): Promise<(login: string) => string> {
  const [database = "", query] = url.slice(url.lastIndexOf("/", url.indexOf("?")) + 1).split("?");
  const path = `${new URLSearchParams(query).get("host")}/.s.PGSQL.5432`;
  const server = createServer((socket) => {
    const behind = connect(path);
    for (const [one, other] of [
      [socket, behind],
      [behind, socket],
    ] as const) {
      one.on("error", () => other.destroy());
      one.pipe(other);
    }
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  t.after(() => server.close());
  const { port } = server.address() as AddressInfo;
  return (login) => `postgres://${login}@127.0.0.1:${port}/${database}`;
}

/** Numbers that belong to nobody; each has the group of the same number. */
const USERS = { web: 64_101, chain: 64_102, signer: 64_103 } as const;

/** The result of a process of that user: node's error, or "done". */
function tryAs(user: number, clone: string, code: string): string {
  const { stdout } = spawnSync(nodeIn(clone), ["-e", code], { uid: user, gid: user, cwd: "/", encoding: "utf8" });
  return stdout.trim();
}
const SAYS = "(error) => console.log(error ? error.code : 'done')";
const enters = (socket: string) =>
  `const s = require("net").connect(${JSON.stringify(socket)}); s.on("error", ${SAYS}); s.on("connect", () => { console.log("done"); s.end(); })`;
const reads = (path: string) => `require("fs").readFile(${JSON.stringify(path)}, ${SAYS})`;
const ends = (pid: number) =>
  `try { process.kill(${pid}, 0); console.log("done") } catch (error) { console.log(error.code) }`;

test("as users of their own, set up as the manual says, web and chains each reach their one socket of the signer, and nothing else of it", {
  timeout: 300_000,
  skip: process.getuid?.() === 0 ? false : "only root starts processes of other users",
}, async (t) => {
  const place = mkdtempSync(join(tmpdir(), "parley-users-"));
  t.after(() => rmSync(place, { recursive: true, force: true }));
  chmodSync(place, 0o755);
  const clone = cloneTo(join(place, "clone"));
  const folder = (name: string, mode: number, owner: number, group = owner) => {
    const path = join(place, name);
    mkdirSync(path);
    chownSync(path, owner, group);
    chmodSync(path, mode);
    return path;
  };
  const homes = {
    web: folder("web", 0o700, USERS.web),
    chain: folder("chain", 0o700, USERS.chain),
    signer: folder("signer", 0o700, USERS.signer),
  };
  const VERIFIER_SOCKET = join(folder("verifier", 0o2750, USERS.signer, USERS.web), "socket");
  const SIGNING_SOCKET = join(folder("signing", 0o2750, USERS.signer, USERS.chain), "socket");
  const databaseOf = await databaseAtPort(t);
  const ready = async (part: keyof typeof USERS, extra: Record<string, string>) => {
    const one = { DATA_DIR: homes[part], HOME: homes[part], DATABASE_URL: databaseOf(LOGINS[part]), ...extra };
    const started = run(part, one, { clone, uid: USERS[part], gid: USERS[part] });
    await until(`${part} is ready`, () => {
      assert.equal(started.child.exitCode, null, `${part} ended:\n${started.said()}`);
      return started.said().includes(`${part} is ready`) || undefined;
    });
    return started.child;
  };
  const signer = await ready("signer", { VERIFIER_SOCKET, SIGNING_SOCKET });
  const chain = await ready("chain", { SIGNING_SOCKET, SIGNER_KEY: "", SIGNER_DATABASE_URL: "" });
  const web = await ready("web", { VERIFIER_SOCKET });
  assert.equal((await register("of-its-own@example.org")).status, 200);

  const pid = signer.pid ?? 0;
  const seed = join(homes.signer, "signer", "seed.json");
  assert.ok(existsSync(seed), "the signer keeps its store elsewhere");
  const seen = (user: number) =>
    [enters(VERIFIER_SOCKET), enters(SIGNING_SOCKET), reads(seed), reads(`/proc/${pid}/environ`), ends(pid)].map(
      (code) => tryAs(user, clone, code),
    );
  assert.deepEqual(seen(USERS.web), ["done", "EACCES", "EACCES", "EACCES", "EPERM"]);
  assert.deepEqual(seen(USERS.chain), ["EACCES", "done", "EACCES", "EACCES", "EPERM"]);
  assert.deepEqual(seen(USERS.signer), ["done", "done", "done", "done", "done"]);
  for (const child of [web, chain, signer]) child.kill("SIGTERM");
  for (const child of [web, chain, signer]) assert.equal(await ended(child), 0);
});

test("a part with another login than its own, or without what it uses, says so and does not start", {
  timeout: 400_000,
}, async () => {
  const refusal = async (part: Part, extra: Record<string, string>) => {
    const { child, said } = run(part, extra);
    setTimeout(() => child.kill("SIGKILL"), 30_000).unref();
    assert.equal(await ended(child), 1, said());
    return said();
  };
  assert.match(await refusal("web", { DATABASE_URL: url }), /more than its role: it is parley_owner, not parley_web/);
  assert.match(
    await refusal("web", { DATABASE_URL: urlAs(url, { login: LOGINS.worker }) }),
    /more than its role: it is parley_worker, not parley_web/,
  );
  assert.match(
    await refusal("web", { PARLEY_SECRET: "", PUBLIC_URL: "" }),
    /needs PARLEY_SECRET and a PUBLIC_URL that/,
  );
  assert.match(await refusal("worker", { SMTP_URL: "", LIVE_RATES: "" }), /needs SMTP_URL and LIVE_RATES=on;/);
  assert.match(
    await refusal("chain", { SIGNER_KEY: "", SIGNER_DATABASE_URL: "" }),
    /needs SIGNER_KEY and SIGNER_DATABASE_URL;/,
  );
  assert.match(await refusal("chain", { DATABASE_URL: "" }), /needs a DATABASE_URL of its own login;/);
  assert.match(
    await refusal("signer", { DATABASE_URL: urlAs(url, { login: LOGINS.web }) }),
    /more than its role: it is parley_web, not parley_signer/,
  );
});
