/** What the program itself sets at its start. */
import type { JsonValue, Tx } from "../../platform/postgres/db.ts";
import { readSettings } from "./read-settings.ts";
import type { SettingName, SettingValue } from "./settings.ts";
import { dropPreset, upsertPreset } from "./rows.ts";

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
      // A value of no shape means the default of the code.
      await dropPreset(tx, name);
    } else if (JSON.stringify(known[name]) !== JSON.stringify(value)) {
      await upsertPreset(tx, name, value as JsonValue);
    }
  }
}
