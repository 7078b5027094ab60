/** The SQL of tickets and their messages. */
import type { Locale } from "#contract/platform/locales.ts";
import type {
  SupportObjectKind,
  SupportPriority,
  SupportTopic,
  TicketStatus,
  TicketStep,
} from "#contract/reach/support/names.ts";
import type { TicketEventKind } from "#contract/staff/support-queues.ts";
import { type ReadTx, sql, type Tx } from "../../platform/postgres/db.ts";
import { onlyRow } from "../../platform/postgres/only-row.ts";
import type { Clocks } from "./clocks.ts";

export type Ticket = Clocks & {
  readonly id: bigint;
  readonly number: string;
  readonly user_id: bigint | null;
  readonly email_sealed: Uint8Array | null;
  readonly email_index: Uint8Array | null;
  readonly lang: Locale;
  readonly topic: SupportTopic;
  readonly priority: SupportPriority;
  readonly object_kind: SupportObjectKind | null;
  readonly object_ref: string | null;
  readonly status: TicketStatus;
  readonly assignee_id: bigint | null;
  readonly opened_at: Date;
  readonly due_at: Date | null;
  readonly last_seq: number;
  readonly last_at: Date;
  readonly merged_into: bigint | null;
  readonly rating: number | null;
  readonly rating_sealed: Uint8Array | null;
};

/** For `select`, of `support_tickets ticket`. */
export const TICKET_COLUMNS = sql`ticket.id, ticket.number, ticket.user_id, ticket.email_sealed, ticket.email_index, ticket.lang,
      ticket.topic, ticket.priority, ticket.object_kind, ticket.object_ref, ticket.status, ticket.assignee_id, ticket.opened_at,
      ticket.answered_at, ticket.reply_due, ticket.solve_due, ticket.paused_at, ticket.due_at, ticket.last_seq, ticket.last_at,
      ticket.solved_at, ticket.merged_into, ticket.rating, ticket.rating_sealed`;

export async function ticketByNumber(tx: ReadTx, number: string): Promise<Ticket | undefined> {
  const [row] = await tx.rows<Ticket>`
    select ${TICKET_COLUMNS}
    from support_tickets ticket
    where ticket.number = ${number}`;
  return row;
}

/** Locks it until the end of the transaction. */
export async function lockTicket(tx: Tx, number: string): Promise<Ticket | undefined> {
  const [row] = await tx.rows<Ticket>`
    select ${TICKET_COLUMNS}
    from support_tickets ticket
    where ticket.number = ${number}
    for no key update`;
  return row;
}

export async function numberOf(tx: ReadTx, id: bigint): Promise<string> {
  return onlyRow(await tx.rows<{ number: string }>`select number from support_tickets where id = ${id}`).number;
}

export type NewTicket = Pick<
  Ticket,
  "number" | "user_id" | "email_sealed" | "email_index" | "lang" | "topic" | "priority" | "object_kind" | "object_ref"
> & { readonly clocks: Clocks & { readonly reply_due: Date } };

export async function insertTicket(tx: Tx, { clocks, ...one }: NewTicket): Promise<bigint> {
  const rows = await tx.rows<{ id: bigint }>`
    insert into support_tickets
      (number, user_id, email_sealed, email_index, lang, topic, priority, object_kind, object_ref, status, opened_at,
       first_reply_due, reply_due, solve_due, last_at)
    values (${one.number}, ${one.user_id}, ${one.email_sealed}, ${one.email_index}, ${one.lang}, ${one.topic}, ${one.priority},
            ${one.object_kind}, ${one.object_ref}, ${clocks.status}, ${tx.now}, ${clocks.reply_due}, ${clocks.reply_due},
            ${clocks.solve_due}, ${tx.now})
    returning id`;
  return onlyRow(rows).id;
}

export async function saveClocks(tx: Tx, id: bigint, clocks: Clocks): Promise<void> {
  await tx.rows`
    update support_tickets
    set status = ${clocks.status}, answered_at = ${clocks.answered_at}, reply_due = ${clocks.reply_due},
        solve_due = ${clocks.solve_due}, paused_at = ${clocks.paused_at}, solved_at = ${clocks.solved_at}
    where id = ${id}`;
}

