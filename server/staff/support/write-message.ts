/** Adds to the thread of a locked ticket. Each message has the number after the last one. */
import type { TicketStep } from "#contract/reach/support/names.ts";
import type { Tx } from "../../platform/postgres/db.ts";
import { sealBody } from "./sealed-ticket.ts";
import { insertMessage, type Ticket } from "./ticket-rows.ts";

type Thread = Pick<Ticket, "id" | "number" | "last_seq">;
type Written = {
  readonly kind: "message" | "note";
  readonly text: string;
  /** Undefined where the person wrote it. */
  readonly staffId?: bigint;
};

/** Returns the ticket as its next message finds it. */
export async function writeMessage<T extends Thread>(tx: Tx, ticket: T, { kind, text, staffId }: Written): Promise<T> {
  const seq = ticket.last_seq + 1;
  const by = staffId === undefined ? ({ author: "person" } as const) : ({ author: "staff", staffId } as const);
  const sealed = sealBody(text, { number: ticket.number, seq });
  await insertMessage(tx, { ticketId: ticket.id, seq, kind, ...by, sealed });
  return { ...ticket, last_seq: seq };
}

/** A line of the platform. */
export async function writeStep<T extends Thread>(tx: Tx, ticket: T, step: TicketStep): Promise<T> {
  const seq = ticket.last_seq + 1;
  await insertMessage(tx, { ticketId: ticket.id, seq, kind: "system", author: "platform", step });
  return { ...ticket, last_seq: seq };
}
