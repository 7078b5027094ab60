/** The SQL of settings. */
import { json, type JsonValue, type ReadTx, type Tx } from "../../platform/postgres/db.ts";

export async function storedSettings(
  tx: ReadTx,
  names: readonly string[],
): Promise<{ name: string; value: unknown }[]> {
  return tx.rows<{ name: string; value: unknown }>`
    select name, value
    from settings
    where name = any (${names})`;
}

export async function upsertSetting(tx: Tx, { name, value, changedBy }: Change): Promise<void> {
  await tx.rows`
    insert into settings (name, value, changed_by, changed_at)
    values (${name}, ${json(value)}, ${changedBy}, ${tx.now})
    on conflict (name) do update
    set value = excluded.value, changed_by = excluded.changed_by, changed_at = excluded.changed_at`;
}

export async function insertChange(tx: Tx, { name, value, changedBy }: Change): Promise<void> {
  await tx.rows`
    insert into setting_changes (name, value, changed_by, changed_at)
    values (${name}, ${json(value)}, ${changedBy}, ${tx.now})`;
}

export type Change = { readonly name: string; readonly value: JsonValue; readonly changedBy: bigint | null };

/** A value of no shape means the default of the code. A value that staff set stays. */
export async function dropPreset(tx: Tx, name: string): Promise<void> {
  await tx.rows`
    update settings
    set value = 'null', changed_at = ${tx.now}
    where name = ${name} and changed_by is null and value <> 'null'`;
}

/** What staff set stays. */
export async function upsertPreset(tx: Tx, name: string, value: JsonValue): Promise<void> {
  await tx.rows`
    insert into settings (name, value, changed_by, changed_at)
    values (${name}, ${json(value)}, null, ${tx.now})
    on conflict (name) do update
    set value = excluded.value, changed_at = excluded.changed_at
    where settings.changed_by is null`;
}
