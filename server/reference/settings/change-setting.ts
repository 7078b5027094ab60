/** The operator of the machine changes a setting; the change is kept. Staff do it by a function of the database. */
import { fieldRefusal, Refusal } from "#contract/platform/errors/refusals.ts";
import type { JsonValue, ReadTx, Tx } from "../../platform/postgres/db.ts";
import { readSettings } from "./read-settings.ts";
import { fitsSetting, isSettingName } from "./setting-rules.ts";
import { insertChange, upsertSetting } from "./rows.ts";

/** The least of something, and the most of it. */
const BOUNDS = [
  ["accounts.username_least", "accounts.username_most"],
  ["offers.window_least_minutes", "offers.window_most_minutes"],
] as const;

/** As they are after a change. Refuses settings.value where nothing would fit any more. */
export async function refuseEmptyBounds(tx: ReadTx): Promise<void> {
  const settings = await readSettings(tx, BOUNDS.flat());
  if (BOUNDS.some(([least, most]) => settings[least] > settings[most])) throw fieldRefusal("settings.value", "value");
}

/** Refuses settings.unknown and settings.value. Emits setting.changed. */
export async function changeSetting(
  tx: Tx,
  { name, value, changedBy }: { name: string; value: JsonValue; changedBy: bigint | null },
): Promise<void> {
  if (!isSettingName(name)) throw new Refusal("settings.unknown");
  if (!fitsSetting(name, value)) throw new Refusal("settings.value");

  await upsertSetting(tx, { name, value, changedBy });
  await insertChange(tx, { name, value, changedBy });
  await refuseEmptyBounds(tx);

  tx.emit({ type: "setting.changed", subject: name, payload: { value } });
}
