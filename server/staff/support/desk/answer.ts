/** Staff answer a ticket that is assigned to them, note something for each other, mark it solved, and merge it into another one. */
import { Refusal } from "#contract/platform/errors/refusals.ts";
import type { OpenedTicket } from "#contract/staff/support.ts";
import type { Tx } from "../../../platform/postgres/db.ts";
import { afterAnswer, afterSolution, limitsOf } from "../clocks.ts";
import { closeMerged, isWrittenAfter, noteEvent, saveClocks, type Ticket } from "../ticket-rows.ts";
import { attachUploads } from "../person/file-rows.ts";
import { writeMessage, writeStep } from "../write-message.ts";
import { type ByStaff, lockAssigned, showAfter } from "./assigned.ts";

/** The last message that the caller saw. */
type Seen = { readonly after: number };
type Answer = ByStaff &
  Seen & {
    readonly text: string;
    readonly solves: boolean;
    /** Of files that the caller uploaded. */
    readonly files?: readonly string[] | undefined;
  };

/** Refuses support.unknown, .not_assigned, .closed, .answered_meanwhile, .files, auth.forbidden. The person is notified after the commit. */
export async function answer(
  tx: Tx,
  { staffId, number, text, after, solves, files = [] }: Answer,
): Promise<OpenedTicket> {
  const ticket = await lockOpen(tx, { staffId, number });
  await refuseUnseen(tx, ticket, after);

  const written = await writeMessage(tx, ticket, { kind: "message", text, staffId });
  await attachUploads(tx, { hashes: files, owner: { userId: staffId }, ticketId: ticket.id, seq: written.last_seq });
  const answered = afterAnswer(ticket, { now: tx.now, limits: await limitsOf(tx, ticket.priority) });
  if (solves) await writeStep(tx, written, "solved_by_staff");
  await saveClocks(tx, ticket.id, solves ? afterSolution(answered, tx.now) : answered);
  await noteEvent(tx, { ticketId: ticket.id, kind: "answered", staffId });
  if (solves) await noteEvent(tx, { ticketId: ticket.id, kind: "solved", staffId });
  notifyPerson(tx, ticket, "answered");
  return showAfter(tx, { staffId, number, act: "support.answer" });
}

/** Refuses what answer refuses. */
export async function solve(tx: Tx, { staffId, number, after }: ByStaff & Seen): Promise<OpenedTicket> {
  const ticket = await lockOpen(tx, { staffId, number });
  await refuseUnseen(tx, ticket, after);
  if (ticket.status !== "solved") {
    await writeStep(tx, ticket, "solved_by_staff");
    await saveClocks(tx, ticket.id, afterSolution(ticket, tx.now));
    await noteEvent(tx, { ticketId: ticket.id, kind: "solved", staffId });
    notifyPerson(tx, ticket, "solved");
  }
  return showAfter(tx, { staffId, number, act: "support.solve" });
}

/** No clock moves, and the person is not notified. Refuses support.unknown, .not_assigned, .closed, auth.forbidden. */
export async function note(
  tx: Tx,
  { staffId, number, text }: ByStaff & { readonly text: string },
): Promise<OpenedTicket> {
  const ticket = await lockOpen(tx, { staffId, number });
  await writeMessage(tx, ticket, { kind: "note", text, staffId });
  await noteEvent(tx, { ticketId: ticket.id, kind: "noted", staffId });
  return showAfter(tx, { staffId, number, act: "support.note" });
}

/**
 * Shows the one that goes on. Locks both, the lower number first. Refuses support.unknown, .not_assigned, .closed, auth.forbidden, and
 * support.merge where they are not two tickets of one person.
 */
export async function merge(
  tx: Tx,
  { staffId, number, into }: ByStaff & { readonly into: string },
): Promise<OpenedTicket> {
  if (number === into) throw new Refusal("support.merge");
  const locked = new Map<string, Ticket>();
  for (const one of [number, into].sort()) locked.set(one, await lockOpen(tx, { staffId, number: one }));
  const [from, target] = [locked.get(number), locked.get(into)];
  if (!from || !target || !isOfOnePerson(from, target)) throw new Refusal("support.merge");

  await writeStep(tx, from, "merged");
  await closeMerged(tx, { id: from.id, into: target.id });
  await noteEvent(tx, { ticketId: from.id, kind: "merged", staffId, detail: into });
  await noteEvent(tx, { ticketId: target.id, kind: "merge_target", staffId, detail: number });
  return showAfter(tx, { staffId, number: into, act: "support.merge", reason: number });
}

function isOfOnePerson(one: Ticket, other: Ticket): boolean {
  if (one.user_id !== null || other.user_id !== null) return one.user_id === other.user_id;
  return (
    one.email_index !== null && other.email_index !== null && Buffer.compare(one.email_index, other.email_index) === 0
  );
}

async function lockOpen(tx: Tx, by: ByStaff): Promise<Ticket> {
  const ticket = await lockAssigned(tx, by);
  if (ticket.status === "closed") throw new Refusal("support.closed");
  return ticket;
}

async function refuseUnseen(tx: Tx, { id }: Ticket, after: number): Promise<void> {
  if (await isWrittenAfter(tx, { id, seq: after })) throw new Refusal("support.answered_meanwhile");
}

/** A user by the notifications that they chose, a guest by email. */
export function notifyPerson(tx: Tx, { user_id: userId, number }: Ticket, what: "answered" | "solved"): void {
  if (userId === null) tx.emit({ type: "support.changed", subject: number, payload: { what } });
  else tx.emit({ type: `account.support_${what}`, subject: String(userId), payload: { detail: number } });
}
