/** Several settings in one query: what staff set, or the default. */
import type { ReadTx } from "../../platform/postgres/db.ts";
import { type SettingName, SETTINGS, type SettingValue } from "./settings.ts";
import { storedSettings } from "./rows.ts";

/** By name. A stored value that no longer fits its shape is passed over for the default. */
export async function readSettings<const N extends SettingName>(
  tx: ReadTx,
  names: readonly N[],
): Promise<{ [K in N]: SettingValue<K> }> {
  const rows = await storedSettings(tx, names);
  const stored = new Map(rows.map((row) => [row.name, row.value]));
  const entries = names.map((name) => {
    const setting = SETTINGS[name];
    const value = stored.get(name);
    const fits = value !== undefined && setting.schema.safeParse(value).success;
    return [name, fits ? value : setting.value];
  });
  return Object.fromEntries(entries) as { [K in N]: SettingValue<K> };
}
