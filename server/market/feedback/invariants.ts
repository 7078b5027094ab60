/** What a partner adds to a user's figures has the word that the partner said last. */
import type { ReadTx } from "../../platform/db.ts";
import type { InvariantCheck } from "../../money/ledger/index.ts";

export const FEEDBACK_CHECKS: readonly InvariantCheck[] = [{ id: "I21", find: latestWordsCount }];

async function latestWordsCount(tx: ReadTx): Promise<string[]> {
  const rows = await tx.rows<{ detail: string }>`
    select 'the word that ' || partner_id || ' said last of ' || user_id || ' is not the one that counts' as detail
    from pair_weights kept
    full join (
      select distinct on (receiver_id, giver_id) receiver_id as user_id, giver_id as partner_id, rating
      from feedback
      where counts
      order by receiver_id, giver_id, updated_at desc, id desc
    ) as said using (user_id, partner_id)
    where kept.rating is distinct from said.rating
    limit 10`;
  return rows.map(({ detail }) => detail);
}
