/** Settings of this module; server/declared-settings.ts has those of all modules. */
import { whole, type Settings } from "../../platform/setting-shapes.ts";

export const SETTINGS = {
  "accounts.closing_days": {
    value: 14,
    schema: whole(1, 90),
  },
} as const satisfies Settings;
