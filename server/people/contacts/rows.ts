/** The SQL of contacts. */
import { type Fragment, type ReadTx, sql, type Tx } from "../../platform/postgres/db.ts";

type ContactRow = { other_id: bigint; is_trusted: boolean; is_blocked: boolean; trades: number; total: number };

function sqlFlag(list: "trusted" | "blocked"): Fragment {
  return list === "trusted" ? sql`rel.is_trusted` : sql`rel.is_blocked`;
}

export async function related(
  tx: ReadTx,
  userId: bigint,
  list: "trusted" | "blocked",
  page: Page,
): Promise<ContactRow[]> {
  return tx.rows<ContactRow>`
    select rel.other_id, rel.is_trusted, rel.is_blocked, count(*) over ()::int as total,
      coalesce(pair.trades, 0) as trades
    from user_relations rel
    left join trading_pairs pair on pair.user_id = rel.user_id and pair.partner_id = rel.other_id
    where rel.user_id = ${userId} and ${sqlFlag(list)}
    order by rel.changed_at desc, rel.other_id
    limit ${page.limit} offset ${page.offset}`;
}

export async function recentPartners(tx: ReadTx, userId: bigint, page: Page): Promise<ContactRow[]> {
  return tx.rows<ContactRow>`
    select pair.partner_id as other_id, coalesce(rel.is_trusted, false) as is_trusted,
      coalesce(rel.is_blocked, false) as is_blocked, pair.trades, count(*) over ()::int as total
    from trading_pairs pair
    left join user_relations rel on rel.user_id = pair.user_id and rel.other_id = pair.partner_id
    where pair.user_id = ${userId}
    order by pair.last_at desc, pair.partner_id
    limit ${page.limit} offset ${page.offset}`;
}

export type Page = { readonly limit: number; readonly offset: number };

/** The row of a pair exists afterwards. */
export async function ensureRelation(tx: Tx, userId: bigint, otherId: bigint): Promise<void> {
  await tx.rows`
    insert into user_relations (user_id, other_id, changed_at)
    values (${userId}, ${otherId}, ${tx.now})
    on conflict do nothing`;
}

export async function lockRelation(tx: Tx, userId: bigint, otherId: bigint): Promise<RelationRow | undefined> {
  const [row] = await tx.rows<RelationRow>`
    select is_trusted, is_blocked
    from user_relations
    where user_id = ${userId} and other_id = ${otherId}
    for update`;
  return row;
}

export async function updateRelation(
  tx: Tx,
  userId: bigint,
  otherId: bigint,
  after: { readonly isTrusted: boolean; readonly isBlocked: boolean },
): Promise<void> {
  await tx.rows`
    update user_relations
    set is_trusted = ${after.isTrusted}, is_blocked = ${after.isBlocked}, changed_at = ${tx.now}
    where user_id = ${userId} and other_id = ${otherId}`;
}

export async function findRelation(tx: ReadTx, userId: bigint, otherId: bigint): Promise<RelationRow | undefined> {
  const [row] = await tx.rows<RelationRow>`
    select is_trusted, is_blocked
    from user_relations
    where user_id = ${userId} and other_id = ${otherId}`;
  return row;
}

type RelationRow = { is_trusted: boolean; is_blocked: boolean };
