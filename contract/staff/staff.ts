/** The administrators' desk: the staff, changes that wait for a second administrator, and halts. */
import * as z from "zod/mini";
import { endpoint } from "../platform/endpoint.ts";
import { staffChange } from "./changes.ts";
import { HALT_NAMES, ROLES } from "./names.ts";
import { hash, instant, text, username } from "../platform/wire.ts";

export const CHANGE_REASON_MAX = 300;

export const proposedChange = z.strictObject({
  id: hash,
  change: staffChange,
  reason: z.string(),
  proposedBy: username,
  proposedAt: instant,
  /** Nobody confirms it after that. */
  expiresAt: instant,
});
export type ProposedChange = z.infer<typeof proposedChange>;

export const staffDesk = z.strictObject({
  staff: z.array(
    z.strictObject({
      username,
      role: z.enum(ROLES),
      /** Until then they decide nothing by it; null where they do. */
      decidesFrom: z.nullable(instant),
    }),
  ),
  /** Oldest first. */
  waiting: z.array(proposedChange),
  halts: z.array(
    z.strictObject({
      name: z.enum(HALT_NAMES),
      reason: z.string(),
      since: instant,
      /** An invariant was broken. */
      takesTwo: z.boolean(),
    }),
  ),
});
export type StaffDesk = z.infer<typeof staffDesk>;

export const getStaffDesk = endpoint({
  name: "getStaffDesk",
  method: "GET",
  path: "/rest/v1/staff/desk",
  summary: "The staff, the changes that wait for a second administrator, and the halts in force",
  reply: staffDesk,
});

export const changeByStaff = endpoint({
  name: "changeByStaff",
  method: "POST",
  path: "/rest/v1/staff/changes",
  summary:
    "Change a role, a level, a halt, a setting or a flag, give a discount or cashback, or post a manual journal; a change that gives more becomes a proposal to a second administrator, for a day",
  body: z.strictObject({ change: staffChange, reason: text({ min: 3, max: CHANGE_REASON_MAX }) }),
  reply: z.strictObject({ isDone: z.boolean(), desk: staffDesk }),
  refusals: [
    "auth.password_proof",
    "auth.forbidden",
    "account.not_found",
    "staff.own_account",
    "staff.unchanged",
    "staff.proposed",
    "staff.last_admin",
    "settings.unknown",
    "settings.value",
    "offer.not_featured",
    "offer.cashback_above_fee",
    "staff.journal_limit",
    "rates.unknown",
    "ledger.insufficient_balance",
    "ledger.halted",
    "LEDGER_ASYNC_MODE",
  ],
});

export const confirmStaffChange = endpoint({
  name: "confirmStaffChange",
  method: "POST",
  path: "/rest/v1/staff/changes/confirm",
  summary: "Confirm the proposal of another administrator",
  body: z.strictObject({ id: hash }),
  reply: z.strictObject({ desk: staffDesk }),
  refusals: [
    "auth.password_proof",
    "auth.forbidden",
    "staff.own_account",
    "staff.second_person",
    "staff.change_over",
    "account.not_found",
    "staff.unchanged",
    "offer.not_featured",
    "offer.cashback_above_fee",
    "staff.journal_limit",
    "rates.unknown",
    "ledger.insufficient_balance",
    "ledger.halted",
    "LEDGER_ASYNC_MODE",
  ],
});
