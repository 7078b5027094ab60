/** A copy of the tree in which mutants are set and tests are run, with a database cluster of its own. */
import { type ChildProcess, spawn } from "node:child_process";
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import pg from "pg";
import { startPostgres } from "../../server/devnet/postgres.ts";
import { applied, type Mutant } from "./mutant.ts";

const NOT_COPIED = /^(node_modules|dist|\.git|\.data|\.artefacts)(\/|$)/;

/** Links what is only read: the packages and the built web. */
export function copyTree(root: string): string {
  const folder = mkdtempSync(join(tmpdir(), "parley-mutants-"));
  cpSync(root, folder, { recursive: true, filter: (path) => !NOT_COPIED.test(relative(root, path)) });
  for (const linked of ["node_modules", "dist"]) {
    if (existsSync(join(root, linked))) symlinkSync(join(root, linked), join(folder, linked));
  }
  return folder;
}

export type Run = {
  readonly verdict: "passed" | "failed" | "timeout" | "unloadable";
  readonly seconds: number;
  readonly output: string;
};

export type RunOptions = {
  readonly folder: string;
  readonly test: string;
  readonly timeoutMs: number;
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Kills the process group at the first failure; otherwise the test may clean up after itself. */
  readonly stopsAtFailure?: boolean;
};

/** Files that do not load at all say nothing about the test. */
const UNLOADABLE = /SyntaxError|ERR_UNSUPPORTED_TYPESCRIPT|migration \S+ failed|does not provide an export/;

/** Runs one test file in a process of its own, without the runner's extra process. */
export async function runTest({ folder, test, timeoutMs, env = {}, stopsAtFailure = false }: RunOptions): Promise<Run> {
  const begun = performance.now();
  const child = spawn(process.execPath, ["--disable-warning=ExperimentalWarning", "--test-reporter=tap", test], {
    cwd: folder,
    detached: true,
    env: { ...process.env, RACE_ROUNDS: "10", CASE_RACE_ROUNDS: "10", NODE_TEST_CONTEXT: undefined, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  let isLate = false;
  const onData = (chunk: Buffer) => {
    output += chunk;
    if (stopsAtFailure && /^not ok /m.test(output)) kill(child);
  };
  child.stdout.on("data", onData);
  child.stderr.on("data", onData);
  const timer = setTimeout(() => {
    isLate = true;
    kill(child);
  }, timeoutMs);
  const code = await new Promise<number>((done) => child.on("close", (exit) => done(exit ?? 1)));
  clearTimeout(timer);
  const hasFailed = code !== 0 || /^not ok /m.test(output);
  const verdict = isLate ? "timeout" : !hasFailed ? "passed" : UNLOADABLE.test(output) ? "unloadable" : "failed";
  return { verdict, seconds: (performance.now() - begun) / 1000, output };
}

function kill({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, "SIGKILL");
  } catch {
    // It ended by itself in this moment.
  }
}

/** Every process of this machine that was started with this setting; where there is no /proc, none. */
function killAllWith(setting: string): void {
  for (const pid of existsSync("/proc") ? readdirSync("/proc").filter((name) => /^\d+$/.test(name)) : []) {
    try {
      if (readFileSync(`/proc/${pid}/environ`, "utf8").split("\0").includes(setting))
        process.kill(Number(pid), "SIGKILL");
    } catch {
      // It has ended, or it is not ours to look at.
    }
  }
}

export type Workshop = {
  readonly folder: string;
  /** Runs a test file of the copy as it stands. */
  run(
    test: string,
    options: { timeoutMs: number; env?: Record<string, string>; stopsAtFailure?: boolean },
  ): Promise<Run>;
  /** Sets the mutant, does the work, and puts the file back as it was. */
  with<T>(mutant: Mutant, work: () => Promise<T>): Promise<T>;
  close(): Promise<void>;
};

/** `socketDir` is that of a cluster which somebody else runs and clears away. */
export async function openWorkshop(root: string, socketDir?: string): Promise<Workshop> {
  const folder = copyTree(root);
  const databases = socketDir ? shared(socketDir) : await ownCluster();
  // What killed tests leave behind goes with the copy. Another user's PostgreSQL must be able to enter it.
  const tmp = join(folder, ".tmp");
  mkdirSync(tmp);
  chmodSync(folder, 0o755);
  chmodSync(tmp, 0o777);
  const usual = {
    PARLEY_TEST_POSTGRES: databases.socketDir,
    NODE_COMPILE_CACHE: join(folder, ".compile-cache"),
    TMPDIR: tmp,
  };
  return {
    folder,
    async run(test, { env = {}, ...options }) {
      const result = await runTest({ folder, test, env: { ...usual, ...env }, ...options });
      // A test that was killed could not stop the nodes that it had started.
      killAllWith(`TMPDIR=${tmp}`);
      if (result.verdict !== "passed") await databases.drop("test_", []);
      return result;
    },
    async with(mutant, work) {
      const path = join(folder, mutant.file);
      const whole = readFileSync(path, "utf8");
      const templates = await databases.list();
      writeFileSync(path, applied(mutant, whole));
      try {
        return await work();
      } finally {
        writeFileSync(path, whole);
        // A changed migration had a template of its own.
        if (mutant.file.endsWith(".sql")) await databases.drop("template_", templates);
      }
    },
    async close() {
      await databases.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

type Databases = {
  readonly socketDir: string;
  list(): Promise<string[]>;
  /** All whose names begin so, but those to be kept. */
  drop(beginning: "test_" | "template_", kept: readonly string[]): Promise<void>;
  close(): Promise<void>;
};

function shared(socketDir: string): Databases {
  const nothing = () => Promise.resolve();
  return { socketDir, list: () => Promise.resolve([]), drop: nothing, close: nothing };
}

async function ownCluster(): Promise<Databases> {
  const dataDir = mkdtempSync(join(tmpdir(), "parley-mutants-database-"));
  const cluster = await startPostgres({
    dataDir,
    temporary: true,
    settings: { fsync: "off", full_page_writes: "off", max_connections: "200", max_wal_size: "4GB" },
  });
  const admin = new pg.Pool({ connectionString: cluster.adminUrl("postgres"), max: 1 });
  const list = async () => {
    const { rows } = await admin.query<{ datname: string }>("select datname from pg_database");
    return rows.map(({ datname }) => datname);
  };
  return {
    socketDir: cluster.socketDir,
    list,
    async drop(beginning, kept) {
      for (const name of await list()) {
        if (!name.startsWith(beginning) || !/^\w+$/.test(name) || kept.includes(name)) continue;
        // A test that ends just now may drop its own.
        await admin.query(`drop database if exists ${name} with (force)`);
      }
    },
    async close() {
      await admin.end();
      await cluster.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
