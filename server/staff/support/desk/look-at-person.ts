/** The account of a ticket's person: a look-up of staff like any other, with its reason, in the budget of a day. */
import { Refusal } from "#contract/platform/errors/refusals.ts";
import type { StaffPerson } from "#contract/compliance/restrictions.ts";
import type { Tx } from "../../../platform/postgres/db.ts";
import { findUserById } from "../../../people/accounts/index.ts";
import { lookUpPerson } from "../../desk/index.ts";
import { openEmail } from "../sealed-ticket.ts";
import { lockAssigned } from "./assigned.ts";

type Asked = {
  readonly viewer: Parameters<typeof lookUpPerson>[1]["viewer"];
  readonly number: string;
  readonly reason: string;
};

/** A guest's by the confirmed email. Refuses support.unknown, .not_assigned, auth.forbidden, staff.look_ups; returns account.not_found. */
export async function lookAtPerson(tx: Tx, { viewer, number, reason }: Asked): Promise<StaffPerson | Refusal> {
  const ticket = await lockAssigned(tx, { staffId: viewer.userId, number });
  const why = `ticket ${number}: ${reason}`;
  if (ticket.email_sealed)
    return lookUpPerson(tx, { viewer, by: "email", who: openEmail(ticket.email_sealed, number), reason: why });
  const user = ticket.user_id === null ? undefined : await findUserById(tx, ticket.user_id);
  if (!user) return new Refusal("account.not_found");
  return lookUpPerson(tx, { viewer, by: "username", who: user.username, reason: why });
}
