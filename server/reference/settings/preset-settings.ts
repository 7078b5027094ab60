/** What the program itself sets at its start. */
import { json, type JsonValue, type Tx } from "../../platform/db.ts";
import { readSettings } from "./read-settings.ts";
import type { SettingName, SettingValue } from "./settings.ts";

/** Null takes an earlier preset back. What staff set stays as they set it. */
export async function presetSettings(
  tx: Tx,
  values: { readonly [N in SettingName]?: SettingValue<N> | null },
): Promise<void> {
  const names = Object.keys(values) as SettingName[];
  const known = await readSettings(tx, names);
  for (const name of names) {
    const value = values[name] ?? null;
    if (value === null) {
      // A value of no shape stands for the default of the code.
      await tx.rows`
        update settings
        set value = 'null', changed_at = ${tx.now}
        where name = ${name} and changed_by is null and value <> 'null'`;
    } else if (JSON.stringify(known[name]) !== JSON.stringify(value)) {
      await tx.rows`
        insert into settings (name, value, changed_by, changed_at)
        values (${name}, ${json(value as JsonValue)}, null, ${tx.now})
        on conflict (name) do update
        set value = excluded.value, changed_at = excluded.changed_at
        where settings.changed_by is null`;
    }
  }
}
