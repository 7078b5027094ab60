/** The SQL of what people have enrolled: an authenticator app, passkeys. */
import type { ReadTx, Tx } from "../../platform/postgres/db.ts";
import { onlyRow } from "../../platform/postgres/only-row.ts";

export type PasskeyRow = {
  readonly id: string;
  readonly user_id: bigint;
  /** COSE (RFC 9052). */
  readonly public_key: Uint8Array;
  readonly name: string;
  readonly made_at: Date;
  /** Its user has taken another factor away by the password, not long ago. */
  readonly is_after_loss: boolean;
};

export async function passkeysById(tx: ReadTx, ids: readonly string[]): Promise<Map<string, PasskeyRow>> {
  const rows = await tx.rows<PasskeyRow>`
    select id, user_id, public_key, name, made_at,
      exists (
        select
        from send_out_holds hold
        where hold.user_id = passkeys.user_id and hold.reason = 'factor_lost' and hold.ends_at > ${tx.now}::timestamptz
      ) as is_after_loss
    from passkeys
    where id = any(${ids}::text[])`;
  return new Map(rows.map((row) => [row.id, row]));
}

export function passkeysOf(tx: ReadTx, userId: bigint): Promise<Pick<PasskeyRow, "id" | "name" | "made_at">[]> {
  return tx.rows<Pick<PasskeyRow, "id" | "name" | "made_at">>`
    select id, name, made_at
    from passkeys
    where user_id = ${userId}
    order by made_at, id`;
}

type NewPasskey = Pick<PasskeyRow, "id" | "user_id" | "public_key" | "name">;

/** False if it is already enrolled. */
export async function insertPasskey(tx: Tx, { id, user_id, public_key, name }: NewPasskey): Promise<boolean> {
  const rows = await tx.rows`
    insert into passkeys (id, user_id, public_key, name, made_at)
    values (${id}, ${user_id}, ${public_key}, ${name}, ${tx.now})
    on conflict (id) do nothing
    returning id`;
  return rows.length > 0;
}

export async function deletePasskey(tx: Tx, { id, userId }: { id: string; userId: bigint }): Promise<boolean> {
  const rows = await tx.rows`
    delete from passkeys
    where id = ${id} and user_id = ${userId}
    returning id`;
  return rows.length > 0;
}

/** For a user who lost all factors, including one that waits for its first code. */
export async function deleteAllFactors(tx: Tx, userId: bigint): Promise<void> {
  await tx.rows`
    delete from passkeys
    where user_id = ${userId}`;
  await tx.rows`
    delete from authenticators
    where user_id = ${userId}`;
}

export type AuthenticatorRow = {
  readonly secret_sealed: Buffer;
  readonly made_at: Date;
  readonly confirmed_at: Date | null;
  readonly last_step: bigint;
};

export async function findAuthenticator(tx: ReadTx, userId: bigint): Promise<AuthenticatorRow | undefined> {
  const [row] = await tx.rows<AuthenticatorRow>`
    select secret_sealed, made_at, confirmed_at, last_step
    from authenticators
    where user_id = ${userId}`;
  return row;
}

/** Guesses at one are made in turn. */
export async function lockAuthenticator(tx: Tx, userId: bigint): Promise<AuthenticatorRow | undefined> {
  const [row] = await tx.rows<AuthenticatorRow>`
    select secret_sealed, made_at, confirmed_at, last_step
    from authenticators
    where user_id = ${userId}
    for update`;
  return row;
}

/** Takes the place of one that was never confirmed; false where there is a confirmed one. */
export async function insertAuthenticator(
  tx: Tx,
  { userId, secretSealed }: { userId: bigint; secretSealed: Uint8Array },
): Promise<boolean> {
  const rows = await tx.rows`
    insert into authenticators (user_id, secret_sealed, made_at)
    values (${userId}, ${secretSealed}, ${tx.now})
    on conflict (user_id) do update
    set secret_sealed = excluded.secret_sealed, made_at = excluded.made_at, last_step = 0
    where authenticators.confirmed_at is null
    returning user_id`;
  return rows.length > 0;
}

/** A code of this step was shown; the first one confirms. */
export async function noteStep(tx: Tx, { userId, step }: { userId: bigint; step: number }): Promise<void> {
  await tx.rows`
    update authenticators
    set last_step = ${step}, confirmed_at = coalesce(confirmed_at, ${tx.now})
    where user_id = ${userId}`;
}

export async function deleteAuthenticator(tx: Tx, userId: bigint): Promise<boolean> {
  const rows = await tx.rows`
    delete from authenticators
    where user_id = ${userId} and confirmed_at is not null
    returning user_id`;
  return rows.length > 0;
}

/** Those of these users who have something better than a password. */
export async function usersWithFactor(tx: ReadTx, userIds: readonly bigint[]): Promise<Set<bigint>> {
  if (userIds.length === 0) return new Set();
  const rows = await tx.rows<{ user_id: bigint }>`
    select user_id
    from passkeys
    where user_id = any(${userIds}::bigint[])
    union
    select user_id
    from authenticators
    where user_id = any(${userIds}::bigint[]) and confirmed_at is not null`;
  return new Set(rows.map(({ user_id }) => user_id));
}

/** Changes of one person's factors are made in turn. */
export async function lockFactors(tx: Tx, userId: bigint): Promise<void> {
  onlyRow(await tx.rows`select pg_advisory_xact_lock(7265044, hashint8(${userId})) is null as locked`);
}
