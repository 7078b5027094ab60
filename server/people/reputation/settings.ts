/** Settings of this module; server/declared-settings.ts has those of all modules. */
import { whole, type Settings } from "../../platform/setting-shapes.ts";

export const SETTINGS = {
  "badges.days": {
    value: 90,
    schema: whole(1, 150),
    onePerson: true,
  },
  "badges.account_days": {
    value: 90,
    schema: whole(0, 3650),
    onePerson: true,
  },
  "badges.power_trades": {
    value: 250,
    schema: whole(1, 100_000),
    onePerson: true,
  },
  "badges.expert_trades": {
    value: 1000,
    schema: whole(1, 100_000),
    onePerson: true,
  },
  "badges.partners": {
    value: 5,
    schema: whole(0, 100),
    onePerson: true,
  },
  "badges.counted_partners": {
    value: 20,
    schema: whole(0, 1000),
    onePerson: true,
  },
  "badges.vendor_counted_partners": {
    value: 5,
    schema: whole(0, 1000),
    onePerson: true,
  },
  "badges.vendor_sales": { value: 25, schema: whole(1, 200), onePerson: true },
} as const satisfies Settings;
