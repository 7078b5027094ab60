/** Settings and feature flags as administrators see them. */
import {
  type ConsoleFlag,
  type ConsoleSetting,
  type listFlagChanges,
  type listSettingChanges,
  SETTING_UNITS,
} from "#contract/console.ts";
import type { ReplyOf } from "#contract/endpoint.ts";
import { FLAG_NAMES, type FlagName } from "#contract/flag-names.ts";
import { Refusal } from "#contract/refusals.ts";
import type { ReadTx } from "../../platform/db.ts";
import {
  isSettingName,
  readSettings,
  SETTINGS,
  type SettingName,
  settingRule,
  settingWords,
} from "../../reference/settings/index.ts";
import { flagChangeRows, flagRows, settingChangeRows, settingRows } from "./console-rows.ts";

const NAMES = Object.keys(SETTINGS).filter(isSettingName).sort();

export async function viewSettings(tx: ReadTx): Promise<ConsoleSetting[]> {
  const [values, rows] = await Promise.all([readSettings(tx, NAMES), settingRows(tx)]);
  const changes = new Map(rows.map((row) => [row.name, row]));
  return NAMES.map((name) => {
    const { shape, initial, takesTwo } = settingRule(name);
    const change = changes.get(name);
    return {
      ...{ name, value: values[name], initial, shape, takesTwo },
      says: settingWords(name),
      unit: unitOf(name),
      changedAt: change?.changed_at.toISOString() ?? null,
      changedBy: change?.changed_by ?? null,
    } as ConsoleSetting;
  });
}

/** A name ends with the unit of its number. */
function unitOf(name: SettingName): ConsoleSetting["unit"] {
  return SETTING_UNITS.find((unit) => name.endsWith(`_${unit}`)) ?? null;
}

/** Refuses settings.unknown. */
export async function viewSettingChanges(tx: ReadTx, name: string): Promise<ReplyOf<typeof listSettingChanges>> {
  if (!isSettingName(name)) throw new Refusal("settings.unknown");
  const rows = await settingChangeRows(tx, name);
  return rows.map((row) => ({
    value: row.value as ReplyOf<typeof listSettingChanges>[number]["value"],
    reason: row.reason,
    changedBy: row.changed_by,
    confirmedBy: row.confirmed_by,
    at: row.changed_at.toISOString(),
  }));
}

/** In the order of their names in the contract; with `who` those that are switched for them, and nobody else. */
export async function viewFlags(tx: ReadTx, { who }: { who?: string | undefined }): Promise<ConsoleFlag[]> {
  const rows = new Map((await flagRows(tx, who)).map((row) => [row.name, row]));
  return FLAG_NAMES.flatMap((name) => {
    const row = rows.get(name);
    if (!row) return [];
    const { percent, initial, people } = row;
    return {
      name,
      percent,
      initial,
      people,
      changedAt: row.changed_at?.toISOString() ?? null,
      changedBy: row.changed_by,
    };
  });
}

export async function viewFlagChanges(tx: ReadTx, name: FlagName): Promise<ReplyOf<typeof listFlagChanges>> {
  const rows = await flagChangeRows(tx, name);
  return rows.map(({ username, value, reason, changed_by, changed_at }) => ({
    ...{ username, value, reason },
    changedBy: changed_by,
    at: changed_at.toISOString(),
  }));
}
