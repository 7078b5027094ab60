/** What staff may change of this module; server/declared-settings.ts has the settings of all. */
import { whole, type Settings } from "../../platform/setting-shapes.ts";

export const SETTINGS = {
  "badges.days": {
    value: 90,
    schema: whole(1, 150),
    says: "Badges are decided by the trades of so many days.",
    onePerson: true,
  },
  "badges.account_days": {
    value: 90,
    schema: whole(0, 3650),
    says: "Power and expert traders have been here for so long.",
    onePerson: true,
  },
  "badges.power_trades": {
    value: 250,
    schema: whole(1, 100_000),
    says: "Completed trades of a power trader.",
    onePerson: true,
  },
  "badges.expert_trades": {
    value: 1000,
    schema: whole(1, 100_000),
    says: "Completed trades of an expert trader.",
    onePerson: true,
  },
  "badges.partners": {
    value: 5,
    schema: whole(0, 100),
    says: "Badges of trades and sales take so many partners who sign in from different addresses.",
    onePerson: true,
  },
  "badges.counted_partners": {
    value: 20,
    schema: whole(0, 1000),
    says: "Power and expert traders have so many counted partners; one counts fully from 25 USD of fees.",
    onePerson: true,
  },
  "badges.vendor_counted_partners": {
    value: 5,
    schema: whole(0, 1000),
    says: "Vendors have so many counted partners; one counts fully from 25 USD of fees.",
    onePerson: true,
  },
  "badges.vendor_sales": { value: 25, schema: whole(1, 200), says: "Completed sales of a vendor.", onePerson: true },
} as const satisfies Settings;
