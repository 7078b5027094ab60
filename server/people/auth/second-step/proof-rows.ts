/** The SQL of proofs. The signer makes them, and functions of the database spend them. */
import type { Tx } from "../../../platform/postgres/db.ts";

type Spent = { readonly subject: string; readonly userId: bigint };

/** As the demo's past left them, made and spent at tx.now. For the owner of the tables only. */
export async function insertSpentProofs(tx: Tx, spent: readonly Spent[]): Promise<void> {
  await tx.rows`
    insert into proofs (subject, user_id, method, proved_at, expires_at, spent_at)
    select subject, user_id, 'passkey', ${tx.now}, ${tx.now}, ${tx.now}
    from unnest(${spent.map(({ subject }) => subject)}::text[], ${spent.map(({ userId }) => userId)}::bigint[])
      as spent (subject, user_id)`;
}
