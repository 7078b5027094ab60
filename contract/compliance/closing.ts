/** Closing one's own account: the obstacles, the request, and its withdrawal during the wait. */
import * as z from "zod/mini";
import { endpoint } from "../platform/endpoint.ts";
import { count, instant } from "../platform/wire.ts";

export const CLOSING_REASONS = ["no_need", "other_market", "privacy", "difficult", "other_account", "other"] as const;
export type ClosingReason = (typeof CLOSING_REASONS)[number];

export const CLOSING_OBSTACLES = [
  "balance",
  "deposits",
  "send_outs",
  "orders",
  "card_debt",
  "card_disputes",
  "store_reports",
  "trades",
  "spot_orders",
  "rewards",
  "cases",
  "holds",
  "restricted",
  "staff",
] as const;

export const closing = z.strictObject({
  /** Null without a request. */
  asked: z.nullable(z.strictObject({ at: instant, dueAt: instant, reason: z.enum(CLOSING_REASONS) })),
  /** Obstacles: with one of these an account can neither be requested to close nor close; the detail is the coin, or the number. */
  obstacles: z.array(z.strictObject({ code: z.enum(CLOSING_OBSTACLES), detail: z.string() })),
  reasons: z.array(z.enum(CLOSING_REASONS)),
  /** How long it waits, and can be taken back. */
  waitDays: count,
});
export type Closing = z.infer<typeof closing>;

const path = "/rest/v1/users/me/close-account";

export const getClosing = endpoint({
  name: "getClosing",
  method: "GET",
  path,
  summary: "Whether and when the account closes, and the obstacles",
  reply: closing,
});

export const askToClose = endpoint({
  name: "askToClose",
  method: "POST",
  path,
  summary:
    "Have the account closed after some days, with a proof of kind close_account; offers pause and other sessions end",
  body: z.strictObject({ reason: z.enum(CLOSING_REASONS) }),
  reply: closing,
  refusals: ["account.closing_exists", "account.closing_obstacles", "auth.password_proof", "auth.shared_account"],
});

export const takeBackClosing = endpoint({
  name: "takeBackClosing",
  method: "DELETE",
  path,
  summary: "Keep the account after all",
  reply: closing,
  refusals: ["account.closing_none"],
});
