/** Staff change a setting; the change is kept. */
import { Refusal } from "#contract/refusals.ts";
import type { JsonValue, Tx } from "../../platform/db.ts";
import { type SettingName, SETTINGS } from "./settings.ts";
import { insertChange, upsertSetting } from "./rows.ts";

/** Refuses settings.unknown and settings.value. Emits setting.changed. */
export async function changeSetting(
  tx: Tx,
  { name, value, changedBy }: { name: string; value: JsonValue; changedBy: bigint | null },
): Promise<void> {
  if (!Object.hasOwn(SETTINGS, name)) throw new Refusal("settings.unknown");
  if (!SETTINGS[name as SettingName].schema.safeParse(value).success) throw new Refusal("settings.value");

  await upsertSetting(tx, { name, value, changedBy });
  await insertChange(tx, { name, value, changedBy });

  tx.emit({ type: "setting.changed", subject: name, payload: { value } });
}
