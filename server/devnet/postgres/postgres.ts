/**
 * Runs the PostgreSQL that npm brings, with everything a fresh machine throws at it: root, a clone under a closed
 * folder, missing library links, an orphan left by SIGKILL. It listens on a unix socket only.
 */
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { urlAs } from "../../platform/postgres/logins.ts";
import { ADMIN, askForPasswords, asksForPasswords, openPasswords, writeAccess } from "../own-roles.ts";
import { programEnvironment, usableBinaries } from "./binaries.ts";
import { findPlace, type Place, socketDirOf } from "./place.ts";

export type Postgres = {
  /** Connects as the administrator of the cluster, who may do everything in it. */
  readonly adminUrl: (database: string) => string;
  /** The passwords of its logins; a throw-away cluster asks for none. */
  readonly passwordOf: (login: string) => string | undefined;
  readonly socketDir: string;
  /** Where its data lie. */
  readonly cluster: string;
  readonly pid: number;
  /** Resolves when the server has ended, for whatever reason. */
  readonly ended: Promise<void>;
  stop(): Promise<void>;
};

export type PostgresOptions = {
  /** Where the caller keeps its data; under root the cluster may have to live elsewhere. */
  readonly dataDir: string;
  readonly settings?: Readonly<Record<string, string>>;
  readonly say?: (text: string) => void;
  /** A throw-away cluster for tests: kept in the given folder even under root, and open to who reaches its socket. */
  readonly temporary?: boolean;
  /** Where root's cluster lies when the data folder is closed to PostgreSQL's user; tests have a place of their own. */
  readonly elsewhere?: string;
};

export async function startPostgres(options: PostgresOptions): Promise<Postgres> {
  const say = options.say ?? (() => undefined);
  const place = await findPlace(options);
  const native = usableBinaries(place);
  const env = programEnvironment(native);
  if (!existsSync(join(place.cluster, "PG_VERSION"))) {
    say("creating the database (first run)");
    initialise({ native, place, env });
  }
  await stopOrphan(place.cluster);
  const passwords = options.temporary ? undefined : openPasswords(options.dataDir);
  // A new cluster, one of an earlier version, or one whose passwords were lost: nobody is asked until they are set.
  const isUnlocked = passwords !== undefined && (passwords.isNew || !asksForPasswords(place));
  if (isUnlocked) writeAccess(place, "trust");
  const adminUrl = (database: string) =>
    urlAs(`postgres://@/${database}?host=${encodeURIComponent(place.socketDir)}`, {
      login: ADMIN,
      password: passwords?.of(ADMIN),
    });
  const settings: Record<string, string> = {
    listen_addresses: "",
    unix_socket_directories: `"${place.socketDir}"`,
    max_connections: "120",
    shared_buffers: "256MB",
    max_wal_size: "2GB",
    checkpoint_timeout: "5min",
    random_page_cost: "1.1",
    log_min_messages: "fatal",
    ...options.settings,
  };
  const args = Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  const deadline = performance.now() + 30_000;
  for (;;) {
    const child = spawn(join(native, "bin/postgres"), ["-D", place.cluster, ...args], {
      ...place.owner,
      env,
      cwd: "/",
      // Its own process group: Ctrl-C in the terminal must reach the server first, which stops it in order.
      detached: true,
      stdio: ["ignore", "ignore", "pipe"],
    });
    const failure = await untilReady(child, adminUrl("postgres"), deadline);
    if (!failure) {
      const cluster = running(child, place);
      if (isUnlocked) await askForPasswords(place, { url: adminUrl("postgres"), password: passwords.of(ADMIN) });
      return { ...cluster, adminUrl, passwordOf: (login) => passwords?.of(login) };
    }
    // After a killed postmaster its backends hold the shared memory for a moment; then a new one may start.
    if (performance.now() > deadline || !/shared memory|lock file/.test(failure)) {
      throw new Error(`PostgreSQL did not start: ${failure}`);
    }
    await new Promise((done) => setTimeout(done, 300));
  }
}

