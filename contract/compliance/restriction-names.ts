/** Restrictions of accounts by name, what each takes away, and which role sets, keeps and lifts which: a screen needs the names, and not what reads a request. */
import type { Role } from "../staff/names.ts";
import { isDisputed, type TradeStatus } from "../market/trades/trade/statuses.ts";
import type { TradeVerb } from "../market/trades/trade/verbs.ts";

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

/** How staff look a user up. case: a restriction, or the appeal against it. buyer, seller: that side of a dispute, an appeal or a chargeback. */
export const LOOK_UP_BY = ["username", "email", "case", "buyer", "seller"] as const;
export type LookUpBy = (typeof LOOK_UP_BY)[number];

const BY_MODERATORS = ["restricted", "suspended"] as const;
const BY_SUPERMODERATORS = [...BY_MODERATORS, "on_hold", "compliance_hold", "frozen", "compromised"] as const;

/** As the table `restriction_rights` of the database, which decides. */
export const RESTRICTION_RIGHTS: Readonly<Record<Role, readonly RestrictionState[]>> = {
  moderator: BY_MODERATORS,
  supermoderator: BY_SUPERMODERATORS,
  admin: [...BY_SUPERMODERATORS, "banned"],
};

/** The states that a user with these roles may set, keep and lift. */
export function statesOf(roles: readonly Role[]): RestrictionState[] {
  return RESTRICTION_STATES.filter((state) => roles.some((role) => RESTRICTION_RIGHTS[role].includes(state)));
}

/** Things that a restriction of an account can take away; routes name them in their policies. */
export const ACTIONS = [
  "start_trade",
  "pay",
  "release",
  "dispute",
  "offers",
  /** A new address; what arrives is credited in every state. */
  "receive",
  "send_out",
  /** The same, or all of a coin when staff have approved it, which the verb knows. */
  "last_send_out",
  "convert",
  /** Mobile top-up, which leaves at once: no restricted account waits a day for it, so no state leaves it open. */
  "top_up",
  /** The gift card store, which delivers at once: no state leaves it open. What was bought stays its owner's. */
  "store",
  /** A new card, its number, and money for it: no state leaves it open. Freezing, ending and getting money back are open. */
  "card",
  /** Purchases and sales of coins by bank transfer and mobile money: no state leaves them open. A refund of held money is. */
  "ramp",
  /** Payments of Lightning invoices, which leave at once: no state leaves them open. What is paid to an invoice is credited. */
  "lightning",
  /** Rewards of the partner program into the balance. */
  "partner_claim",
  "trade_chat",
  /** Writing in the conversation of a trade in dispute. */
  "dispute_chat",
  "new_chat",
  /** Writing in a conversation outside trades that exists. */
  "messenger",
  "account",
  /** Control of the account and its data: factors, documents, data, relations. */
  "own_account",
  /** Reading by a key for programs. */
  "api",
  "staff",
] as const;
export type Action = (typeof ACTIONS)[number];

const HELD = ["pay", "dispute", "receive", "trade_chat", "dispute_chat", "own_account"] as const;

/** The actions a state leaves open. Reading, downloading one's own data, and the appeal are always open. */
export const LEFT_OPEN: Readonly<Record<RestrictionState, readonly Action[]>> = {
  // A send-out waits for a day (reserve_send_outs).
  restricted: [
    ...HELD,
    "release",
    "send_out",
    "last_send_out",
    "convert",
    "partner_claim",
    "messenger",
    "account",
    "api",
  ],
  suspended: [...HELD, "release"],
  on_hold: HELD,
  compliance_hold: HELD,
  frozen: ["dispute_chat", "own_account"],
  banned: ["last_send_out", "own_account"],
  // An attacker in the account cannot lock its owner out, and a recovery needs no session.
  compromised: ["receive"],
};

/** The strictest wins: an action is allowed only if every current state allows it and none of them is unknown. */
export function leavesOpen(restrictions: readonly string[], action: string): boolean {
  return restrictions.every((standing) => {
    const state = RESTRICTION_STATES.find((one) => one === standing);
    return state !== undefined && LEFT_OPEN[state].some((open) => open === action);
  });
}

/** Whether a user's restrictions allow messages to the other party of a trade. */
export function mayWrite(restrictions: readonly string[], status: TradeStatus): boolean {
  return leavesOpen(restrictions, isDisputed(status) ? "dispute_chat" : "trade_chat");
}

/** The actions of staff for a party, by the states whose table has "by staff"; a release is the award of a dispute. */
const BY_STAFF: Readonly<Record<"pay" | "release" | "dispute", readonly RestrictionState[]>> = {
  pay: ["banned"],
  release: ["on_hold", "compliance_hold", "frozen", "banned"],
  dispute: ["banned"],
};

export const STEPS_IN_PLACE = ["paid", "dispute"] as const;
export type StepInPlace = (typeof STEPS_IN_PLACE)[number];

/** The actions of staff for a buyer or seller whom these states block. If one state forbids it to staff too, it is not possible. */
export function stepsInPlace(restrictions: readonly string[], side: "buyer" | "seller"): StepInPlace[] {
  const isByStaff = (action: keyof typeof BY_STAFF) =>
    !leavesOpen(restrictions, action) &&
    restrictions.every((state) => leavesOpen([state], action) || BY_STAFF[action].some((one) => one === state));
  if (side === "seller") return isByStaff("release") || isByStaff("dispute") ? ["dispute"] : [];
  return [...(isByStaff("pay") ? (["paid"] as const) : []), ...(isByStaff("dispute") ? (["dispute"] as const) : [])];
}

/** The action of a side's step in a trade; no step is allowed in every state. */
export const ACTION_OF_VERB: Readonly<Partial<Record<TradeVerb, Action>>> = {
  fund: "pay",
  reveal_details: "pay",
  mark_paid: "pay",
  share_gift_card: "pay",
  accept_gift_card: "pay",
  share_code: "pay",
  reveal_code: "pay",
  fallback: "pay",
  ask_reopen: "pay",
  reopen: "pay",
  cancel: "pay",
  extend: "pay",
  release: "release",
  open_dispute: "dispute",
};
