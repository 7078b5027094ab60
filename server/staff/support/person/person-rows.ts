/** The SQL of somebody's own tickets. */
import type { ReadTx } from "../../../platform/postgres/db.ts";
import { type Ticket, TICKET_COLUMNS } from "../ticket-rows.ts";

type Slice = { readonly userId: bigint; readonly after: bigint | null; readonly limit: number };

/** The newest first. */
export function ticketsOf(tx: ReadTx, { userId, after, limit }: Slice): Promise<Ticket[]> {
  return tx.rows<Ticket>`
    select ${TICKET_COLUMNS}
    from support_tickets ticket
    where ticket.user_id = ${userId} and (${after}::bigint is null or ticket.id < ${after}::bigint)
    order by ticket.id desc
    limit ${limit}`;
}