type Login = { readonly dataDir: string; readonly database: string; readonly login: string };

/** The address of a login of the cluster that somebody else runs on this data. Throws where there has never been one. */
export function runningUrl({ dataDir, database, login }: Login): string {
  if (!existsSync(join(dataDir, "password"))) throw new Error(`${dataDir}: no market has begun there.`);
  const password = openPasswords(dataDir).of(login);
  return urlAs(`postgres://@/${database}?host=${encodeURIComponent(socketDirOf(dataDir))}`, { login, password });
}

function initialise({ native, place, env }: { native: string; place: Place; env: NodeJS.ProcessEnv }): void {
  const flags = [
    "--locale-provider=builtin",
    "--builtin-locale=C.UTF-8",
    "--encoding=UTF8",
    "--auth=trust",
    "-U",
    ADMIN,
  ];
  const unfinished = `${place.cluster}.part`;
  rmSync(unfinished, { recursive: true, force: true });
  const made = spawnSync(join(native, "bin/initdb"), ["-D", unfinished, ...flags], {
    ...place.owner,
    env,
    cwd: "/",
    encoding: "utf8",
  });
  if (made.status !== 0) throw new Error(`initdb failed: ${made.stderr || made.error?.message}`);
  const moved = spawnSync("mv", [unfinished, place.cluster]);
  if (moved.status !== 0) throw new Error("the new database cluster could not be put in place");
}

/** A postmaster whose parent was killed lives on: end it in order, so that the new one owns the cluster. */
async function stopOrphan(cluster: string): Promise<void> {
  const file = join(cluster, "postmaster.pid");
  if (!existsSync(file)) return;
  const pid = Number(readFileSync(file, "utf8").split("\n")[0]);
  if (!isPostmasterOf(pid, cluster)) return rmSync(file, { force: true });
  process.kill(pid, "SIGINT");
  for (let waited = 0; waited < 100 && isPostmasterOf(pid, cluster); waited++) {
    await new Promise((done) => setTimeout(done, 100));
  }
}

function isPostmasterOf(pid: number, cluster: string): boolean {
  try {
    process.kill(pid, 0);
    const command = existsSync("/proc") ? readFileSync(`/proc/${pid}/cmdline`, "utf8") : cluster;
    return command.includes(cluster);
  } catch {
    // No such process, or not ours to see: either way nothing of this cluster runs there.
    return false;
  }
}

/** Undefined once it answers; otherwise what it said before it ended. */
async function untilReady(child: ChildProcess, url: string, deadline: number): Promise<string | undefined> {
  let said = "";
  let ended = false;
  child.stderr?.on("data", (chunk) => {
    said = (said + chunk).slice(-4000);
  });
  // Not "exit": that one may come before the last output, which shows whether a new try makes sense.
  child.on("close", () => {
    ended = true;
  });
  child.on("error", (error) => {
    said += error.message;
    ended = true;
  });
  while (performance.now() < deadline) {
    if (ended) return said || "it ended without a word";
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 1000 });
    client.on("error", () => undefined);
    try {
      await client.connect();
      await client.end();
      return undefined;
    } catch {
      // Not up yet: this is what the loop is for.
      await new Promise((done) => setTimeout(done, 25));
    }
  }
  child.kill("SIGQUIT");
  return said || "it did not answer in time";
}

function running(child: ChildProcess, { socketDir, cluster }: Place): Omit<Postgres, "adminUrl" | "passwordOf"> {
  child.stderr?.resume();
  const ended = new Promise<void>((done) => child.once("exit", () => done()));
  return {
    socketDir,
    cluster,
    pid: child.pid ?? -1,
    ended,
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill("SIGINT");
      const late = setTimeout(() => child.kill("SIGQUIT"), 15_000);
      await ended;
      clearTimeout(late);
    },
  };
}
