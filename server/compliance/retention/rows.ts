/** The SQL of what is erased by its age. The modules declare the kinds, and have a function for each. */
import type { Tx } from "../../platform/postgres/db.ts";
import { onlyRow } from "../../platform/postgres/only-row.ts";

/** Some of one kind. Returns how many rows were looked at; fewer than `most` when nothing is left. */
export async function eraseSome(tx: Tx, { kind, most }: { kind: string; most: number }): Promise<number> {
  return onlyRow(await tx.rows<{ many: number }>`select erase_by_age(${kind}, ${most}) as many`).many;
}

/** Files of erased rows that no other row names. */
export async function filesToRemove(tx: Tx, most: number): Promise<string[]> {
  const rows = await tx.rows<{ file_key: string }>`select files_to_remove(${most}) as file_key`;
  return rows.map(({ file_key }) => file_key);
}

export async function forgetFile(tx: Tx, key: string): Promise<void> {
  await tx.rows`
    delete from retention_files
    where file_key = ${key}`;
}
