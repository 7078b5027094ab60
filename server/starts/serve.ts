/** What the whole market and its parts run alike: pages and calls, and what works without being asked. */
import { join, resolve } from "node:path";
import type { App } from "../app.ts";
import { openRails } from "../money/custody/index.ts";
import { DECLARED } from "../collected.ts";
import type { AppPorts } from "../platform/app-ports.ts";
import { openFiles } from "../platform/files/files.ts";
import { serveMetrics } from "../platform/http/metrics-server.ts";
import { startWorkers } from "../platform/events/workers.ts";
import type { Presence } from "../platform/presence/presence.ts";
import type { LightningNode } from "../platform/outside/chains/lightning-node.ts";
import type { Config } from "../platform/settings/config.ts";
import type { Start } from "./start.ts";

export function portsOf({
  config,
  log,
}: Pick<Start, "config" | "log">): Pick<AppPorts, "config" | "log" | "files" | "distDir"> {
  return { config, log, files: openFiles(join(config.dataDir, "files")), distDir: resolve("dist") };
}

/** The operator's own node; undefined where none is set. Its library is a megabyte of code that few markets need. */
export async function openLightning({ lnd }: Pick<Config, "lnd">): Promise<LightningNode | undefined> {
  if (!lnd?.macaroon) return undefined;
  const { openLnd } = await import("../platform/outside/chains/lightning-node.ts");
  return openLnd({ ...lnd, macaroon: lnd.macaroon });
}

/** Timers, events and chains, as far as there are logins for them. */
export async function work(
  ports: AppPorts,
  { stops, presence }: Pick<Start, "stops"> & { readonly presence: Presence },
): Promise<void> {
  if (ports.dbs.chain) await openRails({ ...ports, db: ports.dbs.chain });
  const workers = startWorkers(ports, DECLARED);
  presence.leadsBy(() => workers.leads());
  stops.push(() => workers.stop());
  await workers.ready();
}

export async function serve(app: App, { config, stops }: Pick<Start, "config" | "stops">): Promise<void> {
  await app.fastify.listen({ port: config.port, host: config.host });
  if (config.metricsPort === undefined) return;
  const shown = await serveMetrics(app.metrics, { port: config.metricsPort, host: config.metricsHost });
  stops.push(() => shown.stop());
}
