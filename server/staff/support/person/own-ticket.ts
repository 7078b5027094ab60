/** A person's ticket, found by who they are or by the link that came to their email, and locked. */
import { Refusal } from "#contract/platform/errors/refusals.ts";
import type { ReadTx, Tx } from "../../../platform/postgres/db.ts";
import { hashOfToken } from "../sealed-ticket.ts";
import { lockTicket, type Ticket, ticketByNumber } from "../ticket-rows.ts";
import { numberByLink } from "./guest-rows.ts";

/** The user of a session, or the holder of a link. */
export type Asker = { readonly userId: bigint; readonly number: string } | { readonly token: string };

/** Refuses support.unknown to everybody but the ticket's user, support.link_gone. */
export const findOwn = (tx: ReadTx, asker: Asker): Promise<Ticket> => find(tx, asker, ticketByNumber);

export const lockOwn = (tx: Tx, asker: Asker): Promise<Ticket> => find(tx, asker, lockTicket);

async function find<T extends ReadTx>(
  tx: T,
  asker: Asker,
  byNumber: (tx: T, number: string) => Promise<Ticket | undefined>,
): Promise<Ticket> {
  if ("token" in asker) {
    const number = await numberByLink(tx, hashOfToken(asker.token));
    const ticket = number === undefined ? undefined : await byNumber(tx, number);
    // A user's ticket has no links.
    if (!ticket || ticket.user_id !== null) throw new Refusal("support.link_gone");
    return ticket;
  }
  const ticket = await byNumber(tx, asker.number);
  if (!ticket || ticket.user_id !== asker.userId) throw new Refusal("support.unknown");
  return ticket;
}
