/** Settings of this module; server/declared-settings.ts has those of all modules. */
import { whole, type Settings } from "../../platform/setting-shapes.ts";

export const SETTINGS = {
  "accounts.export_days": {
    value: 3,
    schema: whole(1, 30),
    onePerson: true,
  },
} as const satisfies Settings;
