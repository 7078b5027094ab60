/** Virtual cards on the wire: one account in dollars, its cards, payments, top-ups, withdrawals and online payments that wait for a yes. */
import * as z from "zod/mini";
import { endpoint } from "../../platform/endpoint.ts";
import { amount, cryptoCode, hash, instant, iso2, lineText, text } from "../../platform/wire.ts";
import {
  CARD_STATES,
  CLOSABLE_GROUPS,
  DECLINES,
  DISPUTE_REASONS,
  DISPUTE_STATUSES,
  ENTRY_KINDS,
  EVIDENCE,
  LABEL_MAX,
  MERCHANT_GROUPS,
  PAYMENT_STATES,
} from "./names.ts";

/** Sums in dollars; null is no limit of one's own. */
const limits = {
  paymentLimit: z.nullable(amount),
  dayLimit: z.nullable(amount),
  monthLimit: z.nullable(amount),
  closedGroups: z.array(z.enum(CLOSABLE_GROUPS)),
};

export const card = z.strictObject({
  id: hash,
  label: z.string(),
  status: z.enum(CARD_STATES),
  /** Null until the issuer has made it. */
  last4: z.nullable(z.string()),
  /** The last day on which it pays. */
  expiresOn: z.string(),
  /** The issuer's id of a card whose number the issuer has. */
  issuerCard: z.nullable(z.string()),
  ...limits,
  isSingleUse: z.boolean(),
  /** Its user is asked about online payments: at merchants that it has not paid, and above a sum. */
  asksOnline: z.boolean(),
  createdAt: instant,
  endedAt: z.nullable(instant),
});
export type Card = z.infer<typeof card>;

export const cardDispute = z.strictObject({
  id: hash,
  status: z.enum(DISPUTE_STATUSES),
  reason: z.enum(DISPUTE_REASONS),
  /** In the user's words. */
  evidence: z.nullable(z.string()),
  /** In dollars: what is disputed, and what the issuer credited and has not taken back. */
  usd: amount,
  credited: amount,
  openedAt: instant,
  endedAt: z.nullable(instant),
});
export type CardDispute = z.infer<typeof cardDispute>;

/** What a merchant took at once: a payment may be taken in several parts. */
export const cardTaking = z.strictObject({
  id: z.string(),
  usd: amount,
  at: instant,
  /** What has not come back from the merchant. */
  left: amount,
  disputableUntil: instant,
  /** The term is not over, something is left, and it was not disputed yet. */
  isDisputable: z.boolean(),
  dispute: z.nullable(cardDispute),
});
export type CardTaking = z.infer<typeof cardTaking>;

export const cardPayment = z.strictObject({
  /** The issuer's id of the merchant's question, or of what came without one. */
  id: z.string(),
  cardId: hash,
  cardLast4: z.nullable(z.string()),
  cardLabel: z.string(),
  merchant: z.nullable(z.string()),
  merchantGroup: z.nullable(z.enum(MERCHANT_GROUPS)),
  country: z.nullable(z.string()),
  /** As the merchant asked; null of what came without a question. */
  currencyCode: z.nullable(z.string()),
  amount: z.nullable(amount),
  /** In dollars: what was asked, what is held now, and what was taken. */
  usd: amount,
  held: amount,
  taken: amount,
  /** Of what was taken, what neither the hold nor the balance covered. */
  owed: amount,
  state: z.nullable(z.enum(PAYMENT_STATES)),
  declined: z.nullable(z.enum(DECLINES)),
  /** Of what came without a question. */
  entry: z.nullable(z.enum(ENTRY_KINDS)),
  at: instant,
  /** When a hold ends by itself. */
  heldUntil: z.nullable(instant),
  takings: z.array(cardTaking),
});
export type CardPayment = z.infer<typeof cardPayment>;

export const cardMove = z.strictObject({
  id: hash,
  kind: z.enum(["top_up", "withdrawal"]),
  usd: amount,
  cryptoCurrencyCode: cryptoCode,
  amount,
  fee: amount,
  at: instant,
});
export type CardMove = z.infer<typeof cardMove>;

/** An online payment that waits for its user. */
export const cardApproval = z.strictObject({
  id: hash,
  cardLabel: z.string(),
  cardLast4: z.nullable(z.string()),
  merchant: z.string(),
  country: z.string(),
  currencyCode: z.string(),
  amount,
  usd: amount,
  askedAt: instant,
  expiresAt: instant,
  /** A yes takes a proof of kind pay_card. */
  needsProof: z.boolean(),
  /** The merchant does not wait: after a yes it has to be paid once more. */
  isAgain: z.boolean(),
});
export type CardApproval = z.infer<typeof cardApproval>;

