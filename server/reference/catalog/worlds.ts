/** Declarations of this module for the campaigns. */
import type { ModuleWorld } from "../../platform/module-world.ts";

export const WORLD: ModuleWorld = {
  ids: { code: { these: ["BTC", "ETH", "USDT"] }, slug: { these: ["paypal", "other-bank-transfer"] } },
};
