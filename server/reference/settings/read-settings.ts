/** Several settings in one query: what staff set, or the default. */
import type { ReadTx } from "../../platform/db.ts";
import { SETTINGS, type SettingName, type SettingValue } from "./settings.ts";

/** By name. A stored value that no longer fits its shape is passed over for the default. */
export async function readSettings<const N extends SettingName>(
  tx: ReadTx,
  names: readonly N[],
): Promise<{ [K in N]: SettingValue<K> }> {
  const rows = await tx.rows<{ name: string; value: unknown }>`
    select name, value
    from settings
    where name = any (${names})`;
  const stored = new Map(rows.map((row) => [row.name, row.value]));
  const entries = names.map((name) => {
    const setting = SETTINGS[name];
    const value = stored.get(name);
    const fits = value !== undefined && setting.schema.safeParse(value).success;
    return [name, fits ? value : setting.value];
  });
  return Object.fromEntries(entries) as { [K in N]: SettingValue<K> };
}
