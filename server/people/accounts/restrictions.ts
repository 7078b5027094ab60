/**
 * What each restriction takes away. The strictest wins: an action is free only when every standing state allows it. Which
 * role sets which is the table `restriction_rights` of the database.
 */
import { RESTRICTION_STATES, type RestrictionState } from "#contract/restriction-names.ts";
import type { Viewer } from "../../platform/http/policy.ts";

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
  "trade_chat",
  /** Writing in the conversation of a trade in dispute. */
  "dispute_chat",
  "new_chat",
  "account",
  /** Reading by a key for programs. */
  "api",
  "staff",
] as const;
export type Action = (typeof ACTIONS)[number];

const HELD = ["pay", "dispute", "receive", "trade_chat", "dispute_chat"] as const;

/** The actions a state leaves open. Reading, downloading one's own data, and the appeal are always open. */
export const LEFT_OPEN: Readonly<Record<RestrictionState, readonly Action[]>> = {
  // A send-out waits for a day (reserve_send_outs).
  restricted: [...HELD, "release", "send_out", "last_send_out", "convert", "account", "api"],
  suspended: [...HELD, "release"],
  on_hold: HELD,
  compliance_hold: HELD,
  frozen: ["dispute_chat"],
  banned: ["last_send_out"],
  compromised: ["receive"],
};

export function mayAct(viewer: Pick<Viewer, "restrictions">, action: string): boolean {
  return viewer.restrictions.every((standing) => {
    const state = RESTRICTION_STATES.find((one) => one === standing);
    return state !== undefined && LEFT_OPEN[state].some((open) => open === action);
  });
}
