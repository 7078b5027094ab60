/** What staff may change of this module; server/declared-settings.ts has the settings of all. */
import { whole, type Settings } from "../../platform/setting-shapes.ts";

export const SETTINGS = {
  "offers.featured": {
    value: 20,
    schema: whole(0, 200),
    says: "Offers that staff feature at a time, all together.",
    onePerson: true,
  },
  "offers.featured_days": {
    value: 30,
    schema: whole(1, 90),
    says: "How many days staff feature an offer at most.",
    onePerson: true,
  },
  "offers.reports_a_day": {
    value: 10,
    schema: whole(1, 1000),
    says: "Offers that one user may report in a day.",
    onePerson: true,
  },
} as const satisfies Settings;
