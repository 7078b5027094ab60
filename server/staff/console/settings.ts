/** Settings of this module; server/declared-settings.ts has those of all modules. */
import { whole, type Settings } from "../../platform/setting-shapes.ts";

export const SETTINGS = {
  "ledger.manual_day_usd": {
    value: 10_000,
    schema: whole(0, 10_000_000),
  },
} as const satisfies Settings;
