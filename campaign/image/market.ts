/** A market in containers, in the places and with the settings of compose.yaml, without nodes and without a way out. */
import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { chmodSync, chownSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ownDatabase } from "../../server/devnet/own-roles.ts";
import { startPostgres } from "../../server/devnet/postgres/postgres.ts";
import { LOGINS, RESTRICTED, urlAs } from "../../server/platform/postgres/logins.ts";
import type { Asked, Container, Containers, Mount } from "./containers.ts";

/** The demo of one process, as docs/containers.md starts it: with a database, a chain and robots of its own. */
export async function runDemo({ containers, say }: Pick<Given, "containers" | "say">): Promise<void> {
  const demo = containers.start({ name: "demo", env: { HOST: "127.0.0.1", PORT: "8090" }, mounts: [] });
  const deadline = performance.now() + 180_000;
  while (!demo.said().includes("Parley is ready") && performance.now() < deadline)
    await new Promise((done) => setTimeout(done, 1000));
  assert.match(demo.said(), /Parley is ready/, demo.said());
  assert.equal(demo.run("node", "tools/health.ts").status, 0);
  assert.doesNotMatch(demo.said(), /Fontconfig/, "pictures with text need fonts");
  const trade = join(import.meta.dirname, "trade.ts");
  say(`a trade over HTTP: ${containers.besides(process.execPath, trade, "http://127.0.0.1:8090")}`);
  demo.signal("TERM");
  assert.equal(await within(25, demo.ended), 0, demo.said());
  say("the demo starts, serves a trade, and stops in order");
}

type Given = { readonly containers: Containers; readonly folder: string; readonly say: (text: string) => void };

export async function runMarket(given: Given): Promise<void> {
  const { containers, folder, say } = given;
  const postgres = await startPostgres({ dataDir: join(folder, "database") });
  try {
    chmodSync(postgres.socketDir, 0o755);
    const password = randomBytes(16).toString("hex");
    const ownerUrl = await ownDatabase(postgres.adminUrl, { name: "parley", password });
    const asked = rolesOf({ folder, socketDir: postgres.socketDir, ownerUrl });

    const migrate = containers.start(asked.migrate);
    assert.equal(await migrate.ended, 0, migrate.said());
    say("migrate: the tables and the passwords of the logins are there");

    const running = new Map<string, Container>();
    for (const one of asked.processes) running.set(one.name, containers.start(one));
    await Promise.all([...running].map(([name, container]) => untilHealthy(name, container)));
    say(`healthy: ${[...running.keys()].join(", ")}`);

    for (const name of ["web-1", "web-2"]) await readPages(name, running);
    say("both web processes answer /healthz, /readyz and the first page");
    for (const [name, container] of running) checkLimits(name, container);
    say("no process is root, can write its code, has npm or a compiler, or has a secret in its environment");

    for (const container of running.values()) container.signal("TERM");
    for (const [name, container] of running)
      assert.equal(await within(25, container.ended), 0, `${name} did not stop in order: ${container.said()}`);
    say("all stopped in order on SIGTERM");
  } finally {
    await postgres.stop();
  }
}

type Folder = { readonly folder: string; readonly socketDir: string; readonly ownerUrl: string };
type Own = { readonly keys?: string[]; readonly env?: Asked["env"]; readonly mounts?: Mount[] };

const VERIFIER_SOCKET = "/run/parley-verifier/socket";
const SIGNING_SOCKET = "/run/parley-signing/socket";
const MAIL = { SMTP_URL: "smtp://127.0.0.1:1025", MAIL_FROM: "no-reply@parley.localhost", LIVE_RATES: "on" };

