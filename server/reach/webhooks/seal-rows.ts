/** The SQL of exchanging the secret: as the owner of the tables. */
import type { Tx } from "../../platform/postgres/db.ts";

type Sealed = { user_id: bigint; secret_sealed: Buffer; previous_sealed: Buffer | null };

/** Without a previous secret that no longer signs: it goes, and nothing has to open it. */
export function lockSecretsBefore(tx: Tx, { version, limit }: { version: number; limit: number }): Promise<Sealed[]> {
  return tx.rows<Sealed>`
    select user_id, secret_sealed, case when previous_until > ${tx.now} then previous_sealed end as previous_sealed
    from webhook_endpoints
    where get_byte(secret_sealed, 0) <> ${version} or get_byte(previous_sealed, 0) <> ${version}
    order by user_id
    limit ${limit}
    for no key update`;
}

type Anew = { readonly userId: bigint; readonly current: Uint8Array; readonly previous: Uint8Array | null };

export async function putSecretAnew(tx: Tx, { userId, current, previous }: Anew): Promise<void> {
  await tx.rows`
    update webhook_endpoints
    set secret_sealed = ${current}, previous_sealed = ${previous}
    where user_id = ${userId}`;
}
