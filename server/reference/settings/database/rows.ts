import type { DeclaredRows } from "../../../platform/postgres/schema/rows.ts";
import { isSettingName, settingRule } from "../setting-rules.ts";
import { SETTINGS } from "../settings.ts";

/** The bounds and defaults of every setting: the database holds every write to them. A value of JSON is its text. */
export const ROWS: readonly DeclaredRows[] = [
  {
    table: "setting_rules",
    key: ["name"],
    rows: Object.keys(SETTINGS)
      .filter(isSettingName)
      .map((name) => {
        const { shape, initial, takesTwo } = settingRule(name);
        return { name, shape: JSON.stringify(shape), initial: JSON.stringify(initial), takes_two: takesTwo };
      }),
  },
];
