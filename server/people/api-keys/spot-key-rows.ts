/** The SQL of keys that place spot orders. */
import type { ReadTx, Tx } from "../../platform/postgres/db.ts";
import { onlyRow } from "../../platform/postgres/only-row.ts";
import type { SealRound } from "../../platform/seal-rounds.ts";
import type { CreateOutcome } from "./rows.ts";

type NewSpotKey = {
  readonly userId: bigint;
  readonly publicId: string;
  readonly name: string;
  readonly secretHash: Uint8Array;
  readonly secretSealed: Uint8Array;
  readonly networks: readonly string[];
  readonly markets: readonly string[];
  readonly dayUsd: number;
  readonly days: number;
};

/** Locks the user and spends the proof. */
export async function insertSpotKey(tx: Tx, key: NewSpotKey): Promise<CreateOutcome> {
  const rows = await tx.rows<{ outcome: CreateOutcome }>`
    select create_spot_key(${key.userId}, ${key.publicId}, ${key.name}, ${key.secretHash}, ${key.secretSealed}, ${[...key.networks]},
      ${[...key.markets]}, ${key.dayUsd}::bigint, ${key.days}) as outcome`;
  return onlyRow(rows).outcome;
}

type HeldSpotKey = {
  readonly id: bigint;
  readonly user_id: bigint;
  readonly secret_sealed: Uint8Array;
  readonly networks: string[];
  /** It is a minute or more since its last use was noted. */
  readonly is_stale: boolean;
};

export async function findSpotKey(tx: ReadTx, publicId: string): Promise<HeldSpotKey | undefined> {
  const [row] = await tx.rows<HeldSpotKey>`
    select id, user_id, secret_sealed, networks, coalesce(last_used_at < ${tx.now}::timestamptz - interval '1 minute', true) as is_stale
    from api_keys
    where public_id = ${publicId} and secret_sealed is not null and expires_at > ${tx.now}`;
  return row;
}

/** As the owner of the tables: seals anew what another version has sealed. */
export function sealingRound(anew: (sealed: Uint8Array, publicId: string) => Buffer): SealRound {
  return async (tx, { version, limit }) => {
    const rows = await tx.rows<{ public_id: string; secret_sealed: Buffer }>`
      select public_id, secret_sealed
      from api_keys
      where get_byte(secret_sealed, 0) <> ${version}
      order by id
      limit ${limit}
      for no key update`;
    for (const { public_id: publicId, secret_sealed: sealed } of rows)
      await tx.rows`update api_keys set secret_sealed = ${anew(sealed, publicId)} where public_id = ${publicId}`;
    return rows.length;
  };
}
