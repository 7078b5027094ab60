/** Settings of this module; server/declared-settings.ts has those of all modules. */
import { iso2List, slugList, type Settings } from "../../platform/setting-shapes.ts";

export const SETTINGS = {
  "catalog.disabled_countries": { value: ["CU", "IR", "KP", "SY"], schema: iso2List },
  "catalog.gray_countries": {
    value: ["AF", "MM", "YE"],
    schema: iso2List,
  },
  "catalog.disabled_methods": {
    value: [],
    schema: slugList,
  },
} as const satisfies Settings;
