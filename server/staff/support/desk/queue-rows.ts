/** The SQL of tickets as staff see them. */
import type { SupportQueue } from "#contract/staff/support-queues.ts";
import type { StaffTicketFilters } from "#contract/staff/support.ts";
import { before, behind, placeOf } from "../../../platform/cursors.ts";
import { type Fragment, type ReadTx, sql, type Tx } from "../../../platform/postgres/db.ts";
import { onlyRow } from "../../../platform/postgres/only-row.ts";
import { type Ticket, TICKET_COLUMNS } from "../ticket-rows.ts";

export type QueueRow = Ticket & {
  readonly place: string;
  readonly username: string | null;
  readonly assignee: string | null;
  readonly is_assigned: boolean;
};

const selectTickets = (staffId: bigint, place: Fragment = sql`''`) => sql`
    select ${place} as place, ${TICKET_COLUMNS}, person.username, owner.username as assignee,
      exists (
        select from support_assignments given
        where given.ticket_id = ticket.id and given.staff_id = ${staffId} and given.ended_at is null) as is_assigned
    from support_tickets ticket
    left join users person on person.id = ticket.user_id
    left join users owner on owner.id = ticket.assignee_id`;

type Slice = StaffTicketFilters & {
  readonly staffId: bigint;
  readonly queue: SupportQueue;
  readonly isMine: boolean;
  readonly after: string | undefined;
  readonly limit: number;
};

/** What staff have to act on, by the nearest clock; what waits for the person, the longest first; what has ended, the latest first. */
export function queueRows(tx: ReadTx, { queue, after, limit, ...asked }: Slice): Promise<QueueRow[]> {
  const id = sql`ticket.id`;
  if (queue === "open") {
    const due = sql`ticket.due_at`;
    return tx.rows<QueueRow>`
      ${selectTickets(asked.staffId, placeOf(due, id))}
      where ticket.due_at is not null ${narrowed(asked)} ${behind(due, id, after)}
      order by ticket.due_at, ticket.id
      limit ${limit}`;
  }
  const last = sql`ticket.last_at`;
  if (queue === "waiting")
    return tx.rows<QueueRow>`
      ${selectTickets(asked.staffId, placeOf(last, id))}
      where ticket.status = 'waiting' ${narrowed(asked)} ${behind(last, id, after)}
      order by ticket.last_at, ticket.id
      limit ${limit}`;
  return tx.rows<QueueRow>`
    ${selectTickets(asked.staffId, placeOf(last, id))}
    where ticket.status in ('solved', 'closed') ${narrowed(asked)} ${before(last, id, after)}
    order by ticket.last_at desc, ticket.id desc
    limit ${limit}`;
}

function narrowed({
  staffId,
  isMine,
  topic,
  priority,
  lang,
  who,
  number,
}: Omit<Slice, "queue" | "after" | "limit">): Fragment {
  return sql`
      ${isMine ? sql`and ticket.assignee_id = ${staffId}` : sql``}
      ${topic === undefined ? sql`` : sql`and ticket.topic = ${topic}`}
      ${priority === undefined ? sql`` : sql`and ticket.priority = ${priority}`}
      ${lang === undefined ? sql`` : sql`and ticket.lang = ${lang}`}
      ${who === undefined ? sql`` : sql`and lower(person.username) = lower(${who})`}
      ${number === undefined ? sql`` : sql`and ticket.number = ${number}`}`;
}

/** Up to a thousand each. */
export async function countDue(tx: ReadTx): Promise<{ late: number; waiting: number }> {
  const rows = await tx.rows<{ late: number; waiting: number }>`
    select count(*) filter (where due.due_at <= ${tx.now})::int as late, count(*)::int as waiting
    from (
      select ticket.due_at from support_tickets ticket
      where ticket.due_at is not null
      order by ticket.due_at
      limit 1000) as due`;
  return onlyRow(rows);
}

export async function ticketForStaff(
  tx: ReadTx,
  { number, staffId }: { number: string; staffId: bigint },
): Promise<QueueRow | undefined> {
  const [row] = await tx.rows<QueueRow>`
    ${selectTickets(staffId)}
    where ticket.number = ${number}`;
  return row;
}

const MOST_OTHERS = 20;

/** Of the same user, or of the same email; the newest first. */
export function othersOf(tx: ReadTx, ticket: Ticket, staffId: bigint): Promise<QueueRow[]> {
  return tx.rows<QueueRow>`
    ${selectTickets(staffId)}
    where ticket.id <> ${ticket.id}
      and ${ticket.user_id === null ? sql`ticket.email_index = ${ticket.email_index}` : sql`ticket.user_id = ${ticket.user_id}`}
    order by ticket.id desc
    limit ${MOST_OTHERS}`;
}

export type EventRow = {
  readonly kind: string;
  readonly staff: string | null;
  readonly detail: string;
  readonly at: Date;
};

export function eventsOf(tx: ReadTx, ticketId: bigint): Promise<EventRow[]> {
  return tx.rows<EventRow>`
    select event.kind, actor.username as staff, event.detail, event.at
    from support_events event
    left join users actor on actor.id = event.staff_id
    where event.ticket_id = ${ticketId}
    order by event.id`;
}

export async function assignedTo(tx: ReadTx, ticketId: bigint): Promise<string[]> {
  const rows = await tx.rows<{ username: string }>`
    select reader.username
    from support_assignments given
    join users reader on reader.id = given.staff_id
    where given.ticket_id = ${ticketId} and given.ended_at is null
    order by given.since`;
  return rows.map(({ username }) => username);
}

type Assignment = { readonly ticketId: bigint; readonly staffId: bigint };

export async function isAssigned(tx: ReadTx, { ticketId, staffId }: Assignment): Promise<boolean> {
  const rows = await tx.rows`
    select from support_assignments
    where ticket_id = ${ticketId} and staff_id = ${staffId} and ended_at is null`;
  return rows.length > 0;
}

export async function assign(tx: Tx, { ticketId, staffId }: Assignment): Promise<void> {
  await tx.rows`
    insert into support_assignments (ticket_id, staff_id, since)
    values (${ticketId}, ${staffId}, ${tx.now})
    on conflict do nothing`;
}

export async function endAssignment(tx: Tx, { ticketId, staffId }: Assignment): Promise<void> {
  await tx.rows`
    update support_assignments
    set ended_at = ${tx.now}
    where ticket_id = ${ticketId} and staff_id = ${staffId} and ended_at is null`;
}

/** Of the staff today, and restricted by nothing. */
export async function isOfStaff(tx: ReadTx, userId: bigint): Promise<boolean> {
  const rows = await tx.rows`
    select
    from user_roles
    where user_id = ${userId}
      and not exists (select from user_restrictions held where held.user_id = ${userId} and held.lifted_at is null)`;
  return rows.length > 0;
}
