/** What the modules declare for the campaigns, in their order. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { DECLARED } from "../../server/collected.ts";
import type { ModuleWorld } from "../../server/platform/module-world.ts";

const SERVER = join(import.meta.dirname, "../../server");

export const WORLDS: readonly ModuleWorld[] = await Promise.all(
  DECLARED.map(({ name }) => join(SERVER, name, "worlds.ts"))
    .filter((path) => existsSync(path))
    .map(async (path) => ((await import(path)) as { WORLD: ModuleWorld }).WORLD),
);
