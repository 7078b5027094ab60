/** The SQL of sign-ins that wait for their second step. */
import type { FactorUses } from "#contract/people/sign-in/factor-uses.ts";
import type { ReadTx, Tx } from "../../../platform/postgres/db.ts";
import { onlyRow } from "../../../platform/postgres/only-row.ts";

export type PendingRow = {
  readonly id: bigint;
  readonly public_id: string;
  readonly user_id: bigint;
  readonly password_at: Date;
};

type NewPending = {
  readonly tokenHash: Uint8Array;
  readonly browserHash: Uint8Array;
  readonly publicId: string;
  readonly userId: bigint;
  readonly passwordAt: Date;
  readonly minutes: number;
  readonly tries: number;
  /** Where from, for its owner. */
  readonly ip: string;
  readonly userAgent: string;
};

/** Returns until when it may be finished. */
export async function insertPending(
  tx: Tx,
  { tokenHash, browserHash, publicId, userId, passwordAt, minutes, tries, ip, userAgent }: NewPending,
): Promise<Date> {
  const [row] = await tx.rows<{ expires_at: Date }>`
    insert into pending_sign_ins
      (token_hash, public_id, user_id, browser_hash, password_at, made_at, expires_at, tries_left, ip, user_agent)
    values (${tokenHash}, ${publicId}, ${userId}, ${browserHash}, ${passwordAt}, ${tx.now},
      ${tx.now}::timestamptz + make_interval(mins => ${minutes}), ${tries}, ${ip}, ${userAgent})
    returning expires_at`;
  if (!row) throw new Error("a sign-in was not written");
  return row.expires_at;
}

export type Held = { readonly tokenHash: Uint8Array; readonly browserHash: Uint8Array };

/** Of this token, from this browser, while it is open. */
export async function findPending(tx: ReadTx, { tokenHash, browserHash }: Held): Promise<PendingRow | undefined> {
  const [row] = await tx.rows<PendingRow>`
    select id, public_id, user_id, password_at
    from pending_sign_ins
    where token_hash = ${tokenHash} and browser_hash = ${browserHash} and spent_at is null and tries_left > 0
      and expires_at > market_now()`;
  return row;
}

/** One try less; undefined where none is left, or it is over. */
export async function countPendingTry(tx: Tx, { tokenHash, browserHash }: Held): Promise<PendingRow | undefined> {
  const [row] = await tx.rows<PendingRow>`
    update pending_sign_ins
    set tries_left = tries_left - 1
    where token_hash = ${tokenHash} and browser_hash = ${browserHash} and spent_at is null and tries_left > 0
      and expires_at > market_now()
    returning id, public_id, user_id, password_at`;
  return row;
}

/** False where it was finished already. */
export async function spendPending(tx: Tx, id: bigint): Promise<boolean> {
  const rows = await tx.rows`
    update pending_sign_ins
    set spent_at = ${tx.now}
    where id = ${id} and spent_at is null
    returning id`;
  return rows.length > 0;
}

/** What a second factor is asked for, as the signer has it. */
export async function factorUsesOf(tx: ReadTx, userId: bigint): Promise<FactorUses> {
  return onlyRow(await tx.rows<{ uses: FactorUses }>`select factor_uses(${userId}) as uses`).uses;
}

/** Deletes finished or notified ones after two days: the limits look back one day. */
export async function deleteOldPending(tx: Tx): Promise<void> {
  await tx.rows`
    delete from pending_sign_ins
    where made_at < ${tx.now}::timestamptz - interval '2 days' and (told_at is not null or spent_at is not null)`;
}
