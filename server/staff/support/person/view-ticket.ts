/** A ticket as its person sees it: never with notes of the staff, or with who of them wrote. */
import type { ReplyOf } from "#contract/platform/endpoint.ts";
import type {
  listTickets,
  ObjectChoice,
  TicketFile,
  TicketMessage,
  TicketRow,
  TicketThread,
} from "#contract/reach/support/support.ts";
import type { ReadTx } from "../../../platform/postgres/db.ts";
import { readSlice } from "../../../platform/cursors.ts";
import { openBody } from "../sealed-ticket.ts";
import { type MessageRow, messagesForPerson, numberOf, type Ticket } from "../ticket-rows.ts";
import { filesOf, type FileRow } from "./file-rows.ts";
import { fileUrl } from "./file-links.ts";
import { newestObjects } from "./object-rows.ts";
import { ticketsOf } from "./person-rows.ts";

export function viewRow(ticket: Ticket): TicketRow {
  const { object_kind: kind, object_ref: ref } = ticket;
  const isRunning = ticket.due_at !== null;
  return {
    number: ticket.number,
    topic: ticket.topic,
    object: kind && ref ? { kind, ref } : null,
    status: ticket.status,
    openedAt: ticket.opened_at.toISOString(),
    lastAt: ticket.last_at.toISOString(),
    answerBy: isRunning ? (ticket.reply_due?.toISOString() ?? null) : null,
    solveBy: isRunning ? ticket.solve_due.toISOString() : null,
  };
}

export async function viewThread(tx: ReadTx, ticket: Ticket): Promise<TicketThread> {
  const [messages, files] = await Promise.all([messagesForPerson(tx, ticket.id), filesOf(tx, ticket.id)]);
  return {
    ...viewRow(ticket),
    messages: messages.map((row) => viewMessage(row, { ticket, files, now: tx.now })),
    rating: ticket.rating,
    mergedInto: ticket.merged_into === null ? null : await numberOf(tx, ticket.merged_into),
  };
}

type Around = { readonly ticket: Ticket; readonly files: readonly FileRow[]; readonly now: Date };

export function viewMessage(row: MessageRow, { ticket, files, now }: Around): TicketMessage {
  return {
    seq: row.seq,
    author: row.author,
    text: row.body_sealed ? openBody(row.body_sealed, { number: ticket.number, seq: row.seq }) : "",
    step: row.step,
    at: row.at.toISOString(),
    files: files.filter(({ seq }) => seq === row.seq).map((file) => viewFile(file, now)),
  };
}

const viewFile = ({ hash, name, mime_type: mimeType, size_bytes: sizeBytes }: FileRow, now: Date): TicketFile => ({
  ...{ name, mimeType, sizeBytes },
  url: fileUrl(hash, now),
});

type Listed = { readonly userId: bigint; readonly after?: string | undefined };

export async function viewTickets(tx: ReadTx, { userId, after }: Listed): Promise<ReplyOf<typeof listTickets>> {
  const found = await readSlice(
    (limit) => ticketsOf(tx, { userId, after: after === undefined ? null : BigInt(after), limit }),
    ({ id }) => String(id),
  );
  return { rows: found.rows.map(viewRow), next: found.next };
}

/** For the form. */
export async function viewObjects(tx: ReadTx, userId: bigint): Promise<ObjectChoice[]> {
  return (await newestObjects(tx, userId)).map(({ at, ...object }) => ({ ...object, at: at.toISOString() }));
}
