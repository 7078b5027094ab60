/** What staff may change of this module; server/declared-settings.ts has the settings of all. */
import { iso2List, slugList, type Settings } from "../../platform/setting-shapes.ts";

export const SETTINGS = {
  "catalog.disabled_countries": { value: ["CU", "IR", "KP", "SY"], schema: iso2List, says: "No accounts, no trades." },
  "catalog.gray_countries": {
    value: ["AF", "MM", "YE"],
    schema: iso2List,
    says: "Users from these countries need a verified identity for everything.",
  },
  "catalog.disabled_methods": {
    value: [],
    schema: slugList,
    says: "Payment methods closed in addition to those of the table.",
  },
} as const satisfies Settings;
