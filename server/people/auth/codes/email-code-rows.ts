/** The SQL of codes by email. */
import type { ReadTx, Tx } from "../../../platform/postgres/db.ts";

/** When the user's newest code was made. */
export async function lastSentAt(tx: ReadTx, userId: bigint): Promise<Date | undefined> {
  const [row] = await tx.rows<{ created_at: Date }>`
    select created_at
    from email_codes
    where user_id = ${userId}
    order by id desc
    limit 1`;
  return row?.created_at;
}

/** How far the newest code of an email is that was not spent. */
export async function emailCodeOf(
  tx: ReadTx,
  userId: bigint,
): Promise<{ triesLeft: number; expiresAt: Date } | undefined> {
  const [row] = await tx.rows<{ tries_left: number; expires_at: Date }>`
    select tries_left, expires_at
    from email_codes
    where user_id = ${userId} and spent_at is null
    order by id desc
    limit 1`;
  return row && { triesLeft: row.tries_left, expiresAt: row.expires_at };
}

/** Returns its id. */
export async function insertCode(
  tx: Tx,
  {
    userId,
    codeHash,
    validMinutes,
    tries,
  }: { userId: bigint; codeHash: Uint8Array; validMinutes: number; tries: number },
): Promise<bigint | undefined> {
  const [row] = await tx.rows<{ id: bigint }>`
    insert into email_codes (user_id, purpose, code_hash, created_at, expires_at, tries_left)
    values (${userId}, 'confirm_email', ${codeHash}, ${tx.now},
            ${tx.now}::timestamptz + make_interval(mins => ${validMinutes}), ${tries})
    returning id`;
  return row?.id;
}

/** Locks the newest code that is not spent. */
export async function lockNewestCode(
  tx: Tx,
  userId: bigint,
): Promise<{ id: bigint; code_hash: Uint8Array; expires_at: Date; tries_left: number } | undefined> {
  const [row] = await tx.rows<{ id: bigint; code_hash: Uint8Array; expires_at: Date; tries_left: number }>`
    select id, code_hash, expires_at, tries_left
    from email_codes
    where user_id = ${userId} and spent_at is null
    order by id desc
    limit 1
    for update`;
  return row;
}

export async function countWrongTry(tx: Tx, id: bigint): Promise<void> {
  await tx.rows`
    update email_codes
    set tries_left = tries_left - 1
    where id = ${id}`;
}

export async function spendCode(tx: Tx, id: bigint, at: Date): Promise<void> {
  await tx.rows`
    update email_codes
    set spent_at = ${at}
    where id = ${id}`;
}
