/** Settings of this module; server/declared-settings.ts has those of all modules. */
import { whole, type Settings } from "../../platform/setting-shapes.ts";

export const SETTINGS = {
  "rates.max_age_sec": {
    value: 180,
    schema: whole(10, 86_400),
  },
  "rates.fiat_max_age_hours": {
    value: 120,
    schema: whole(1, 1000),
  },
  "rates.tolerance_bp": {
    value: 200,
    schema: whole(10, 5000),
  },
} as const satisfies Settings;