export const cardAccount = z.strictObject({
  /** In dollars. */
  balance: amount,
  held: amount,
  owed: amount,
  /** What a top-up costs above the price of the coin, in percent. */
  topUpFeePct: z.string(),
  /** What may still be brought to the account within a day, in dollars. */
  topUpLeft: amount,
  cards: z.array(card),
  approvals: z.array(cardApproval),
  /** Above so many dollars a card asks also at merchants that it has paid. */
  askAbove: amount,
  payments: z.array(cardPayment),
  moves: z.array(cardMove),
  /** The issuer is the one of the demo, not a real one. */
  simulated: z.boolean(),
  /** The issuer has the numbers, and shows them to a browser that has this key. */
  issuerKey: z.nullable(z.string()),
  /** The issuer makes cards for people whose name, birth date and address it knows, and has no address of this user yet. */
  asksAddress: z.boolean(),
  /** The issuer's program has ended: cards pay no more, and every balance goes back to the wallet. */
  isProgramOver: z.boolean(),
});
export type CardAccount = z.infer<typeof cardAccount>;

export const getCardAccount = endpoint({
  name: "getCardAccount",
  method: "GET",
  path: "/rest/v1/cards",
  summary: "The caller's card account, its cards, and the newest payments, top-ups and withdrawals",
  reply: cardAccount,
});

const label = lineText({ min: 1, max: LABEL_MAX });
const asked = {
  label,
  payment_limit: z.optional(amount),
  day_limit: z.optional(amount),
  month_limit: z.optional(amount),
  closed_groups: z.optional(z.array(z.enum(CLOSABLE_GROUPS))),
};
const WRONG_LIMITS = ["money.malformed", "money.too_many_digits"] as const;

const part = (max: number) => lineText({ min: 1, max });
/** Where a user lives, for an issuer that asks. */
const holderAddress = z.strictObject({
  line1: part(100),
  line2: z.optional(part(100)),
  city: part(60),
  region: z.optional(part(60)),
  postal_code: part(20),
  country: iso2,
});
export type HolderAddress = z.infer<typeof holderAddress>;

export const createCard = endpoint({
  name: "createCard",
  method: "POST",
  path: "/rest/v1/cards",
  summary: "Make a card; the first one opens the account. Limits are in dollars",
  body: z.strictObject({ ...asked, single_use: z.optional(z.boolean()), address: z.optional(holderAddress) }),
  reply: card,
  refusals: [
    ...([
      "virtual_card.too_many",
      "virtual_card.program_over",
      "virtual_card.address",
      "virtual_card.identity",
    ] as const),
    ...(["auth.restricted", "wallet.on_hold", "wallet.security_hold", ...WRONG_LIMITS] as const),
  ],
});

const idParam = z.strictObject({ id: hash });

export const changeCard = endpoint({
  name: "changeCard",
  method: "POST",
  path: "/rest/v1/cards/:id",
  summary: "Rename a card, freeze it or let it pay again, and set its limits and closed kinds of merchants",
  params: idParam,
  body: z.strictObject({ ...asked, status: z.enum(["active", "frozen"]), ask_online: z.optional(z.boolean()) }),
  reply: card,
  refusals: ["virtual_card.unknown", "virtual_card.over", ...WRONG_LIMITS],
});

export const terminateCard = endpoint({
  name: "terminateCard",
  method: "DELETE",
  path: "/rest/v1/cards/:id",
  summary: "End a card for good; what merchants hold goes on to its own end, and the balance stays",
  params: idParam,
  reply: card,
  refusals: ["virtual_card.unknown", "virtual_card.over"],
});

export const answerCardPayment = endpoint({
  name: "answerCardPayment",
  method: "POST",
  path: "/rest/v1/card-approvals/:id",
  summary: "Approve or decline an online payment; above a sum with a proof of kind pay_card",
  params: idParam,
  body: z.strictObject({ approve: z.boolean() }),
  reply: z.strictObject({
    /** again: the merchant has to be paid once more within ten minutes. Otherwise why a yes did not help. */
    outcome: z.enum(["approved", "again", "declined", ...DECLINES]),
  }),
  refusals: [
    ...(["virtual_card.unknown", "virtual_card.answered", "virtual_card.answer_late"] as const),
    ...(["auth.password_proof"] as const),
  ],
});

