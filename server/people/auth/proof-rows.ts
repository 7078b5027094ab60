/** The SQL of proofs. The signer makes them: here they are spent. */
import type { Tx } from "../../platform/db.ts";

type Spent = { readonly subject: string; readonly userId: bigint };

/** Spends those that are there, alive and unspent. Returns their subjects. */
export async function spend(tx: Tx, wanted: readonly Spent[]): Promise<ReadonlySet<string>> {
  const rows = await tx.rows<{ subject: string }>`
    select spent.subject
    from spend_proofs(
      ${wanted.map(({ subject }) => subject)}::text[], ${wanted.map(({ userId }) => userId)}::bigint[]) as spent (subject)`;
  return new Set(rows.map(({ subject }) => subject));
}

/** As the demo's past left them, made and spent at tx.now. For the owner of the tables only. */
export async function insertSpentProofs(tx: Tx, spent: readonly Spent[]): Promise<void> {
  await tx.rows`
    insert into proofs (subject, user_id, method, proved_at, expires_at, spent_at)
    select subject, user_id, 'passkey', ${tx.now}, ${tx.now}, ${tx.now}
    from unnest(${spent.map(({ subject }) => subject)}::text[], ${spent.map(({ userId }) => userId)}::bigint[])
      as spent (subject, user_id)`;
}