export async function setAssignee(tx: Tx, id: bigint, staffId: bigint | null): Promise<void> {
  await tx.rows`
    update support_tickets
    set assignee_id = ${staffId}
    where id = ${id}`;
}

export async function closeMerged(tx: Tx, { id, into }: { id: bigint; into: bigint }): Promise<void> {
  await tx.rows`
    update support_tickets
    set status = 'closed', closed_at = ${tx.now}, reply_due = null, merged_into = ${into}
    where id = ${id}`;
}

export async function saveRating(
  tx: Tx,
  { id, score, sealed }: { id: bigint; score: number; sealed: Uint8Array | null },
): Promise<void> {
  await tx.rows`
    update support_tickets
    set rating = ${score}, rating_sealed = ${sealed}, rated_at = ${tx.now}
    where id = ${id}`;
}

type MessageKind = "message" | "note" | "system";
export type MessageAuthor = "person" | "staff" | "platform";

export type NewMessage = {
  readonly ticketId: bigint;
  readonly seq: number;
  readonly kind: MessageKind;
  readonly author: MessageAuthor;
  readonly staffId?: bigint;
  readonly sealed?: Uint8Array;
  readonly step?: TicketStep;
};

export async function insertMessage(tx: Tx, one: NewMessage): Promise<void> {
  await tx.rows`
    insert into support_messages (ticket_id, seq, kind, author, staff_id, body_sealed, step, at)
    values (${one.ticketId}, ${one.seq}, ${one.kind}, ${one.author}, ${one.staffId ?? null}, ${one.sealed ?? null},
            ${one.step ?? null}, ${tx.now})`;
}

export type MessageRow = {
  readonly seq: number;
  readonly kind: MessageKind;
  readonly author: MessageAuthor;
  readonly staff: string | null;
  readonly body_sealed: Uint8Array | null;
  readonly step: TicketStep | null;
  readonly at: Date;
};

/** What the person may read: without the notes of the staff. */
export function messagesForPerson(tx: ReadTx, ticketId: bigint): Promise<MessageRow[]> {
  return tx.rows<MessageRow>`
    select message.seq, message.kind, message.author, null as staff, message.body_sealed, message.step, message.at
    from support_messages message
    where message.ticket_id = ${ticketId} and message.kind <> 'note'
    order by message.seq`;
}

/** All, for staff whom the ticket is assigned to. */
export function messagesForStaff(tx: ReadTx, ticketId: bigint): Promise<MessageRow[]> {
  return tx.rows<MessageRow>`
    select message.seq, message.kind, message.author, writer.username as staff, message.body_sealed, message.step, message.at
    from support_messages message
    left join users writer on writer.id = message.staff_id
    where message.ticket_id = ${ticketId}
    order by message.seq`;
}

/** Whether anybody wrote to the person, or the person wrote, after this message. Notes do not count. */
export async function isWrittenAfter(tx: ReadTx, { id, seq }: { id: bigint; seq: number }): Promise<boolean> {
  const rows = await tx.rows<{ is: boolean }>`
    select exists (
      select from support_messages message
      where message.ticket_id = ${id} and message.seq > ${seq} and message.kind <> 'note') as is`;
  return onlyRow(rows).is;
}

/** What the person wrote in the last hour. */
export async function countOfHour(tx: ReadTx, ticketId: bigint): Promise<number> {
  const rows = await tx.rows<{ many: number }>`
    select count(*)::int as many
    from support_messages message
    where message.ticket_id = ${ticketId} and message.author = 'person' and message.at > ${tx.now}::timestamptz - interval '1 hour'`;
  return onlyRow(rows).many;
}

type NewEvent = {
  readonly ticketId: bigint;
  readonly kind: TicketEventKind;
  readonly staffId?: bigint | null;
  readonly detail?: string;
};

export async function noteEvent(tx: Tx, { ticketId, kind, staffId = null, detail = "" }: NewEvent): Promise<void> {
  await tx.rows`
    insert into support_events (ticket_id, kind, staff_id, detail, at)
    values (${ticketId}, ${kind}, ${staffId}, ${detail}, ${tx.now})`;
}
