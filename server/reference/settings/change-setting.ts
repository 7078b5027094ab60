/** The operator of the machine changes a setting; the change is kept. Staff do it by a function of the database. */
import { Refusal } from "#contract/refusals.ts";
import type { JsonValue, Tx } from "../../platform/db.ts";
import { fitsSetting, isSettingName } from "./setting-rules.ts";
import { insertChange, upsertSetting } from "./rows.ts";

/** Refuses settings.unknown and settings.value. Emits setting.changed. */
export async function changeSetting(
  tx: Tx,
  { name, value, changedBy }: { name: string; value: JsonValue; changedBy: bigint | null },
): Promise<void> {
  if (!isSettingName(name)) throw new Refusal("settings.unknown");
  if (!fitsSetting(name, value)) throw new Refusal("settings.value");

  await upsertSetting(tx, { name, value, changedBy });
  await insertChange(tx, { name, value, changedBy });

  tx.emit({ type: "setting.changed", subject: name, payload: { value } });
}
