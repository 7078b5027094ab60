/** What staff may change of this module; server/declared-settings.ts has the settings of all. */
import { iso2List, slugList, type Settings } from "../../platform/setting-shapes.ts";

export const SETTINGS = {
  "catalog.disabled_countries": { value: ["CU", "IR", "KP", "SY"], schema: iso2List, says: "No accounts, no trades." },
  "catalog.gray_countries": {
    value: ["AF", "MM", "YE"],
    schema: iso2List,
    says: "Need a verified identity for anything.",
  },
  "catalog.disabled_methods": { value: [], schema: slugList, says: "Methods closed beside those the table closes." },
} as const satisfies Settings;
