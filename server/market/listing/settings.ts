/** Settings of this module; server/declared-settings.ts has those of all modules. */
import { whole, type Settings } from "../../platform/setting-shapes.ts";

export const SETTINGS = {
  "offers.max_favorites": {
    value: 200,
    schema: whole(1, 10_000),
    onePerson: true,
  },
  "offers.otc_usd": {
    value: 10_000,
    schema: whole(1, 1e9),
    onePerson: true,
  },
} as const satisfies Settings;
