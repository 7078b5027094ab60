/** The SQL of new passwords, by the functions that the database has for them. */
import type { ReadTx, Tx } from "../../../platform/postgres/db.ts";
import { onlyRow } from "../../../platform/postgres/only-row.ts";

/** Whether the password has not been changed since then. It stays so until the end of the transaction. */
export async function passwordUnchanged(tx: Tx, { userId, since }: { userId: bigint; since: Date }): Promise<boolean> {
  const rows = await tx.rows<{ unchanged: boolean }>`select password_stands(${userId}, ${since}) as unchanged`;
  return onlyRow(rows).unchanged;
}

/** False for a user without a password. For workers only: the web makes no link. */
export async function beginReset(
  tx: Tx,
  { userId, tokenHash }: { userId: bigint; tokenHash: string },
): Promise<boolean> {
  const rows = await tx.rows<{ began: boolean }>`
    select begin_password_reset(${tokenHash}, ${userId}, ${tx.now}) as began`;
  return onlyRow(rows).began;
}

/** The owner of a link; undefined for one that has expired, was used, or never existed. */
export async function findResetUser(tx: ReadTx, tokenHash: string): Promise<bigint | undefined> {
  const rows = await tx.rows<{ user_id: bigint | null }>`select password_reset_user(${tokenHash}) as user_id`;
  return onlyRow(rows).user_id ?? undefined;
}
