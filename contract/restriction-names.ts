/** Restrictions of accounts by name, and which role sets, keeps and lifts which: a screen needs the names, and not what reads a request. */
import type { Role } from "./staff-names.ts";
import { isDisputed, type TradeStatus } from "./trade-statuses.ts";

export const RESTRICTION_STATES = [
  "restricted",
  "suspended",
  "on_hold",
  "compliance_hold",
  "frozen",
  "compromised",
  "banned",
] as const;
export type RestrictionState = (typeof RESTRICTION_STATES)[number];

export const RESTRICTION_REASONS = [
  "payment_fraud",
  "chargeback",
  "lost_disputes",
  "abusive_behavior",
  "identity_check",
  "source_of_funds",
  "sanctions_check",
  "legal_request",
  "account_takeover",
  "terms_breach",
] as const;
export type RestrictionReason = (typeof RESTRICTION_REASONS)[number];

const BY_MODERATORS = ["restricted", "suspended"] as const;
const BY_SUPERMODERATORS = [...BY_MODERATORS, "on_hold", "compliance_hold", "frozen", "compromised"] as const;

/** As the table `restriction_rights` of the database, which decides. */
export const RESTRICTION_RIGHTS: Readonly<Record<Role, readonly RestrictionState[]>> = {
  moderator: BY_MODERATORS,
  supermoderator: BY_SUPERMODERATORS,
  admin: [...BY_SUPERMODERATORS, "banned"],
};

/** What somebody with these roles may set, keep and lift. */
export function statesOf(roles: readonly Role[]): RestrictionState[] {
  return RESTRICTION_STATES.filter((state) => roles.some((role) => RESTRICTION_RIGHTS[role].includes(state)));
}

const WRITE_ALWAYS: readonly string[] = ["restricted", "suspended", "on_hold", "compliance_hold"];
const WRITE_IN_DISPUTES: readonly string[] = [...WRITE_ALWAYS, "frozen"];

/** Whether what restricts somebody lets them write to the other side of a trade, as `LEFT_OPEN` of the server has it. */
export function mayWrite(restrictions: readonly string[], status: TradeStatus): boolean {
  const writing = isDisputed(status) ? WRITE_IN_DISPUTES : WRITE_ALWAYS;
  return restrictions.every((state) => writing.includes(state));
}
