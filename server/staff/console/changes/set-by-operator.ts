/** The operator of the machine changes a setting: where there is one administrator, nobody else could change most of them. */
import type { JsonValue, Tx } from "../../../platform/postgres/db.ts";
import { changeSetting, isSettingName, readSettings } from "../../../reference/settings/index.ts";
import { recordStaffAct } from "../../../people/audit/index.ts";

type Wish = { readonly name: string; readonly value: JsonValue; readonly reason: string };

/** False when it is so already: then nothing is written. Refuses settings.unknown and settings.value. */
export async function setByOperator(tx: Tx, { name, value, reason }: Wish): Promise<boolean> {
  if (isSettingName(name) && JSON.stringify((await readSettings(tx, [name]))[name]) === JSON.stringify(value))
    return false;
  await changeSetting(tx, { name, value, changedBy: null });
  await recordStaffAct(tx, { staffId: null, act: "setting.set", subject: `${name}=${JSON.stringify(value)}`, reason });
  return true;
}
