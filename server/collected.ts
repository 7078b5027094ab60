/** What all modules have declared, put together in their order. */
import { MODULES } from "./modules.ts";
import type { Module } from "./platform/app-ports.ts";
import type { Config } from "./platform/settings/config.ts";
import type { Db } from "./platform/postgres/db.ts";
import { module as signer } from "./signer/declared.ts";

/** Every owner of tables: the modules, and the signer's process. Nothing but the demo comes after it. */
export const DECLARED: readonly Module[] = MODULES.flatMap((module) =>
  module.name === "demo" ? [signer, module] : [module],
);

/** Every route of every module. */
export const ROUTED = MODULES.flatMap((module) => module.routes ?? []);

const MODULES_OF_ROUTES: ReadonlyMap<object, string> = new Map(
  MODULES.flatMap(({ name, routes = [] }) => routes.map((route) => [route, name] as const)),
);
/** The module that declares a route, such as market/trades. */
export const moduleOf = (route: object): string => MODULES_OF_ROUTES.get(route) ?? "platform";

/** Every family of public channels. */
export const LIVE_STATES = MODULES.flatMap(({ liveStates }) => liveStates ?? []);

/** Every figure for the metrics that a module reads from the database. */
export const GAUGES = MODULES.flatMap(({ gauges }) => gauges ?? []);

/** After the secret of the market was exchanged: every module seals anew. As the owner of the tables. */
export async function sealAnew(
  db: Db,
  config: Pick<Config, "secret" | "sealing">,
  say: (text: string) => void,
): Promise<void> {
  for (const module of MODULES) {
    const done = await module.sealAnew?.(db, config);
    if (done) say(done);
  }
}
