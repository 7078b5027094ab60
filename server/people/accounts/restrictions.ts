/** What each restriction takes away. The strictest wins: an action is free only when every standing state allows it. */
import type { Viewer } from "../../platform/http/policy.ts";

/** Things that a restriction of an account can take away; routes name them in their policies. */
export const ACTIONS = [
  "start_trade",
  "pay",
  "release",
  "dispute",
  "offers",
  "receive",
  "send_out",
  "convert",
  "trade_chat",
  "new_chat",
  "account",
  "staff",
] as const;
export type Action = (typeof ACTIONS)[number];

export type RestrictionState =
  | "banned"
  | "suspended"
  | "on_hold"
  | "compliance_hold"
  | "frozen"
  | "restricted"
  | "compromised";

/** The actions a state leaves open. Reading, and downloading one's own data, is always open. */
const OPEN: Readonly<Record<RestrictionState, readonly Action[]>> = {
  restricted: ["pay", "release", "dispute", "receive", "send_out", "convert", "trade_chat", "account"],
  suspended: ["pay", "release", "dispute", "receive", "trade_chat"],
  on_hold: ["pay", "dispute", "receive", "trade_chat"],
  compliance_hold: ["pay", "dispute", "receive", "trade_chat"],
  frozen: [],
  banned: [],
  compromised: ["receive"],
};

export function mayAct(viewer: Pick<Viewer, "restrictions">, action: string): boolean {
  return viewer.restrictions.every((state) => (OPEN[state as RestrictionState] ?? []).some((open) => open === action));
}
