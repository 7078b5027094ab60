/** What happens to tickets by time: a person who does not answer has them solved, and nobody opens old ones again. */
import type { AppPorts } from "../../platform/app-ports.ts";
import type { Tx } from "../../platform/postgres/db.ts";
import { readSettings } from "../../reference/settings/index.ts";
import { afterSolution } from "./clocks.ts";
import { notifyPerson } from "./desk/answer.ts";
import { closeSolved, silentTickets } from "./job-rows.ts";
import { lockTicket, noteEvent, saveClocks } from "./ticket-rows.ts";
import { writeStep } from "./write-message.ts";

/** Each in a transaction of its own: one that fails keeps none back. */
export async function settleTickets({ db, log }: Pick<AppPorts, "db" | "log">): Promise<void> {
  const settings = await db.read((tx) => readSettings(tx, ["support.waiting_days", "support.close_days"]));
  const silent = await db.read((tx) => silentTickets(tx, settings["support.waiting_days"]));
  for (const number of silent)
    await db.tx((tx) => solveSilent(tx, number)).catch((err) => log.error({ err, number }, "a ticket was not solved"));
  const closed = await db.tx((tx) => closeSolved(tx, settings["support.close_days"]));
  if (silent.length + closed > 0) log.info({ solved: silent.length, closed }, "tickets ended by time");
}

/** Not where the person wrote a moment ago. */
async function solveSilent(tx: Tx, number: string): Promise<void> {
  const ticket = await lockTicket(tx, number);
  if (ticket?.status !== "waiting") return;
  await writeStep(tx, ticket, "solved_by_time");
  await saveClocks(tx, ticket.id, afterSolution(ticket, tx.now));
  await noteEvent(tx, { ticketId: ticket.id, kind: "solved_by_time" });
  notifyPerson(tx, ticket, "solved");
}
