/** The base of every section: one temporary cluster that really writes to the disk, and servers in front of it. */
import { type ChildProcess, fork } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { presetMarket } from "../server/demo/index.ts";
import { playRecordedRates } from "../server/money/rates/index.ts";
import { type Db, openDb } from "../server/platform/postgres/db.ts";
import { type Log, openLog } from "../server/platform/log.ts";
import { migrate } from "../server/platform/postgres/migrate.ts";
import { ownDatabase } from "../server/devnet/own-roles.ts";
import { type Postgres, startPostgres } from "../server/devnet/postgres/postgres.ts";
import { useSealingSecret } from "../server/platform/sealed.ts";
import { manyOffers } from "../server/testing/market/many-offers.ts";
import type { Listening, Received } from "./live/listeners.ts";
import type { Memory } from "./growth/memory-now.ts";
import type { Drained } from "./worker.ts";

const SECRET_TEXT = "a secret for benches, longer than thirty-two characters";
/** Signs what the servers check. */
export const SECRET = createHash("sha256").update(SECRET_TEXT).digest();

export type BenchServer = {
  readonly port: number;
  readonly url: string;
  /** After a collection; of the whole application only. */
  memory(): Promise<Memory>;
  stop(): Promise<void>;
};

export type BenchWorker = {
  /** Delivers all that waits. */
  drain(): Promise<Drained>;
  /** Delivers from now on, as a worker does. */
  work(): void;
  memory(): Promise<Memory>;
  stop(): Promise<void>;
};

/** Pages of people on the live channel. */
export type BenchListeners = {
  /** Ends when all have entered. */
  listen(listening: Listening): Promise<void>;
  /** The messages since the last call. */
  received(): Promise<Received[]>;
  stop(): Promise<void>;
};

export type Ground = {
  readonly say: (text: string) => void;
  readonly log: Log;
  readonly cluster: Postgres;
  readonly databaseUrl: string;
  /** As the owner of the tables. */
  readonly db: Db;
  readonly owner: pg.Pool;
  /** The whole application in a process of its own, without workers: timers and mail run elsewhere. */
  server(): Promise<BenchServer>;
  /** A worker's process that delivers events and runs no timers. */
  worker(): Promise<BenchWorker>;
  /** A process with the sockets of many pages. */
  listeners(): Promise<BenchListeners>;
  /** A bare Fastify in a process of its own, with the few routes of bare.ts. */
  bare(answers?: { readonly json?: string; readonly page?: Uint8Array }): Promise<BenchServer>;
  /** A million offers, made when somebody first asks. */
  offers(): Promise<number>;
  close(): Promise<void>;
};

export async function openGround(say: (text: string) => void): Promise<Ground> {
  const folder = mkdtempSync(join(tmpdir(), "parley-bench-"));
  const log = openLog({ level: "error" });
  // A million offers fit into its memory, as they would on a server of its own.
  const settings = {
    fsync: "on",
    synchronous_commit: "on",
    shared_buffers: "2GB",
    // When a message comes is held against when its cause was committed.
    track_commit_timestamp: "on",
  };
  const cluster = await startPostgres({ dataDir: folder, temporary: true, settings, say });
  const admin = new pg.Client({ connectionString: cluster.adminUrl("postgres") });
  await admin.connect();
  await admin.query("create database tpcb");
  await admin.end();
  const databaseUrl = await ownDatabase(cluster.adminUrl, { name: "parley" });
  await migrate(databaseUrl);
  useSealingSecret(SECRET);
  const db = openDb({ url: databaseUrl, log, poolSize: 16 });
  await db.tx((tx) => presetMarket(tx, { isDemo: true }));
  await db.tx(playRecordedRates);
  const owner = new pg.Pool({ connectionString: cluster.adminUrl("parley"), max: 2 });
  owner.on("error", () => undefined);
  const children: StartedChild[] = [];
  const started = async (file: string, env: NodeJS.ProcessEnv) => {
    // A folder each: two signers would wait for each other.
    const dataDir = join(folder, `data-${children.length}`);
    const child = await startChild(file, { DATABASE_URL: databaseUrl, DATA_DIR: dataDir, ...env });
    children.push(child);
    return child;
  };
  let offers: Promise<number> | undefined;
  return {
    say,
    log,
    cluster,
    databaseUrl,
    db,
    owner,
    server: () => started("server.ts", {}),
    async worker() {
      const { ask, child, memory, stop } = await started("worker.ts", {});
      return { drain: () => ask<Drained>("drain"), work: () => void child.send("work"), memory, stop };
    },
    async listeners() {
      const { ask, stop } = await started("live/listeners.ts", {});
      return {
        listen: async (listening) => void (await ask({ listen: listening })),
        received: () => ask<Received[]>({ received: true }),
        stop,
      };
    },
    bare: ({ json = "", page = new Uint8Array() } = {}) =>
      started("bare.ts", { ANSWER: json, PAGE: Buffer.from(page).toString("base64") }),
    offers: () => {
      offers ??= makeOffers(owner, say);
      return offers;
    },
    async close() {
      for (const child of children) await child.stop();
      await db.close();
      await owner.end();
      await cluster.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function makeOffers(owner: pg.Pool, say: (text: string) => void): Promise<number> {
  const wanted = Number(process.env.OFFERS ?? 1_000_000);
  say(`writing ${wanted.toLocaleString("en")} offers`);
  const begun = performance.now();
  await manyOffers(owner, { owners: Math.ceil(wanted / 8), offers: wanted });
  const { rows } = await owner.query("select count(*)::int as count from offers");
  say(`${rows[0].count.toLocaleString("en")} offers in ${Math.round((performance.now() - begun) / 1000)} s`);
  return rows[0].count;
}

type StartedChild = BenchServer & {
  readonly child: ChildProcess;
  /** One question at a time. */
  ask<T>(question: string | object): Promise<T>;
};

/** Forks a server that tells its port once it listens. */
async function startChild(file: string, env: NodeJS.ProcessEnv): Promise<StartedChild> {
  const child: ChildProcess = fork(join(import.meta.dirname, file), [], {
    execArgv: ["--disable-warning=ExperimentalWarning", "--expose-gc"],
    env: { ...process.env, PARLEY_SECRET: SECRET_TEXT, ...env },
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  const port = await new Promise<number>((settle, fail) => {
    child.once("message", (message) => settle(Number(message)));
    child.once("exit", (code) => fail(new Error(`${file} ended with ${code}`)));
  });
  const ask = <T>(question: string | object) =>
    new Promise<T>((settle, fail) => {
      const gone = () => fail(new Error(`${file} ended`));
      child.once("exit", gone);
      child.once("message", (answer) => {
        child.off("exit", gone);
        settle(answer as T);
      });
      child.send(question);
    });
  return {
    child,
    port,
    ask,
    memory: () => ask<Memory>("memory"),
    url: `http://localhost:${port}`,
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const gone = new Promise((done) => child.once("exit", done));
      child.kill("SIGKILL");
      await gone;
    },
  };
}
