/**
 * A worker process that delivers events and runs no timers. On `drain` it delivers all waiting events and answers the number of
 * events, milliseconds and statements; on `work` it continues as a worker.
 */
import pg from "pg";
import type { AppPorts } from "../server/platform/app-ports.ts";
import { readConfig } from "../server/platform/settings/config.ts";
import { makeDispatcher, subscriptionsOf } from "../server/platform/events/dispatcher.ts";
import { openDb } from "../server/platform/postgres/db.ts";
import { openLog } from "../server/platform/log.ts";
import { LOGINS, urlAs } from "../server/platform/postgres/logins.ts";
import { useSealingSecret } from "../server/platform/sealed.ts";
import { startWorkers } from "../server/platform/events/workers.ts";
import { MODULES } from "../server/modules.ts";
import { tellMemory } from "./growth/memory-now.ts";

export type Drained = { readonly events: number; readonly ms: number; readonly statements: number };

let statements = 0;
const { query } = pg.Client.prototype;
pg.Client.prototype.query = function counted(this: pg.Client, ...given: unknown[]) {
  statements += 1;
  return (query as (...all: unknown[]) => unknown).apply(this, given);
} as typeof query;

const config = readConfig({ ...process.env, CHAINS: "off" });
useSealingSecret(config.secret, config.sealing);
const log = openLog({ level: "error" });
const db = openDb({ url: urlAs(config.databaseUrl ?? "", { login: LOGINS.worker }), log });
const modules = MODULES.map(({ name, subscriptions = [] }) => ({ name, subscriptions }));
const dispatcher = makeDispatcher({ db, log, subscriptions: subscriptionsOf(modules) });

tellMemory();
process.on("message", async (message) => {
  if (message === "memory") return;
  if (message === "work")
    return void startWorkers({ db, dbs: { worker: db }, config, log } as unknown as AppPorts, modules);
  const [before, begun] = [statements, performance.now()];
  const events = await dispatcher.drain();
  process.send?.({ events, ms: performance.now() - begun, statements: statements - before } satisfies Drained);
});
process.send?.(0);
