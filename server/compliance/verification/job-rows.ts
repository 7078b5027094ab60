/** The SQL of what happens to documents by time. */
import type { ReadTx, Tx } from "../../platform/postgres/db.ts";
import { onlyRow } from "../../platform/postgres/only-row.ts";

const MOST_FILES = 1000;

export async function endExpiredRows(tx: Tx): Promise<number> {
  return onlyRow(await tx.rows<{ many: number }>`select end_expired_verifications() as many`).many;
}

export async function countErased(tx: Tx): Promise<number> {
  return onlyRow(await tx.rows<{ many: number }>`select erase_verifications() as many`).many;
}

/** Of pictures whose row is gone, and that no other row names. */
export async function filesToRemove(tx: ReadTx): Promise<string[]> {
  const rows = await tx.rows<{ file_key: string }>`
    select file_key
    from verification_files_to_remove
    limit ${MOST_FILES}`;
  return rows.map(({ file_key }) => file_key);
}

export async function forgetFile(tx: Tx, key: string): Promise<void> {
  await tx.rows`
    delete from verification_files_to_remove
    where file_key = ${key}`;
}
