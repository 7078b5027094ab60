/** The three lists of contacts: recent partners, trusted, blocked. */
import { paginationOf } from "#contract/wire.ts";
import { type Fragment, type ReadTx, sql } from "../../platform/db.ts";
import { summariesOf } from "../reputation/index.ts";

const PER_PAGE = 10;

export type ContactList = "recent" | "trusted" | "blocked";

type ContactRow = { other_id: bigint; is_trusted: boolean; is_blocked: boolean; trades: number; total: number };

export async function listContacts(
  tx: ReadTx,
  { userId, list, page }: { userId: bigint; list: ContactList; page: number },
) {
  const rows =
    list === "recent" ? await recentPartners(tx, userId, page) : await related(tx, userId, page, sqlFlag(list));
  const summaries = await summariesOf(tx, { userIds: rows.map((row) => row.other_id), viewerId: userId });
  const data = rows.flatMap((row) => {
    const user = summaries.get(row.other_id);
    return user ? [{ user, isBlocked: row.is_blocked, isTrusted: row.is_trusted, tradesWithYou: row.trades }] : [];
  });
  return { data, meta: paginationOf({ total: rows[0]?.total ?? 0, page, perPage: PER_PAGE }) };
}

function sqlFlag(list: ContactList): Fragment {
  return list === "trusted" ? sql`rel.is_trusted` : sql`rel.is_blocked`;
}

async function related(tx: ReadTx, userId: bigint, page: number, flag: Fragment): Promise<ContactRow[]> {
  return tx.rows<ContactRow>`
    select rel.other_id, rel.is_trusted, rel.is_blocked, count(*) over ()::int as total,
      (select count(*)::int from reputation_trades t where t.user_id = ${userId} and t.partner_id = rel.other_id) as trades
    from user_relations rel
    where rel.user_id = ${userId} and ${flag}
    order by rel.changed_at desc, rel.other_id
    limit ${PER_PAGE} offset ${(page - 1) * PER_PAGE}`;
}

async function recentPartners(tx: ReadTx, userId: bigint, page: number): Promise<ContactRow[]> {
  return tx.rows<ContactRow>`
    select partner.id as other_id, coalesce(rel.is_trusted, false) as is_trusted,
      coalesce(rel.is_blocked, false) as is_blocked, partner.trades, count(*) over ()::int as total
    from (
      select partner_id as id, count(*)::int as trades, max(at) as last_at
      from reputation_trades
      where user_id = ${userId}
      group by partner_id
    ) as partner
    left join user_relations rel on rel.user_id = ${userId} and rel.other_id = partner.id
    order by partner.last_at desc, partner.id
    limit ${PER_PAGE} offset ${(page - 1) * PER_PAGE}`;
}
