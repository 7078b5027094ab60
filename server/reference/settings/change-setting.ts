/** Staff change a setting; the change is kept. */
import { Refusal } from "#contract/refusals.ts";
import { type JsonValue, json, type Tx } from "../../platform/db.ts";
import { SETTINGS, type SettingName } from "./settings.ts";

/** Refuses settings.unknown and settings.value. Emits setting.changed. */
export async function changeSetting(
  tx: Tx,
  { name, value, changedBy }: { name: string; value: JsonValue; changedBy: bigint | null },
): Promise<void> {
  if (!Object.hasOwn(SETTINGS, name)) throw new Refusal("settings.unknown");
  if (!SETTINGS[name as SettingName].schema.safeParse(value).success) throw new Refusal("settings.value");

  await tx.rows`
    insert into settings (name, value, changed_by, changed_at)
    values (${name}, ${json(value)}, ${changedBy}, ${tx.now})
    on conflict (name) do update
    set value = excluded.value, changed_by = excluded.changed_by, changed_at = excluded.changed_at`;
  await tx.rows`
    insert into setting_changes (name, value, changed_by, changed_at)
    values (${name}, ${json(value)}, ${changedBy}, ${tx.now})`;

  tx.emit({ type: "setting.changed", subject: name, payload: { value } });
}
