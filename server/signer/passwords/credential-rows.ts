/** The SQL of credentials and of failed guesses at them. */
import type { Tx } from "../../platform/postgres/db.ts";

export type Purpose = "sign_in" | "prove" | "code" | "second_step" | "recovery" | "answers";

export async function insertCredential(
  tx: Tx,
  { reference, passwordHash }: { reference: string; passwordHash: string },
): Promise<void> {
  await tx.rows`
    insert into credentials (reference, password_hash, made_at)
    values (${reference}, ${passwordHash}, ${tx.now})`;
}

/** A few of those that no account was made with within a day. */
export async function deleteUnbound(tx: Tx): Promise<void> {
  await tx.rows`
    delete from credentials
    where reference in (
      select reference
      from credentials
      where user_id is null and made_at < ${tx.now}::timestamptz - interval '1 day'
      order by made_at
      limit 10)`;
}

/** `changes` is how often the password was changed. */
export type Credential = { readonly passwordHash: string; readonly changes: number };

/** Locks the user's password, so that guesses and changes are serialized. Undefined for a user without one. */
export async function lockCredential(tx: Tx, userId: bigint): Promise<Credential | undefined> {
  const [row] = await tx.rows<Credential>`
    select password_hash as "passwordHash", changes
    from credentials
    where user_id = ${userId}
    for update`;
  return row;
}

export type Guessed = { readonly userId: bigint; readonly purpose: Purpose };

/** How many failed within a day, up to `most`; older ones are forgotten. */
export async function countFailures(tx: Tx, { userId, purpose }: Guessed, most: number): Promise<number> {
  await tx.rows`
    delete from credential_failures
    where user_id = ${userId} and purpose = ${purpose} and at <= ${tx.now}::timestamptz - interval '1 day'`;
  const [row] = await tx.rows<{ count: number }>`
    select count(*)::int as count
    from (
      select
      from credential_failures
      where user_id = ${userId} and purpose = ${purpose}
      limit ${most}) as counted`;
  return row?.count ?? 0;
}

/** Returns its id. What is known to be wrong goes into the account's activity. */
export async function insertFailure(
  tx: Tx,
  { userId, purpose }: Guessed,
  isWrong: boolean,
): Promise<bigint | undefined> {
  const [row] = await tx.rows<{ id: bigint }>`
    insert into credential_failures (user_id, purpose, at, is_wrong)
    values (${userId}, ${purpose}, ${tx.now}, ${isWrong})
    returning id`;
  return row?.id;
}

/** It was compared and was wrong: into the account's activity as well. */
export async function markWrong(tx: Tx, id: bigint): Promise<void> {
  await tx.rows`
    update credential_failures
    set is_wrong = true
    where id = ${id}`;
}

/** Of what the last password opened to guesses: it opens nothing any more. */
export async function forgetFailures(tx: Tx, userId: bigint): Promise<void> {
  await tx.rows`
    delete from credential_failures
    where user_id = ${userId} and purpose in ('sign_in', 'prove', 'second_step', 'recovery')`;
}

export async function deleteFailure(tx: Tx, id: bigint): Promise<void> {
  await tx.rows`
    delete from credential_failures
    where id = ${id}`;
}
