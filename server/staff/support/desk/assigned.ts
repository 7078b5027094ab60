/** A ticket that a member of the staff may read, locked; and the record of what they do with it. */
import { Refusal } from "#contract/platform/errors/refusals.ts";
import type { StaffActName } from "#contract/staff/audit-names.ts";
import type { OpenedTicket } from "#contract/staff/support.ts";
import type { Tx } from "../../../platform/postgres/db.ts";
import { recordStaffAct } from "../../../people/audit/index.ts";
import { lockTicket, type Ticket } from "../ticket-rows.ts";
import { isAssigned, ticketForStaff } from "./queue-rows.ts";
import { viewOpened } from "./view-desk.ts";

export type ByStaff = { readonly staffId: bigint; readonly number: string };

/** Refuses support.unknown, support.not_assigned. */
export async function lockAssigned(tx: Tx, { staffId, number }: ByStaff): Promise<Ticket> {
  const ticket = await lockTicket(tx, number);
  if (!ticket) throw new Refusal("support.unknown");
  if (!(await isAssigned(tx, { ticketId: ticket.id, staffId }))) throw new Refusal("support.not_assigned");
  return ticket;
}

type Act = ByStaff & { readonly act: StaffActName & `support.${string}`; readonly reason?: string };

/**
 * Reads the ticket, and writes what was done with it into the chain: last, because from then on no other act of the staff can be
 * written until the transaction ends. Nothing is answered unless that is committed. Refuses auth.forbidden.
 */
export async function showAfter(tx: Tx, { staffId, number, act, reason = "" }: Act): Promise<OpenedTicket> {
  const row = await ticketForStaff(tx, { number, staffId });
  if (!row) throw new Refusal("support.unknown");
  const opened = await viewOpened(tx, row, staffId);
  await recordAct(tx, { staffId, username: row.username, number, act, reason });
  return opened;
}

type Recorded = Act & { readonly username: string | null };

/** About the user, or a guest, by the number of the ticket. */
export function recordAct(tx: Tx, { staffId, username, number, act, reason = "" }: Recorded): Promise<void> {
  return recordStaffAct(tx, { staffId, act, subject: `${username ?? "guest"}: ticket ${number}`, reason });
}
