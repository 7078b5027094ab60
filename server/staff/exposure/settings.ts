/** Settings of this module; server/declared-settings.ts has those of all modules. */
import * as z from "zod/mini";
import type { Settings } from "../../platform/setting-shapes.ts";

const coins = z.record(z.enum(["BTC", "ETH", "USDT"]), z.string().check(z.regex(/^\d{1,9}(\.\d{1,6})?$/)));

export const SETTINGS = {
  "exposure.target": { value: { BTC: "0", ETH: "0", USDT: "0" } as Record<string, string>, schema: coins },
  // How far from its target a coin may be; 0 is no band.
  "exposure.band": { value: { BTC: "0", ETH: "0", USDT: "0" } as Record<string, string>, schema: coins },
} as const satisfies Settings;
