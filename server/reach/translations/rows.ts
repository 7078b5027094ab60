/** The SQL of who accepts translations. */
import type { ReadTx, Tx } from "../../platform/postgres/db.ts";

export async function acceptedAt(tx: ReadTx, userId: bigint): Promise<Date | null> {
  const [row] = await tx.rows<{ accepted_at: Date }>`
    select accepted_at
    from translation_acceptances
    where user_id = ${userId}`;
  return row?.accepted_at ?? null;
}

/** The time of the first acceptance stays. */
export async function insertAcceptance(tx: Tx, userId: bigint): Promise<void> {
  await tx.rows`
    insert into translation_acceptances (user_id, accepted_at)
    values (${userId}, ${tx.now})
    on conflict (user_id) do nothing`;
}

export async function deleteAcceptance(tx: Tx, userId: bigint): Promise<void> {
  await tx.rows`
    delete from translation_acceptances
    where user_id = ${userId}`;
}
