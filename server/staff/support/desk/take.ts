/** Who of the staff has a ticket: taken, joined, opened, handed over, or given back to the queue. */
import { fieldRefusal, Refusal } from "#contract/platform/errors/refusals.ts";
import type { OpenedTicket } from "#contract/staff/support.ts";
import type { Tx } from "../../../platform/postgres/db.ts";
import { findUserIdByUsername } from "../../../people/accounts/index.ts";
import { lockTicket, noteEvent, setAssignee } from "../ticket-rows.ts";
import { type ByStaff, lockAssigned, recordAct, showAfter } from "./assigned.ts";
import { assign, endAssignment, isAssigned, isOfStaff, ticketForStaff } from "./queue-rows.ts";

/**
 * One that nobody has is the caller's. Where somebody has it, the caller joins them for a reason. Refuses support.unknown,
 * staff.own_account, support.assigned without a reason, auth.forbidden.
 */
export async function takeTicket(
  tx: Tx,
  { staffId, number, reason = "" }: ByStaff & { readonly reason?: string | undefined },
): Promise<OpenedTicket> {
  const ticket = await lockTicket(tx, number);
  if (!ticket) throw new Refusal("support.unknown");
  if (ticket.user_id === staffId) throw new Refusal("staff.own_account");
  const one = { ticketId: ticket.id, staffId };
  if (await isAssigned(tx, one)) return showAfter(tx, { staffId, number, act: "support.look" });
  const owner = ticket.assignee_id;
  const isTaken = owner !== null && (await isOfStaff(tx, owner));
  if (isTaken && reason === "") throw fieldRefusal("support.assigned", "reason");

  await assign(tx, one);
  if (!isTaken) await setAssignee(tx, ticket.id, staffId);
  await noteEvent(tx, { ticketId: ticket.id, kind: isTaken ? "joined" : "taken", staffId, detail: reason });
  return showAfter(tx, { staffId, number, act: isTaken ? "support.join" : "support.take", reason });
}

/** Refuses support.unknown, support.not_assigned, auth.forbidden. */
export async function openTicket(tx: Tx, { staffId, number }: ByStaff): Promise<OpenedTicket> {
  await lockAssigned(tx, { staffId, number });
  return showAfter(tx, { staffId, number, act: "support.look" });
}

type HandOver = ByStaff & { readonly to: string | null; readonly reason: string };

/** The caller can no longer read it. Refuses support.unknown, .not_assigned, .closed, .no_receiver, auth.forbidden. */
export async function handOver(tx: Tx, { staffId, number, to, reason }: HandOver): Promise<{ isHandedOver: boolean }> {
  const ticket = await lockAssigned(tx, { staffId, number });
  if (ticket.status === "closed") throw new Refusal("support.closed");
  const receiver = to === null ? null : await findUserIdByUsername(tx, to);
  const isAble =
    receiver === null ||
    (receiver !== undefined && receiver !== staffId && receiver !== ticket.user_id && (await isOfStaff(tx, receiver)));
  if (receiver === undefined || !isAble) throw fieldRefusal("support.no_receiver", "to");

  await endAssignment(tx, { ticketId: ticket.id, staffId });
  if (receiver !== null) await assign(tx, { ticketId: ticket.id, staffId: receiver });
  await setAssignee(tx, ticket.id, receiver);
  const kind = receiver === null ? "returned" : "handed_over";
  await noteEvent(tx, { ticketId: ticket.id, kind, staffId, detail: to === null ? reason : `${to}: ${reason}` });
  const shown = await ticketForStaff(tx, { number, staffId });
  const words = { act: "support.hand_over", reason: to === null ? reason : `${to}: ${reason}` } as const;
  await recordAct(tx, { staffId, number, username: shown?.username ?? null, ...words });
  return { isHandedOver: true };
}
