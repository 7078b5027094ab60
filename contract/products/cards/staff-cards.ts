/** Virtual cards as administrators see them: sums, cards and payments by state, and lists of holds, disputes, debts and messages that moved nothing. */
import * as z from "zod/mini";
import { endpoint } from "../../platform/endpoint.ts";
import { amount, count, instant, rowNumber, username } from "../../platform/wire.ts";
import { CARD_STATUSES, DECLINES, DISPUTE_STATUSES, PAYMENT_STATES } from "./names.ts";
import { CARD_ISSUERS, CARD_LISTS } from "./staff-card-names.ts";

/** Of a dispute, a hold, a debt, or a message that moved nothing. */
const LINE_STATES = [
  ...DISPUTE_STATUSES,
  ...([
    // The issuer wants more about it than its user was asked.
    "incomplete",
    "held",
    "owed",
    "repaid",
    "unsigned",
    "unreadable",
    "unknown",
    "excess",
    "over",
    "not_booked",
    "not_stated",
  ] as const),
] as const;
export type CardLineState = (typeof LINE_STATES)[number];

export const staffCardLine = z.strictObject({
  /** To read on from. */
  row: rowNumber,
  /** Null of a message that names no card of ours. */
  username: z.nullable(username),
  last4: z.nullable(z.string()),
  merchant: z.nullable(z.string()),
  /** The issuer's or our own id of it. */
  reference: z.nullable(z.string()),
  state: z.enum(LINE_STATES),
  /** Of a dispute, in the user's words. */
  words: z.nullable(z.string()),
  usd: z.nullable(amount),
  /** Of a dispute what the issuer credited, of a debt what came back. */
  otherUsd: z.nullable(amount),
  at: instant,
  /** When a hold ends by itself. */
  until: z.nullable(instant),
});
export type StaffCardLine = z.infer<typeof staffCardLine>;

export const staffCards = z.strictObject({
  /** In dollars, by the ledger. */
  sums: z.strictObject({
    balance: amount,
    held: amount,
    owed: amount,
    /** The operator's money at the issuer and elsewhere, to sell to card accounts; and what the issuer has of it and of the users'. */
    inventory: z.string(),
    issuer: z.string(),
    /** To give card money back: the operator's USDT. */
    inventoryUsdt: z.string(),
  }),
  issuer: z.enum(CARD_ISSUERS),
  /** Since when the program is over; null while it runs. */
  programEndedAt: z.nullable(instant),
  cards: z.array(z.strictObject({ status: z.enum(CARD_STATUSES), count })),
  /** Of the last 30 days. */
  payments: z.array(z.strictObject({ state: z.enum(PAYMENT_STATES), count, usd: amount })),
  declines: z.array(z.strictObject({ reason: z.enum(DECLINES), count })),
  /** How many there are. */
  counts: z.strictObject({ disputes: count, holds: count, debts: count, messages: count, statements: count }),
  /** The day of the issuer's last statement. */
  statedUntil: z.nullable(z.string()),
  /** Messages of the issuer that no worker has read yet. */
  waiting: count,
  /** Cards that an issuer with the numbers did not get at once. */
  unsent: count,
  lines: z.array(staffCardLine),
  next: z.nullable(rowNumber),
});
export type StaffCards = z.infer<typeof staffCards>;

export const listStaffCards = endpoint({
  name: "listStaffCards",
  method: "GET",
  path: "/rest/v1/staff/cards",
  summary:
    "Virtual cards: sums, cards and payments by state, declines by reason, and a list of disputes, holds, debts or messages",
  query: z.strictObject({ show: z.optional(z.enum(CARD_LISTS)), before: z.optional(rowNumber) }),
  reply: staffCards,
});
