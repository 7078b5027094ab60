/** Lightning on the wire: invoices of the caller, payments of invoices of others, and what the node can carry now. Sums are bitcoin. */
import * as z from "zod/mini";
import { endpoint } from "../../platform/endpoint.ts";
import { amount, hash, instant, text } from "../../platform/wire.ts";
import {
  BOLT11_FORM,
  LN_FAILURES,
  LN_INVOICE_STATUSES,
  LN_LIFETIMES,
  LN_MEMO_MAX,
  LN_PAYMENT_STATUSES,
} from "./names.ts";
import { lightningWithdrawal } from "./withdrawals.ts";

const decimal = z.string();

export const lightningInvoice = z.strictObject({
  id: hash,
  /** Null: the payer says how much. */
  amount: z.nullable(decimal),
  memo: z.string(),
  status: z.enum(LN_INVOICE_STATUSES),
  /** BOLT 11; null until the node has made it, a moment after it was asked for. */
  invoice: z.nullable(z.string()),
  paymentHash: z.nullable(z.string()),
  createdAt: instant,
  expiresAt: instant,
  /** What was credited. */
  paid: z.nullable(decimal),
  settledAt: z.nullable(instant),
});
export type LightningInvoice = z.infer<typeof lightningInvoice>;

export const lightningPayment = z.strictObject({
  id: hash,
  amount: decimal,
  memo: z.string(),
  payee: z.string(),
  status: z.enum(LN_PAYMENT_STATUSES),
  failure: z.nullable(z.enum(LN_FAILURES)),
  /** Ours. */
  fee: decimal,
  /** Of the way to the payee; while it is in flight the most that it may be. */
  networkFee: decimal,
  /** BOLT 11, in which the payee has signed the hash. */
  invoice: z.string(),
  paymentHash: z.string(),
  /** The payee's receipt: its SHA-256 is the payment's hash. */
  preimage: z.nullable(z.string()),
  createdAt: instant,
  endedAt: z.nullable(instant),
});
export type LightningPayment = z.infer<typeof lightningPayment>;

export const lightning = z.strictObject({
  /** The node was seen in the last two minutes. */
  isHere: z.boolean(),
  /** The most that one payment can carry now. */
  canReceive: decimal,
  canSend: decimal,
  available: decimal,
  /** By which any wallet pays the caller. */
  address: z.string(),
  /** The last fifty of each, newest first. */
  invoices: z.array(lightningInvoice),
  payments: z.array(lightningPayment),
  /** What is set aside for a wallet that scans its code. */
  withdrawal: z.nullable(lightningWithdrawal),
  limits: z.strictObject({ paymentUsd: z.string(), monthUsd: z.string() }),
});
export type Lightning = z.infer<typeof lightning>;

const path = "/rest/v1/lightning";

export const getLightning = endpoint({
  name: "getLightning",
  method: "GET",
  path,
  summary: "The caller's Lightning invoices and payments, and what the node can carry now",
  reply: lightning,
});

export const createLightningInvoice = endpoint({
  name: "createLightningInvoice",
  method: "POST",
  path: `${path}/invoices`,
  summary: "Ask for an invoice; it is there a moment later. Without an amount the payer says how much",
  body: z.strictObject({
    amount: z.optional(amount),
    memo: z.optional(text({ max: LN_MEMO_MAX })),
    seconds: z.optional(z.literal([...LN_LIFETIMES])),
  }),
  reply: lightningInvoice,
  refusals: ["lightning.too_many", "lightning.too_small", "money.malformed", "money.too_many_digits", "ledger.halted"],
});

export const getLightningInvoice = endpoint({
  name: "getLightningInvoice",
  method: "GET",
  path: `${path}/invoices/:id`,
  summary: "One invoice of the caller",
  params: z.strictObject({ id: hash }),
  reply: lightningInvoice,
  refusals: ["lightning.unknown"],
});

export const lightningQuote = z.strictObject({
  id: hash,
  amount: decimal,
  memo: z.string(),
  /** The node's public key. */
  payee: z.string(),
  /** A user of this market: paid at once, without fees. */
  isInside: z.boolean(),
  fee: decimal,
  /** The most that the way may cost; what it does not cost comes back. */
  mostNetworkFee: decimal,
  /** What leaves the balance at first. */
  total: decimal,
  usd: decimal,
  createdAt: instant,
  expiresAt: instant,
});
export type LightningQuote = z.infer<typeof lightningQuote>;

export const payFromOutside = endpoint({
  name: "payFromOutside",
  method: "POST",
  path: `${path}/outside/payments`,
  summary: "Demo: have somebody else's node pay an invoice",
  body: z.strictObject({
    invoice: text({ min: 50, max: 4000 }).check(z.regex(BOLT11_FORM)),
    amount: z.optional(amount),
  }),
  reply: z.strictObject({ isSent: z.boolean() }),
  refusals: [
    "lightning.away",
    "lightning.invoice_form",
    "lightning.other_network",
    "lightning.needs_amount",
    "money.malformed",
    "money.too_many_digits",
    "lightning.too_small",
  ],
});

export const invoiceFromOutside = endpoint({
  name: "invoiceFromOutside",
  method: "POST",
  path: `${path}/outside/invoices`,
  summary: "Demo: have somebody else's node make an invoice",
  body: z.strictObject({ amount }),
  reply: z.strictObject({ invoice: z.string() }),
  refusals: ["lightning.away", "lightning.too_small", "money.malformed", "money.too_many_digits"],
});

export const quoteLightningPayment = endpoint({
  name: "quoteLightningPayment",
  method: "POST",
  path: `${path}/quotes`,
  summary: "What an invoice of somebody else costs to pay, for some seconds",
  body: z.strictObject({
    invoice: text({ min: 50, max: 4000 }).check(z.regex(BOLT11_FORM)),
    /** Only of an invoice without one. */
    amount: z.optional(amount),
  }),
  reply: lightningQuote,
  refusals: [
    "lightning.invoice_form",
    "lightning.other_network",
    "lightning.invoice_over",
    "lightning.own_invoice",
    "lightning.paid",
    "lightning.in_flight",
    "lightning.needs_amount",
    "lightning.other_amount",
    "lightning.too_small",
    "money.malformed",
    "money.too_many_digits",
    "rates.stale",
  ],
});

export const payLightning = endpoint({
  name: "payLightning",
  method: "POST",
  path: `${path}/payments`,
  summary:
    "Pay the invoice of a quote, with a proof of kind order. It stays in flight until the node says its definite end",
  body: z.strictObject({ quote_id: hash }),
  reply: lightningPayment,
  refusals: [
    ...(["wallet.quote_unknown", "wallet.quote_taken", "wallet.quote_expired", "auth.password_proof"] as const),
    ...(["wallet.on_hold", "ledger.insufficient_balance", "ledger.halted", "LEDGER_ASYNC_MODE"] as const),
    ...(["lightning.paid", "lightning.in_flight", "lightning.payment_limit", "lightning.month_limit"] as const),
    ...(["lightning.away", "lightning.no_capacity"] as const),
  ],
});
