/** Settings of this module; server/declared-settings.ts has those of all modules. */
import { whole, type Settings } from "../../platform/setting-shapes.ts";

export const SETTINGS = {
  "trading_names.asks_a_month": {
    value: 3,
    schema: whole(1, 30),
  },
} as const satisfies Settings;
