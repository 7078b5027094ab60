/** The rights of each staff role, in one table; the rights to set and lift states of accounts are beside the states. The database has the rights that it enforces (`staff_rights`). */
import type { Role } from "./names.ts";

const EVERY_ROLE = ["moderator", "supermoderator", "admin"] as const;
const SENIOR = ["supermoderator", "admin"] as const;
const ADMINISTRATORS = ["admin"] as const;

export const STAFF_RIGHTS = {
  /** Cases, appeals and chargebacks. */
  disputes: EVERY_ROLE,
  /** Reports of offers, and what is featured. */
  offers: EVERY_ROLE,
  /** Identity, address and video of people. */
  documents: EVERY_ROLE,
  /** Tickets: taking and answering them; feature requests. */
  support: EVERY_ROLE,
  /** Canned replies. */
  support_texts: SENIOR,
  /** Looking up users, restrictions, profile pictures. */
  people: EVERY_ROLE,
  /** Which transfers wait, and why. */
  held_send_outs: EVERY_ROLE,
  stop_send_outs: SENIOR,
  companies: SENIOR,
  recoveries: SENIOR,
  /** Cases of the partner program, and its rates. */
  partners: SENIOR,
  /** Decisions about matches with the list of sanctions. */
  screening: SENIOR,
  /** Desk, settings, flags, announcements, ledger, errors, audit log. */
  console: ADMINISTRATORS,
} as const satisfies Record<string, readonly Role[]>;
export type StaffRight = keyof typeof STAFF_RIGHTS;

export function holdsRight(roles: readonly Role[], right: StaffRight): boolean {
  return roles.some((role) => STAFF_RIGHTS[right].some((one) => one === role));
}
