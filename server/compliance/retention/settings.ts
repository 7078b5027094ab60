/** Settings of this module; server/declared-settings.ts has those of all modules. */
import { whole, type Settings } from "../../platform/setting-shapes.ts";

export const SETTINGS = {
  "retention.chat_years": {
    value: 5,
    schema: whole(1, 20),
  },
  "retention.act_words_years": {
    value: 5,
    schema: whole(1, 20),
  },
  "retention.log_days": {
    value: 365,
    schema: whole(30, 3650),
  },
} as const satisfies Settings;
