/** The SQL of passwords that change, and of the links that change them. */
import type { ReadTx, Tx } from "../../platform/postgres/db.ts";

export async function changesOf(tx: ReadTx, userId: bigint): Promise<number | undefined> {
  const [row] = await tx.rows<{ changes: number }>`
    select changes
    from credentials
    where user_id = ${userId}`;
  return row?.changes;
}

type NewPassword = { readonly userId: bigint; readonly passwordHash: string; readonly keptSession: bigint | null };

/** Ends what the old one had opened, all but the session that is kept; a trigger does. */
export async function replacePassword(tx: Tx, { userId, passwordHash, keptSession }: NewPassword): Promise<void> {
  const now = await tx.readClock();
  await tx.rows`
    update credentials
    set password_hash = ${passwordHash}, changes = changes + 1, changed_at = ${now}, kept_session = ${keptSession}
    where user_id = ${userId}`;
}

export type ResetRow = {
  readonly user_id: bigint;
  /** How often the password had been changed when it was asked for. */
  readonly changes: number;
  readonly waits_until: Date | null;
};

/** A link that was not used, has not expired, and belongs to the current password. */
export async function findReset(tx: ReadTx, tokenHash: string): Promise<ResetRow | undefined> {
  const [row] = await tx.rows<ResetRow>`
    select reset.user_id, reset.changes, reset.waits_until
    from password_resets reset
    join credentials on credentials.user_id = reset.user_id and credentials.changes = reset.changes
    where reset.token_hash = ${tokenHash} and reset.spent_at is null and reset.expires_at > market_now()`;
  return row;
}

/** False when another call has used it since. */
export async function spendReset(tx: Tx, tokenHash: string): Promise<boolean> {
  const rows = await tx.rows`
    update password_resets
    set spent_at = ${tx.now}
    where token_hash = ${tokenHash} and spent_at is null
    returning token_hash`;
  return rows.length > 0;
}

type Wait = { readonly tokenHash: string; readonly hours: number; readonly openHours: number };

/** The link works after a wait, for a time. Returns from when on; one that waits already keeps its end. */
export async function beginWait(tx: Tx, { tokenHash, hours, openHours }: Wait): Promise<Date | undefined> {
  const [row] = await tx.rows<{ waits_until: Date }>`
    update password_resets
    set waits_until = coalesce(waits_until, ${tx.now}::timestamptz + make_interval(hours => ${hours})),
        expires_at = case when waits_until is null
          then ${tx.now}::timestamptz + make_interval(hours => ${hours + openHours}) else expires_at end
    where token_hash = ${tokenHash}
    returning waits_until`;
  return row?.waits_until;
}
