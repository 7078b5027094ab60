/** Settings of this module; server/declared-settings.ts has those of all modules. */
import { whole, type Settings } from "../../platform/setting-shapes.ts";

export const SETTINGS = {
  "otc.most_open": { value: 3, schema: whole(1, 50), onePerson: true },
  "otc.answer_hours": { value: 24, schema: whole(1, 168), onePerson: true },
  "otc.open_days": { value: 7, schema: whole(1, 60), onePerson: true },
} as const satisfies Settings;
