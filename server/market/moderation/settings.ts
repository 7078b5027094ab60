/** Settings of this module; server/declared-settings.ts has those of all modules. */
import { whole, type Settings } from "../../platform/setting-shapes.ts";

export const SETTINGS = {
  "offers.featured": {
    value: 20,
    schema: whole(0, 200),
    onePerson: true,
  },
  "offers.featured_days": {
    value: 30,
    schema: whole(1, 90),
    onePerson: true,
  },
  "offers.reports_a_day": {
    value: 10,
    schema: whole(1, 1000),
    onePerson: true,
  },
} as const satisfies Settings;
