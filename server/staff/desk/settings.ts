/** Settings of this module; server/declared-settings.ts has those of all modules. */
import { whole, type Settings } from "../../platform/setting-shapes.ts";

export const SETTINGS = {
  "staff.look_ups_a_day": {
    value: 100,
    schema: whole(1, 10_000),
  },
} as const satisfies Settings;
