/** Settings of this module; server/declared-settings.ts has those of all modules. */
import { whole, type Settings } from "../../platform/setting-shapes.ts";

export const SETTINGS = {
  "accounts.email_undo_days": {
    value: 7,
    schema: whole(1, 90),
  },
} as const satisfies Settings;
