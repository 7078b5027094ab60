/** The SQL of votes for articles. */
import type { ReadTx, Tx } from "../../platform/postgres/db.ts";

type Vote = { readonly article: string; readonly voter: Uint8Array; readonly isHelpful: boolean };

export async function saveVote(tx: Tx, { article, voter, isHelpful }: Vote): Promise<void> {
  await tx.rows`
    insert into article_votes (article, voter, is_helpful, at)
    values (${article}, ${voter}, ${isHelpful}, ${tx.now})
    on conflict (article, voter) do update set is_helpful = excluded.is_helpful, at = excluded.at`;
}

export async function countVotes(tx: ReadTx): Promise<Map<string, { yes: number; no: number }>> {
  const rows = await tx.rows<{ article: string; yes: number; no: number }>`
    select article, count(*) filter (where is_helpful)::int as yes, count(*) filter (where not is_helpful)::int as no
    from article_votes
    group by article`;
  return new Map(rows.map(({ article, yes, no }) => [article, { yes, no }]));
}
