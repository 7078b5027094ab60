/** Settings and feature flags as administrators see them. */
import {
  type ConsoleFlag,
  type ConsoleSetting,
  type listFlagChanges,
  type listFlagPeople,
  type listSettingChanges,
  SETTING_UNITS,
} from "#contract/staff/console.ts";
import type { QueryOf, ReplyOf } from "#contract/platform/endpoint.ts";
import { inEachLocale } from "#contract/platform/locales.ts";
import { FLAG_NAMES } from "#contract/reference/flag-names.ts";
import { Refusal } from "#contract/platform/errors/refusals.ts";
import type { ReadTx } from "../../../platform/postgres/db.ts";
import { readSlice } from "../../../platform/cursors.ts";
import { textOf } from "../../../platform/texts.ts";
import {
  isSettingName,
  readSettings,
  SETTINGS,
  type SettingName,
  settingRule,
} from "../../../reference/settings/index.ts";
import { flagChangeRows, flagPeople, flagRows, settingChangeRows, settingRows } from "./console-rows.ts";

const NAMES = Object.keys(SETTINGS).filter(isSettingName).sort();

export async function viewSettings(tx: ReadTx): Promise<ConsoleSetting[]> {
  const [values, rows] = await Promise.all([readSettings(tx, NAMES), settingRows(tx)]);
  const changes = new Map(rows.map((row) => [row.name, row]));
  return NAMES.map((name) => {
    const { shape, initial, takesTwo } = settingRule(name);
    const change = changes.get(name);
    return {
      ...{ name, value: values[name], initial, shape, takesTwo },
      says: inEachLocale((locale) => textOf(`settings.${name}`, locale)),
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

type Changes = ReplyOf<typeof listSettingChanges>;

/** Refuses settings.unknown. */
export async function viewSettingChanges(
  tx: ReadTx,
  { name, after }: QueryOf<typeof listSettingChanges>,
): Promise<Changes> {
  if (!isSettingName(name)) throw new Refusal("settings.unknown");
  const found = await readSlice(
    (limit) => settingChangeRows(tx, { name, after: after === undefined ? null : BigInt(after), limit }),
    ({ id }) => String(id),
  );
  return {
    rows: found.rows.map((row) => ({
      value: row.value as Changes["rows"][number]["value"],
      reason: row.reason,
      changedBy: row.changed_by,
      confirmedBy: row.confirmed_by,
      at: row.changed_at.toISOString(),
    })),
    next: found.next,
  };
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
      peopleTotal: row.people_total,
      changedAt: row.changed_at?.toISOString() ?? null,
      changedBy: row.changed_by,
    };
  });
}

export async function viewFlagPeople(
  tx: ReadTx,
  { name, after }: QueryOf<typeof listFlagPeople>,
): Promise<ReplyOf<typeof listFlagPeople>> {
  const found = await readSlice(
    (limit) => flagPeople(tx, { name, after, limit }),
    ({ username }) => username,
  );
  return { rows: found.rows.map(({ username, is_on }) => ({ username, isOn: is_on })), next: found.next };
}

export async function viewFlagChanges(
  tx: ReadTx,
  { name, after }: QueryOf<typeof listFlagChanges>,
): Promise<ReplyOf<typeof listFlagChanges>> {
  const found = await readSlice(
    (limit) => flagChangeRows(tx, { name, after: after === undefined ? null : BigInt(after), limit }),
    ({ id }) => String(id),
  );
  return {
    rows: found.rows.map(({ username, value, reason, changed_by, changed_at }) => ({
      ...{ username, value, reason },
      changedBy: changed_by,
      at: changed_at.toISOString(),
    })),
    next: found.next,
  };
}
