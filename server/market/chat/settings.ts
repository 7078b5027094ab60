/** What staff may change of this module; server/declared-settings.ts has the settings of all. */
import { whole, type Settings } from "../../platform/setting-shapes.ts";

export const SETTINGS = {
  "chat.completed_days": {
    value: 7,
    schema: whole(0, 365),
  },
} as const satisfies Settings;
