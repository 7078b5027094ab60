/** The SQL of API keys. Database functions create and end them. */
import type { KeyScope, TRADE_SCOPE } from "#contract/people/api-key-names.ts";
import type { ReadTx, Tx } from "../../platform/postgres/db.ts";
import { onlyRow } from "../../platform/postgres/only-row.ts";

export type KeyRow = {
  public_id: string;
  name: string;
  scopes: (KeyScope | typeof TRADE_SCOPE)[];
  networks: string[];
  created_at: Date;
  expires_at: Date;
  last_used_at: Date | null;
  /** Of a key that trades. */
  markets: string[];
  day_usd_cents: bigint | null;
  /** Of today. */
  used_usd_cents: bigint;
};

/** The active ones, the newest first. */
export function keysOf(tx: ReadTx, userId: bigint): Promise<KeyRow[]> {
  return tx.rows<KeyRow>`
    select public_id, name, scopes, networks, created_at, expires_at, last_used_at, markets, day_usd_cents,
           case when day = (${tx.now}::timestamptz at time zone 'utc')::date then used_usd_cents else 0 end as used_usd_cents
    from api_keys
    where user_id = ${userId} and expires_at > ${tx.now}
    order by id desc`;
}

export type CreateOutcome = "made" | "unproved" | "many";
export type NewKey = {
  readonly userId: bigint;
  readonly publicId: string;
  readonly name: string;
  readonly secretHash: Uint8Array;
  readonly scopes: readonly KeyScope[];
  readonly networks: readonly string[];
  readonly days: number;
};

/** Locks the user and spends the proof. */
export async function insertKey(tx: Tx, key: NewKey): Promise<CreateOutcome> {
  return onlyRow(
    await tx.rows<{ outcome: CreateOutcome }>`
      select create_api_key(${key.userId}, ${key.publicId}, ${key.name}, ${key.secretHash}, ${[...key.scopes]}, ${[...key.networks]},
        ${key.days}) as outcome`,
  ).outcome;
}

export async function removeKey(tx: Tx, { userId, publicId }: { userId: bigint; publicId: string }): Promise<boolean> {
  return onlyRow(await tx.rows<{ done: boolean }>`select end_api_key(${userId}, ${publicId}) as done`).done;
}

export type HeldKey = {
  id: bigint;
  user_id: bigint;
  scopes: KeyScope[];
  networks: string[];
  /** It is a minute or more since its last use was noted. */
  is_stale: boolean;
};

export async function findKey(tx: ReadTx, secretHash: Uint8Array): Promise<HeldKey | undefined> {
  const [row] = await tx.rows<HeldKey>`
    select id, user_id, scopes, networks, coalesce(last_used_at < ${tx.now}::timestamptz - interval '1 minute', true) as is_stale
    from api_keys
    where secret_hash = ${secretHash} and not (expires_at <= ${tx.now})`;
  return row;
}

export async function noteUse(tx: Tx, id: bigint): Promise<void> {
  await tx.rows`
    update api_keys
    set last_used_at = ${tx.now}
    where id = ${id} and coalesce(last_used_at < ${tx.now}::timestamptz - interval '1 minute', true)`;
}

/** Those that have ended by themselves; so many at once. */
export async function deleteEnded(tx: Tx, most: number): Promise<number> {
  const gone = await tx.rows`
    delete from api_keys
    where id in (
      select id
      from api_keys
      where expires_at <= ${tx.now}
      order by expires_at
      limit ${most})
    returning id`;
  return gone.length;
}
