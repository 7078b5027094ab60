/** What a person does in their ticket: write, mark it solved, rate it once. */
import { Refusal } from "#contract/platform/errors/refusals.ts";
import type { TicketThread } from "#contract/reach/support/support.ts";
import type { Tx } from "../../../platform/postgres/db.ts";
import { afterPerson, afterSolution, limitsOf } from "../clocks.ts";
import { sealRating } from "../sealed-ticket.ts";
import { countOfHour, noteEvent, saveClocks, saveRating, type Ticket, ticketByNumber } from "../ticket-rows.ts";
import { writeMessage, writeStep } from "../write-message.ts";
import { attachUploads } from "./file-rows.ts";
import { type Asker, lockOwn } from "./own-ticket.ts";
import { viewThread } from "./view-ticket.ts";

const MOST_AN_HOUR = 20;

type Written = { readonly text: string; readonly files?: readonly string[] | undefined };

/** Opens a solved one again. Refuses support.unknown, .link_gone, .closed, .files, auth.throttled. */
export async function write(tx: Tx, asker: Asker, { text, files = [] }: Written): Promise<TicketThread> {
  const ticket = await lockOwn(tx, asker);
  refuseClosed(ticket);
  if ((await countOfHour(tx, ticket.id)) >= MOST_AN_HOUR) throw new Refusal("auth.throttled", { retryAfterSec: 3600 });

  const isReopened = ticket.status === "solved";
  const before = isReopened ? await writeStep(tx, ticket, "reopened") : ticket;
  const { last_seq: seq } = await writeMessage(tx, before, { kind: "message", text });
  const owner = "token" in asker ? { guestTicketId: ticket.id } : { userId: asker.userId };
  await attachUploads(tx, { hashes: files, owner, ticketId: ticket.id, seq });
  await saveClocks(tx, ticket.id, afterPerson(ticket, { now: tx.now, limits: await limitsOf(tx, ticket.priority) }));
  if (isReopened) await noteEvent(tx, { ticketId: ticket.id, kind: "reopened" });
  return view(tx, ticket);
}

/** A second call changes nothing. Refuses support.unknown, .link_gone, .closed. */
export async function solve(tx: Tx, asker: Asker): Promise<TicketThread> {
  const ticket = await lockOwn(tx, asker);
  refuseClosed(ticket);
  if (ticket.status === "solved") return view(tx, ticket);

  await writeStep(tx, ticket, "solved_by_person");
  await saveClocks(tx, ticket.id, afterSolution(ticket, tx.now));
  await noteEvent(tx, { ticketId: ticket.id, kind: "solved_by_person" });
  return view(tx, ticket);
}

type Rating = { readonly score: number; readonly text?: string | undefined };

/** Refuses support.unknown, .link_gone, .not_solved, .rated. */
export async function rate(tx: Tx, asker: Asker, { score, text = "" }: Rating): Promise<TicketThread> {
  const ticket = await lockOwn(tx, asker);
  const isOver = ticket.status === "solved" || ticket.status === "closed";
  if (!isOver || ticket.merged_into !== null) throw new Refusal("support.not_solved");
  if (ticket.rating !== null) throw new Refusal("support.rated");

  const sealed = text === "" ? null : sealRating(text, ticket.number);
  await saveRating(tx, { id: ticket.id, score, sealed });
  await noteEvent(tx, { ticketId: ticket.id, kind: "rated", detail: String(score) });
  return view(tx, ticket);
}

function refuseClosed({ status }: Ticket): void {
  if (status === "closed") throw new Refusal("support.closed");
}

async function view(tx: Tx, { number }: Ticket): Promise<TicketThread> {
  const ticket = await ticketByNumber(tx, number);
  if (!ticket) throw new Error("a locked ticket is gone");
  return viewThread(tx, ticket);
}
