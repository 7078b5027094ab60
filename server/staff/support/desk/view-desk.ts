/** The queue of support, and a ticket that is open to a member of the staff. */
import { BRAND } from "#contract/platform/brand.ts";
import { type Locale, DEFAULT_LOCALE } from "#contract/platform/locales.ts";
import { fillReply, type ReplyPlaceholder } from "#contract/staff/canned-replies.ts";
import { TICKET_EVENTS, type SupportQueue } from "#contract/staff/support-queues.ts";
import type { OpenedTicket, StaffTicketFilters, StaffTicketRow, StaffTickets } from "#contract/staff/support.ts";
import { readSlice } from "../../../platform/cursors.ts";
import type { ReadTx } from "../../../platform/postgres/db.ts";
import { textOf } from "../../../platform/texts.ts";
import { filesOf } from "../person/file-rows.ts";
import { viewMessage, viewRow } from "../person/view-ticket.ts";
import { openEmail, openRating } from "../sealed-ticket.ts";
import { messagesForStaff, numberOf, type Ticket } from "../ticket-rows.ts";
import { cannedRows } from "./canned-rows.ts";
import * as rows from "./queue-rows.ts";

type Asked = StaffTicketFilters & {
  readonly staffId: bigint;
  readonly queue?: SupportQueue | undefined;
  readonly isMine?: boolean;
  readonly after?: string | undefined;
};

export async function viewQueue(
  tx: ReadTx,
  { staffId, queue = "open", isMine = false, after, ...filters }: Asked,
): Promise<StaffTickets> {
  const [found, counts] = await Promise.all([
    readSlice(
      (limit) => rows.queueRows(tx, { ...filters, staffId, queue, isMine, after, limit }),
      ({ place }) => place,
    ),
    rows.countDue(tx),
  ]);
  return { rows: found.rows.map((row) => staffRow(row, { staffId, now: tx.now })), next: found.next, ...counts };
}

type Asker = { readonly staffId: bigint; readonly now: Date };

function staffRow(row: rows.QueueRow, { staffId, now }: Asker): StaffTicketRow {
  return {
    ...viewRow(row),
    priority: row.priority,
    lang: row.lang,
    username: row.username,
    assignee: row.assignee,
    dueAt: row.due_at?.toISOString() ?? null,
    isLate: row.due_at !== null && row.due_at <= now,
    isOwn: row.user_id === staffId,
    isAssigned: row.is_assigned,
    rating: row.rating,
  };
}

/** For a member of the staff whom it is assigned to: the caller has made sure of that. */
export async function viewOpened(tx: ReadTx, row: rows.QueueRow, staffId: bigint): Promise<OpenedTicket> {
  const asker = { staffId, now: tx.now };
  const [messages, files, assigned, events, others, replies] = await Promise.all([
    messagesForStaff(tx, row.id),
    filesOf(tx, row.id),
    rows.assignedTo(tx, row.id),
    rows.eventsOf(tx, row.id),
    rows.othersOf(tx, row, staffId),
    repliesFor(tx, row),
  ]);
  return {
    ...staffRow(row, asker),
    email: row.email_sealed ? masked(openEmail(row.email_sealed, row.number)) : null,
    messages: messages.map((message) => ({
      ...viewMessage(message, { ticket: row, files, now: tx.now }),
      isNote: message.kind === "note",
      by: message.staff,
    })),
    lastSeq: row.last_seq,
    answeredAt: row.answered_at?.toISOString() ?? null,
    mergedInto: row.merged_into === null ? null : await numberOf(tx, row.merged_into),
    ratingText: row.rating_sealed ? openRating(row.rating_sealed, row.number) : null,
    assigned,
    events: events.flatMap(({ kind: word, staff: by, detail, at }) => {
      const kind = TICKET_EVENTS.find((one) => one === word);
      return kind ? [{ kind, by, detail, at: at.toISOString() }] : [];
    }),
    others: others.map((other) => staffRow(other, asker)),
    replies,
  };
}

const masked = (email: string) => email.replace(/^(.)[^@]*/su, "$1…");

/** Each in the language of the ticket, or in English. */
async function repliesFor(tx: ReadTx, ticket: Ticket & { readonly username: string | null }) {
  const all = await cannedRows(tx);
  const values = valuesFor(ticket);
  return [...Map.groupBy(all, ({ key }) => key).values()].flatMap((same) => {
    const one =
      same.find(({ locale }) => locale === ticket.lang) ?? same.find(({ locale }) => locale === DEFAULT_LOCALE);
    return one ? [{ key: one.key, locale: one.locale, title: one.title, text: fillReply(one.body, values) }] : [];
  });
}

type Filled = Pick<Ticket, "number" | "topic"> & { readonly lang: Locale; readonly username: string | null };

function valuesFor({ number, topic, lang, username }: Filled): Readonly<Record<ReplyPlaceholder, string>> {
  return {
    name: username ?? textOf("support.staff.guest_name", lang),
    number,
    topic: textOf(`support.topic.${topic}`, lang),
    brand: BRAND,
  };
}
