/** /healthz and /readyz are public: the process is alive, and it can serve. Metrics are for the operator only. */
import { monitorEventLoopDelay } from "node:perf_hooks";
import type { FastifyInstance } from "fastify";
import { collectDefaultMetrics, Gauge, Registry } from "prom-client";
import type { StoredGauge } from "../app-ports.ts";
import type { Db } from "../postgres/db.ts";
import { countUndelivered, secondsBehind } from "../events/event-rows.ts";
import type { LiveHub } from "./live/hub.ts";
import { measureRequests } from "./request-times.ts";

const OPEN = { config: { policy: { auth: "public", rateLimit: "read", openEverywhere: true } } } as const;

/** What the process measures, as Prometheus reads it. */
export type Metrics = { readonly contentType: string; text(): Promise<string> };

/** Returns the metrics. No public route shows them, because they reveal the number and the speed of calls. */
export function mountObservability(
  fastify: FastifyInstance,
  { db, hub, gauges }: { db: Db; hub: LiveHub; gauges: readonly StoredGauge[] },
): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const times = measureRequests(registry);
  new Gauge({
    name: "live_sockets",
    help: "Open sockets of the live channel.",
    registers: [registry],
    collect() {
      this.set(hub.sockets());
    },
  });
  new Gauge({
    name: "database_connections",
    help: "Connections of the pool, by state.",
    labelNames: ["state"],
    registers: [registry],
    collect() {
      for (const [state, count] of Object.entries(db.load())) this.set({ state }, count);
    },
  });
  measureCarriers(registry, db);
  measureDelivery(registry, db);
  for (const { name, help, read } of gauges)
    new Gauge({
      name,
      help,
      labelNames: ["state"],
      registers: [registry],
      async collect() {
        const figures = await db.read(read).catch(() => undefined);
        // Without the database nobody knows; an old number would look like a new one.
        this.reset();
        for (const [state, figure] of Object.entries(figures ?? {})) this.set({ state }, figure);
      },
    });
  fastify.addHook("onResponse", (request, reply, done) => {
    const route = request.routeOptions.url ?? "unknown";
    times.add({ method: request.method, route, status: reply.statusCode, seconds: reply.elapsedTime / 1000 });
    done();
  });

  const delay = monitorEventLoopDelay({ resolution: 20 });
  delay.enable();
  fastify.get("/healthz", OPEN, async () => ({ status: "ok" }));
  fastify.get("/readyz", OPEN, async (_request, reply) => {
    // Several ask within one sample, after which there is no mean.
    const lagMs = delay.count === 0 ? 0 : delay.mean / 1e6;
    delay.reset();
    const database = await db
      .read((tx) => tx.readClock())
      .then(
        () => true,
        () => false,
      );
    const ready = database && lagMs < 1000;
    return reply.code(ready ? 200 : 503).send({ status: ready ? "ready" : "not ready", database });
  });
  return { contentType: registry.contentType, text: () => registry.metrics() };
}

/** What is there by setting only. */
function measureCarriers(registry: Registry, db: Db): void {
  if (db.isBusUp() !== undefined)
    new Gauge({
      name: "bus_is_up",
      help: "1 while rings to other processes arrive over BUS_URL.",
      registers: [registry],
      collect() {
        this.set(db.isBusUp() ? 1 : 0);
      },
    });
  if (db.lagsSec().length > 0)
    new Gauge({
      name: "database_replica_lag_seconds",
      help: "How old what each replica has may be, by its place in the setting; absent while it is not used.",
      labelNames: ["replica"],
      registers: [registry],
      collect() {
        this.reset();
        for (const [place, lag] of db.lagsSec().entries()) if (lag !== undefined) this.set({ replica: place + 1 }, lag);
      },
    });
}

function measureDelivery(registry: Registry, db: Db): void {
  new Gauge({
    name: "events_lag_seconds",
    help: "How long the oldest event waits whose subscribers have not run; those put aside are not counted.",
    registers: [registry],
    async collect() {
      const seconds = await db.read(secondsBehind).catch(() => undefined);
      if (seconds === undefined) this.reset();
      else this.set(seconds);
    },
  });
  new Gauge({
    name: "events_not_told",
    help: "Events whose subscribers have not run: waiting ones (100000 means at least that), and those put aside after they failed too often.",
    labelNames: ["state"],
    registers: [registry],
    async collect() {
      const counts = await db.read(countUndelivered).catch(() => undefined);
      // Without the database nobody knows; an old number would look like a new one.
      if (counts) for (const [state, count] of Object.entries(counts)) this.set({ state }, count);
      else this.reset();
    },
  });
}
