/** The card terminal of the demo on the wire: a till that asks, what merchants do afterwards, and the issuer's answers to disputes. */
import * as z from "zod/mini";
import { endpoint } from "../../platform/endpoint.ts";
import { amount, fiatCode, hash, instant, iso2, lineText, text } from "../../platform/wire.ts";
import { DECLINES, DISPUTE_ANSWERS, ENTRY_KINDS, MERCHANT_GROUPS } from "./names.ts";

const WRONG_LIMITS = ["money.malformed", "money.too_many_digits"] as const;

/** What the terminal of the demo shows after an act. */
export const terminalPayment = z.strictObject({
  id: z.string(),
  /** approval: the card's user is being asked. */
  outcome: z.enum(["approved", ...DECLINES]),
  /** In words of the merchant. */
  usd: amount,
  /** Until when the user can answer. */
  waitsUntil: z.nullable(instant),
});
export type TerminalPayment = z.infer<typeof terminalPayment>;

export const payAtTerminal = endpoint({
  name: "payAtTerminal",
  method: "POST",
  path: "/rest/v1/card-terminal/payments",
  summary: "In the demo: ask a card for money, as a merchant's till does",
  body: z.strictObject({
    number: text({ min: 12, max: 30 }),
    expires_month: z.string().check(z.regex(/^(0[1-9]|1[0-2])$/)),
    expires_year: z.string().check(z.regex(/^20[0-9]{2}$/)),
    cvv: z.string().check(z.regex(/^[0-9]{3}$/)),
    merchant: lineText({ min: 1, max: 40 }),
    merchant_group: z.enum(MERCHANT_GROUPS),
    country: iso2,
    currency_code: fiatCode,
    amount,
    /** Without the card: its user may be asked. */
    online: z.optional(z.boolean()),
  }),
  reply: terminalPayment,
  refusals: ["virtual_card.terminal_details", ...WRONG_LIMITS],
});

export const getTerminalPayment = endpoint({
  name: "getTerminalPayment",
  method: "GET",
  path: "/rest/v1/card-terminal/payments/:id",
  summary: "In the demo: how a payment of the card terminal stands",
  params: z.strictObject({ id: z.string().check(z.regex(/^[A-Za-z0-9_-]{8,64}$/)) }),
  reply: terminalPayment,
  refusals: ["virtual_card.unknown"],
});

export const bookAtTerminal = endpoint({
  name: "bookAtTerminal",
  method: "POST",
  path: "/rest/v1/card-terminal/entries",
  summary: "In the demo: what the merchant does afterwards; the issuer's message is booked within seconds",
  body: z.strictObject({
    payment_id: z.string().check(z.regex(/^[A-Za-z0-9_-]{8,64}$/)),
    kind: z.enum(ENTRY_KINDS),
    /** In dollars. */
    usd: amount,
    is_final: z.optional(z.boolean()),
  }),
  reply: z.strictObject({ id: z.string() }),
  refusals: ["virtual_card.unknown", ...WRONG_LIMITS],
});

export const answerAtTerminal = endpoint({
  name: "answerAtTerminal",
  method: "POST",
  path: "/rest/v1/card-terminal/disputes",
  summary: "In the demo: the issuer answers a dispute of the caller; its message is booked within seconds",
  body: z.strictObject({
    dispute_id: hash,
    answer: z.enum(DISPUTE_ANSWERS),
    /** In dollars: what is credited or won, at most what is disputed. */
    usd: amount,
  }),
  reply: z.strictObject({ id: z.string() }),
  refusals: ["virtual_card.unknown", "virtual_card.dispute_sum", ...WRONG_LIMITS],
});
