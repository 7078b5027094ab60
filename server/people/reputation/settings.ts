/** What staff may change of this module; server/declared-settings.ts has the settings of all. */
import { whole, type Settings } from "../../platform/setting-shapes.ts";

export const SETTINGS = {
  "badges.days": {
    value: 90,
    schema: whole(1, 150),
    says: "Number of days whose trades decide badges.",
    onePerson: true,
  },
  "badges.account_days": {
    value: 90,
    schema: whole(0, 3650),
    says: "Minimum age of the account of a power or expert trader.",
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
    says: "Partners with different addresses that badges of trades and sales require.",
    onePerson: true,
  },
  "badges.counted_partners": {
    value: 20,
    schema: whole(0, 1000),
    says: "Counted partners of power and expert traders; one counts fully from 25 USD of fees.",
    onePerson: true,
  },
  "badges.vendor_counted_partners": {
    value: 5,
    schema: whole(0, 1000),
    says: "Counted partners of vendors; one counts fully from 25 USD of fees.",
    onePerson: true,
  },
  "badges.vendor_sales": { value: 25, schema: whole(1, 200), says: "Completed sales of a vendor.", onePerson: true },
} as const satisfies Settings;
