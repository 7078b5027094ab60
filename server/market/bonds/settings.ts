/** Settings of this module; server/declared-settings.ts has those of all modules. */
import * as z from "zod/mini";
import { whole, type Settings } from "../../platform/setting-shapes.ts";

export const SETTINGS = {
  "bonds.usd": {
    value: { first: 50, good: 100, fair: 250, poor: 500 } as Record<string, number>,
    schema: z.record(z.enum(["first", "good", "fair", "poor"]), whole(0, 100_000)),
  },
  "bonds.rules": {
    value: { days: 90, firstTrades: 10, fairPercent: 2, poorPercent: 10, lockDays: 7 } as Record<string, number>,
    schema: z.record(z.enum(["days", "firstTrades", "fairPercent", "poorPercent", "lockDays"]), whole(0, 1000)),
  },
} as const satisfies Settings;
