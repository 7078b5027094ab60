/** Settings of this module; server/declared-settings.ts has those of all modules. */
import { whole, type Settings } from "../../platform/setting-shapes.ts";

export const SETTINGS = {
  "accounts.recovery_wait_hours": {
    value: 72,
    schema: whole(24, 720),
  },
  "accounts.recovery_stop_days": {
    value: 30,
    schema: whole(1, 365),
  },
  "accounts.recovery_most_open": {
    value: 300,
    schema: whole(10, 5000),
  },
} as const satisfies Settings;
