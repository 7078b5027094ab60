/** A cluster with everything before it, and two web and two worker processes' worth of the application, which all proofs act on. */
import { after } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { type App, makeApp } from "../../server/app.ts";
import { MODULES } from "../../server/modules.ts";
import { openBus } from "../../server/platform/bus/open-bus.ts";
import { startWorkers } from "../../server/platform/events/workers.ts";
import { type Db, openDb } from "../../server/platform/postgres/db.ts";
import { LOGINS, provideLogins, urlAs } from "../../server/platform/postgres/logins.ts";
import type { ReplicaSettings } from "../../server/platform/postgres/replicas.ts";
import { type TestApp, testApp, testLog } from "../../server/testing/index.ts";
import { type Front, startFront } from "./front.ts";
import { type Hosts, hostsOf } from "./hosts.ts";
import { type Cluster, startCluster } from "./patroni.ts";
import { type Place, placeOf } from "./root.ts";

export type Web = { readonly app: App; readonly db: Db };

export type Stage = {
  readonly place: Place;
  readonly hosts: Hosts;
  readonly cluster: Cluster;
  readonly front: Front;
  readonly world: TestApp;
  /** The database of the world. */
  readonly database: string;
  /** Two processes of the web, each with connections of its own. */
  readonly webs: readonly [Web, Web];
  openWeb(changes?: { readonly replicas?: ReplicaSettings }): Promise<Web>;
  /** A web at that server, past everything. */
  openWebAt(address: string): Promise<Web>;
  /** Another process of the market, with a bus of its own. */
  openPooled(login: string, replicas?: ReplicaSettings): Promise<Db>;
  /** Until connections that a failover has cut are found by being used. */
  reconnected(): Promise<void>;
  note(text: string): void;
  /** At the end of each proof. */
  proved(): void;
};

/** `proofs` is how many there are: the process is red where one is missing. */
export async function openStage(proofs: number, { archives = false } = {}): Promise<Stage> {
  const { CLUSTER_MARK: mark = "", CLUSTER_ROOT: root = "", CLUSTER_IN_MEMORY: memory } = process.env;
  const place = placeOf(root, mark, { isInMemory: memory === "1" });
  const hosts = hostsOf(mark);
  const databases = [hosts.db1, hosts.db2, hosts.db3];
  let count = 0;
  // Nothing is left to close: what was connected has lost its servers, and who started this process ends them.
  after(async () => {
    // Until what the last proof said has left this process.
    await pause(500);
    process.exit(count === proofs ? 0 : 1);
  });
  const cluster = startCluster(place, { hosts: databases, archives });
  const front = await startFront(place, { host: hosts.front, databases });
  await cluster.whole();
  process.env.PARLEY_TEST_POSTGRES = hosts.front.address;
  process.env.PARLEY_TEST_BUS = front.busUrl;
  const world = await testApp();
  await provideLogins(world.url, () => "");
  const opening = openersFor(world, front);
  const webs = [await opening.openWeb(), await opening.openWeb()] as const;
  for (let one = 0; one < 2; one++) {
    const [web, worker] = [await opening.openPooled(LOGINS.web), await opening.openPooled(LOGINS.worker)];
    startWorkers({ ...world.ports, db: web, dbs: { web, worker } }, MODULES);
  }
  return {
    ...{ place, hosts, cluster, front, world, webs },
    ...opening,
    reconnected: () => reconnected([world.db, ...Object.values(world.dbs), ...webs.map(({ db }) => db)]),
    note: (text) => void process.stdout.write(`· ${text}\n`),
    proved() {
      count += 1;
    },
  };
}

function openersFor(world: TestApp, front: Front) {
  const database = /test_\w+/.exec(world.url)?.[0] ?? "";
  const appOf = async (db: Db): Promise<Web> => ({
    app: await makeApp({ ...world.ports, db, dbs: { ...world.dbs, web: db } }),
    db,
  });
  const openPooled = async (login: string, replicas?: ReplicaSettings): Promise<Db> =>
    openDb({
      ...{ url: front.poolerUrl(login, database), log: testLog, poolSize: 10, replicas },
      pooler: { directUrl: urlAs(world.url, { login }), keepsNames: true },
      bus: await openBus(world.busUrl, testLog),
    });
  return {
    database,
    openPooled,
    openWeb: async ({ replicas }: { readonly replicas?: ReplicaSettings } = {}) =>
      appOf(await openPooled(LOGINS.web, replicas)),
    openWebAt: (address: string) =>
      appOf(openDb({ url: `postgres://${LOGINS.web}@${address}/${database}`, log: testLog, poolSize: 10 })),
  };
}

async function reconnected(all: readonly Db[]): Promise<void> {
  for (const db of all)
    for (let good = 0, tries = 0; good < 12; tries++) {
      const answers = await Promise.allSettled(
        Array.from({ length: 4 }, () => db.tx((tx) => tx.rows`select 1 as one`)),
      );
      good = answers.every(({ status }) => status === "fulfilled") ? good + 4 : 0;
      if (tries > 200) throw new Error("the database is not reached");
      if (good === 0) await pause(200);
    }
}

export const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;