/** Each process with its own secrets and the sockets and files that it shares. */
function rolesOf(given: Folder) {
  const { folder } = given;
  const secrets = secretsIn(given);
  const database: Mount = { from: given.socketDir, to: "/run/postgresql" };
  const process = (name: string, role: (typeof RESTRICTED)[number], { keys = [], env, mounts = [] }: Own): Asked => ({
    name,
    env: {
      ROLE: role,
      DEMO: "off",
      CHAINS: "off",
      PUBLIC_URL: "https://localhost",
      DATABASE_URL_FILE: `/run/secrets/database_url_${role}`,
      ...Object.fromEntries(keys.map((key) => [`${key.toUpperCase()}_FILE`, `/run/secrets/${key}`])),
      ...env,
    },
    mounts: [database, secrets(name, [`database_url_${role}`, ...keys]), ...mounts],
  });
  const files = { from: ownFolder(folder, "files"), to: "/srv/parley/files" };
  const store = { from: ownFolder(folder, "store"), to: "/srv/parley" };
  const verifier = { from: ownFolder(folder, "verifier"), to: "/run/parley-verifier" };
  const signing = { from: ownFolder(folder, "signing"), to: "/run/parley-signing" };
  const users = { keys: ["parley_secret"], mounts: [files, verifier] };
  const web = (name: string, PORT: string) => process(name, "web", { ...users, env: { VERIFIER_SOCKET, PORT } });
  const worker = (name: string) => process(name, "worker", { ...users, env: { VERIFIER_SOCKET, ...MAIL } });
  const signer = { keys: ["signer_key"], env: { VERIFIER_SOCKET, SIGNING_SOCKET }, mounts: [store, verifier, signing] };
  return {
    migrate: {
      name: "migrate",
      args: ["tini", "--", "sh", "-c", "node tools/migrate.ts && node tools/provide-logins.ts /run/secrets"],
      env: { DEMO: "off", DATABASE_URL_FILE: "/run/secrets/database_url_owner" },
      mounts: [
        database,
        secrets(
          "migrate",
          ["owner", ...RESTRICTED].map((role) => `database_url_${role}`),
        ),
      ],
    },
    processes: [
      process("signer", "signer", signer),
      web("web-1", "8080"),
      web("web-2", "8081"),
      worker("worker-1"),
      worker("worker-2"),
      process("chain", "chain", { env: { SIGNING_SOCKET }, mounts: [signing] }),
      process("market", "market", {}),
    ],
  };
}

/** Of the image's user. */
function ownFolder(folder: string, name: string): string {
  const path = join(folder, name);
  mkdirSync(path, { mode: 0o750 });
  chownSync(path, 10001, 10001);
  return path;
}

/** A folder for each process, so that none sees a secret of another. */
function secretsIn({ folder, ownerUrl }: Folder): (name: string, keys: readonly string[]) => Mount {
  const random = (bytes: number) => randomBytes(bytes).toString("hex");
  const inside = ownerUrl.replace(/host=[^&]*/, `host=${encodeURIComponent("/run/postgresql")}`);
  const texts: Record<string, string> = {
    parley_secret: random(32),
    signer_key: random(32),
    database_url_owner: inside,
  };
  for (const role of RESTRICTED)
    texts[`database_url_${role}`] = urlAs(inside, { login: LOGINS[role], password: random(16) });
  return (name, keys) => {
    const path = ownFolder(folder, `secrets-${name}`);
    for (const key of keys) writeFileSync(join(path, key), `${texts[key]}\n`, { mode: 0o444 });
    return { from: path, to: "/run/secrets", isReadOnly: true };
  };
}

async function untilHealthy(name: string, container: Container): Promise<void> {
  const deadline = performance.now() + 90_000;
  let last = "";
  while (performance.now() < deadline) {
    const { status, said } = container.run("node", "tools/health.ts");
    if (status === 0) return;
    last = said;
    await new Promise((done) => setTimeout(done, 1000));
  }
  throw new Error(`${name} is not healthy: ${last}\n${container.said()}`);
}

const READ = `for (const path of ["/healthz", "/readyz", "/"]) {
  const answer = await fetch("http://127.0.0.1:" + process.env.PORT + path, { headers: { accept: "text/html" } });
  const text = await answer.text();
  console.log(path, answer.status, path === "/" ? /<title>[^<]*/.exec(text)?.[0] : text);
}`;

async function readPages(name: string, running: ReadonlyMap<string, Container>): Promise<void> {
  const read = running.get(name)?.run("node", "--input-type=module", "-e", READ);
  assert.match(read?.said ?? "", /\/healthz 200 .*ok[\s\S]*\/readyz 200[\s\S]*\/ 200 <title>\S/, name);
}

function checkLimits(name: string, container: Container): void {
  const shell = (text: string) => container.run("sh", "-c", text).said;
  assert.match(shell("grep Uid /proc/1/status"), /^Uid:(\s+10001){4}$/, name);
  assert.match(shell("touch /opt/parley/server/main.ts /opt/parley/x 2>&1"), /Read-only file system/, name);
  assert.equal(shell("command -v npm npx gcc make python3 || echo none"), "none", name);
  assert.doesNotMatch(shell("tr '\\0' '\\n' < /proc/1/environ"), /postgres:\/\/|[0-9a-f]{32}/, name);
}

function within<T>(seconds: number, work: Promise<T>): Promise<T | "late"> {
  return Promise.race([work, new Promise<"late">((done) => setTimeout(() => done("late"), seconds * 1000).unref())]);
}
