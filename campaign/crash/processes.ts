/** The processes that are there to be killed: the server with its signer, and the database under it. */
import { type ChildProcess, fork } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type Db, openDb } from "../../server/platform/postgres/db.ts";
import { LOGINS, urlAs } from "../../server/platform/postgres/logins.ts";
import { type Postgres, startPostgres } from "../../server/devnet/postgres/postgres.ts";
import { testLog } from "../../server/testing/index.ts";

export type Processes = {
  /** Of the tables' owner. */
  ownerUrl(): string;
  adminUrl(): Postgres["adminUrl"];
  openAsOwner(): Db;
  startServer(): Promise<void>;
  killServer(): Promise<void>;
  /** The server's only child; false where there is none to kill at this moment, or no way to see it. */
  killSigner(): boolean;
  /** Kills it and starts it again. */
  killDatabase(): Promise<void>;
  /** Servers that ended without being killed: one that a dead database takes along is a fault. */
  readonly fallen: readonly string[];
  stop(): Promise<void>;
};

/** With fsync, as in production: what is acknowledged has to be on the disk. */
const SETTINGS = { fsync: "on", synchronous_commit: "on", max_wal_size: "256MB" };

export async function startProcesses(
  folder: string,
  env: (ownerUrl: string) => Readonly<Record<string, string>>,
): Promise<Processes> {
  const startCluster = () => startPostgres({ dataDir: folder, temporary: true, settings: SETTINGS });
  let cluster = await startCluster();
  let server: ChildProcess | undefined;
  const fallen: string[] = [];
  const ownerUrl = () => urlAs(cluster.adminUrl("parley"), { login: LOGINS.owner });
  return {
    fallen,
    ownerUrl,
    adminUrl: () => cluster.adminUrl,
    openAsOwner: () => openDb({ url: ownerUrl(), log: testLog, poolSize: 4 }),
    async startServer() {
      const child = fork(join(import.meta.dirname, "victim.ts"), [], {
        execArgv: ["--disable-warning=ExperimentalWarning"],
        env: { ...process.env, ...env(ownerUrl()) },
        stdio: ["ignore", "ignore", "inherit", "ipc"],
      });
      server = child;
      child.once("exit", (code, signal) => {
        if (signal !== "SIGKILL") fallen.push(`ended by itself with ${code}`);
      });
      await new Promise<void>((resolve, reject) => {
        child.once("message", () => resolve());
        child.once("exit", (code) => reject(new Error(`the server ended with ${code}`)));
      });
    },
    async killServer() {
      const child = server;
      if (!child || child.exitCode !== null || child.signalCode !== null) return;
      const gone = new Promise((done) => child.once("exit", done));
      child.kill("SIGKILL");
      await gone;
    },
    killSigner: () => killOnlyChild(server?.pid),
    async killDatabase() {
      try {
        process.kill(cluster.pid, "SIGKILL");
      } catch {
        // A full disk was quicker.
      }
      cluster = await startCluster();
    },
    async stop() {
      server?.kill("SIGKILL");
      await cluster.stop();
    },
  };
}

function killOnlyChild(parent: number | undefined): boolean {
  try {
    const children = readFileSync(`/proc/${parent}/task/${parent}/children`, "utf8").trim();
    const [pid] = children.split(" ").filter(Boolean);
    if (!pid) return false;
    process.kill(Number(pid), "SIGKILL");
    return true;
  } catch {
    // It has ended by itself, or this system does not list child processes.
    return false;
  }
}