export const cardNumber = z.strictObject({
  number: z.string(),
  expiresMonth: z.string(),
  expiresYear: z.string(),
  cvv: z.string(),
  /** For so long the page shows it. */
  seconds: z.int(),
});
export type CardNumber = z.infer<typeof cardNumber>;

/** Of a card whose number the issuer has: by these its script shows the number in a frame of its own. */
export const cardKey = z.strictObject({ issuerCard: z.string(), key: z.string(), seconds: z.int() });
export type CardKey = z.infer<typeof cardKey>;

export const showCardNumber = endpoint({
  name: "showCardNumber",
  method: "POST",
  path: "/rest/v1/cards/:id/number",
  summary:
    "The number of a card, with a proof of kind show_card; where the issuer has it, a key for the nonce that the browser made",
  params: idParam,
  body: z.strictObject({ nonce: z.optional(z.string().check(z.regex(/^[A-Za-z0-9_-]{8,300}$/))) }),
  reply: z.union([cardNumber, cardKey]),
  refusals: [
    ...(["virtual_card.unknown", "virtual_card.over", "virtual_card.waits"] as const),
    ...(["virtual_card.issuer_away", "auth.password_proof"] as const),
  ],
});

export const cardQuote = z.strictObject({
  id: hash,
  usd: amount,
  cryptoCurrencyCode: cryptoCode,
  /** What leaves the balance, fee included. */
  total: amount,
  fee: amount,
  createdAt: instant,
  expiresAt: instant,
});
export type CardQuote = z.infer<typeof cardQuote>;

export const quoteCardTopUp = endpoint({
  name: "quoteCardTopUp",
  method: "POST",
  path: "/rest/v1/cards/top-up-quotes",
  summary: "What dollars on the card account cost in a coin, for some seconds",
  body: z.strictObject({ usd: amount, crypto_currency_code: cryptoCode }),
  reply: cardQuote,
  refusals: [
    "virtual_card.unknown",
    "virtual_card.program_over",
    "rates.stale",
    "ledger.insufficient_balance",
    ...WRONG_LIMITS,
  ],
});

export const topUpCards = endpoint({
  name: "topUpCards",
  method: "POST",
  path: "/rest/v1/cards/top-ups",
  summary: "Take a quote of card money, with a proof of kind order",
  body: z.strictObject({ quote_id: hash }),
  reply: cardMove,
  refusals: [
    ...(["wallet.quote_unknown", "wallet.quote_expired", "wallet.quote_taken", "wallet.on_hold"] as const),
    ...([
      "wallet.security_hold",
      "auth.restricted",
      "auth.password_proof",
      "virtual_card.price_moved",
      "virtual_card.program_over",
      "virtual_card.user_limit",
      "order.level_day",
      "order.level_lifetime",
    ] as const),
    ...(["virtual_card.unavailable", "ledger.insufficient_balance", "ledger.halted", "LEDGER_ASYNC_MODE"] as const),
  ],
});

export const withdrawCardMoney = endpoint({
  name: "withdrawCardMoney",
  method: "POST",
  path: "/rest/v1/cards/withdrawals",
  summary:
    "Turn card money into USDT at the price of now, free of charge; refused where it would be less than at_least",
  body: z.strictObject({ usd: amount, at_least: amount }),
  reply: cardMove,
  refusals: [
    ...([
      "virtual_card.insufficient",
      "virtual_card.price_moved",
      "virtual_card.unavailable",
      "rates.stale",
      "wallet.on_hold",
    ] as const),
    ...(["auth.restricted", "ledger.halted", "LEDGER_ASYNC_MODE", ...WRONG_LIMITS] as const),
  ],
});

export const openCardDispute = endpoint({
  name: "openCardDispute",
  method: "POST",
  path: "/rest/v1/cards/disputes",
  summary: "Dispute what a merchant took with a card, or a part of it: the issuer decides",
  body: z.strictObject({
    taking_id: z.string().check(z.regex(/^[A-Za-z0-9_-]{8,64}$/)),
    reason: z.enum(DISPUTE_REASONS),
    /** In dollars. */
    usd: amount,
    evidence: text(EVIDENCE),
  }),
  reply: cardDispute,
  refusals: [
    ...(["virtual_card.unknown", "virtual_card.dispute_known", "virtual_card.dispute_late"] as const),
    ...(["virtual_card.dispute_sum", ...WRONG_LIMITS] as const),
  ],
});
