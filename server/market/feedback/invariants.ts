/** A partner counts in a user's figures with their latest rating. */
import type { ReadTx } from "../../platform/postgres/db.ts";
import type { InvariantCheck } from "../../money/ledger/index.ts";

export const FEEDBACK_CHECKS: readonly InvariantCheck[] = [{ id: "I21", find: latestWordsCount }];

async function latestWordsCount(tx: ReadTx): Promise<string[]> {
  const rows = await tx.rows<{ detail: string }>`
    select 'the word that ' || partner_id || ' said last of ' || user_id || ' is not the one that counts' as detail
    from pair_weights kept
    full join (
      select receiver_id as user_id, giver_id as partner_id, array_agg(rating) as ratings
      from (
        select receiver_id, giver_id, rating, updated_at, max(updated_at) over (partition by receiver_id, giver_id) as latest
        from feedback
        where counts
      ) as one
      -- Of two ratings of one instant either may count.
      where updated_at = latest
      group by receiver_id, giver_id
    ) as said using (user_id, partner_id)
    where case when said.ratings is null then kept.rating is not null else coalesce(kept.rating <> all (said.ratings), true) end
    limit 10`;
  return rows.map(({ detail }) => detail);
}
