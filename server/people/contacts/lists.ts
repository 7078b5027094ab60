/** The three lists of contacts: recent partners, trusted, blocked. */
import { paginationOf } from "#contract/platform/wire.ts";
import type { ReadTx } from "../../platform/postgres/db.ts";
import { summariesOf } from "../reputation/index.ts";
import { recentPartners, related } from "./rows.ts";

const PER_PAGE = 10;

export type ContactList = "recent" | "trusted" | "blocked";

export async function listContacts(
  tx: ReadTx,
  { userId, list, page }: { userId: bigint; list: ContactList; page: number },
) {
  const slice = { limit: PER_PAGE, offset: (page - 1) * PER_PAGE };
  const rows = list === "recent" ? await recentPartners(tx, userId, slice) : await related(tx, userId, list, slice);
  const summaries = await summariesOf(tx, { userIds: rows.map((row) => row.other_id), viewerId: userId });
  const data = rows.flatMap((row) => {
    const user = summaries.get(row.other_id);
    return user ? [{ user, isBlocked: row.is_blocked, isTrusted: row.is_trusted, tradesWithYou: row.trades }] : [];
  });
  return { data, meta: paginationOf({ total: rows[0]?.total ?? 0, page, perPage: PER_PAGE }) };
}
