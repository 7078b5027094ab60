/**
 * What Stripe's webhooks say, in our words: questions of merchants, and what was booked. An id of Stripe's has one effect, so that an event, a later
 * one that repeats it, and the list of transactions may all say the same.
 */
import * as z from "zod/mini";
import { startOf } from "#contract/platform/plain-text.ts";
import type { DisputeAnswer, MerchantGroup } from "#contract/products/cards/names.ts";
import type { StripeDispute, StripeTransaction } from "../../../platform/outside/providers/stripe-issuing.ts";
import { merchantGroupOf } from "./merchant-groups.ts";

const reference = z.string().check(z.regex(/^[A-Za-z0-9_]{8,64}$/));
/** An id, or the object that has it. */
const named = z.pipe(
  z.union([reference, z.looseObject({ id: reference })]),
  z.transform((one) => (typeof one === "string" ? one : one.id)),
);
/** At most what fits in a column; the sum of a question is in cents of the card's currency. */
const cents = z.int().check(z.minimum(-1e12), z.maximum(1e12));
const merchant = z.looseObject({
  name: z.optional(z.nullable(z.string())),
  category_code: z.optional(z.nullable(z.string())),
  country: z.optional(z.nullable(z.string())),
});

const transaction = z.looseObject({
  id: reference,
  type: z.enum(["capture", "refund"]),
  amount: cents,
  currency: z.string(),
  card: named,
  authorization: z.nullable(named),
  created: z.int(),
  merchant_data: z.optional(merchant),
});

const authorization = z.looseObject({
  id: reference,
  amount: cents,
  approved: z.boolean(),
  status: z.string(),
  currency: z.string(),
  authorization_method: z.optional(z.string()),
  card: z.looseObject({ id: reference }),
  merchant_data: merchant,
  transactions: z.optional(z.array(transaction)),
  pending_request: z.optional(
    z.nullable(
      z.looseObject({
        amount: cents,
        currency: z.string(),
        merchant_amount: cents,
        merchant_currency: z.string(),
      }),
    ),
  ),
});

const dispute = z.looseObject({
  id: reference,
  status: z.string(),
  amount: cents,
  currency: z.string(),
  metadata: z.optional(z.record(z.string(), z.string())),
  balance_transactions: z.optional(z.nullable(z.array(z.looseObject({ amount: cents })))),
});

const event = z.looseObject({ id: reference, type: z.string(), data: z.looseObject({ object: z.unknown() }) });

export type StripeQuestion = {
  readonly id: string;
  readonly issuerCard: string;
  readonly merchant: string;
  readonly merchantGroup: MerchantGroup;
  readonly country: string;
  /** As the merchant asked, and all that it asks for in cents. */
  readonly currency: string;
  readonly units: bigint;
  readonly cents: bigint;
  /** The card's details were typed or kept: the card is not there. */
  readonly isOnline: boolean;
};

/** Undefined of what asks for no dollars of a card. */
export function questionIn(body: Uint8Array): StripeQuestion | undefined {
  const said = event.safeParse(parsed(body));
  if (!said.success || said.data.type !== "issuing_authorization.request") return undefined;
  const asked = authorization.safeParse(said.data.data.object);
  const wanted = asked.data?.pending_request;
  if (!asked.success || !wanted || wanted.currency !== "usd" || wanted.amount <= 0) return undefined;
  const { id, amount, card, merchant_data: shop, authorization_method: method } = asked.data;
  const isForeign = wanted.merchant_amount > 0 && /^[a-z]{3}$/.test(wanted.merchant_currency);
  return {
    ...{
      id,
      issuerCard: card.id,
      merchant: nameOf(shop.name),
      merchantGroup: merchantGroupOf(shop.category_code ?? ""),
    },
    country: /^[A-Z]{2}$/.test(shop.country ?? "") ? (shop.country ?? "") : "US",
    currency: isForeign ? wanted.merchant_currency.toUpperCase() : "USD",
    units: BigInt(isForeign ? wanted.merchant_amount : wanted.amount),
    // What was approved before is in the amount, what is asked for now is not.
    cents: BigInt(Math.max(0, amount) + wanted.amount),
    isOnline: method === "online" || method === "keyed_in",
  };
}

/** As book_issuer_entries takes them, with Stripe's id of the card. */
export type StripeEntry = {
  readonly id: string;
  readonly kind: "capture" | "force_post" | "refund" | "left";
  readonly issuerCard: string;
  readonly authorization: string | null;
  readonly cents: bigint;
  readonly merchant: string | null;
};

/** How a dispute went on: each once, however often Stripe says it. */
export type StripeAnswer = {
  readonly id: string;
  readonly kind: DisputeAnswer;
  readonly cents: bigint;
};

/** A dispute of Stripe's, our id of it where we opened it, and what was answered so far. */
export type HeardDispute = {
  readonly ref: string;
  readonly hash: string | undefined;
  readonly isSubmitted: boolean;
  readonly answers: readonly StripeAnswer[];
};

export type StripeEvent = {
  readonly id: string;
  readonly entries: readonly StripeEntry[];
  readonly dispute?: HeardDispute;
};

/** Undefined of what cannot be read. */
export function eventIn(body: Uint8Array): StripeEvent | undefined {
  const said = event.safeParse(parsed(body));
  if (!said.success) return undefined;
  const { id, type, data } = said.data;
  if (type === "issuing_authorization.created" || type === "issuing_authorization.updated") {
    const one = authorization.safeParse(data.object);
    return one.success && one.data.currency === "usd" ? { id, entries: ofAuthorization(one.data) } : undefined;
  }
  if (type === "issuing_transaction.created") {
    const one = transaction.safeParse(data.object);
    const entry = one.success ? entryOf(one.data) : undefined;
    return entry && { id, entries: [entry] };
  }
  if (type.startsWith("issuing_dispute.")) {
    const one = dispute.safeParse(data.object);
    return one.success && one.data.currency === "usd" ? { id, entries: [], dispute: heardOf(one.data) } : undefined;
  }
  return { id, entries: [] };
}

type Hearing = Pick<StripeDispute, "id" | "status" | "amount" | "balance_transactions"> & {
  readonly metadata?: Readonly<Record<string, string>> | undefined;
};

/** Also of a dispute that was asked for. Stripe may give money back before it decides; one that expired is lost. */
export function heardOf(one: Hearing): HeardDispute {
  const { id, status, amount, metadata, balance_transactions: moves } = one;
  const credited = (moves ?? []).find((move) => move.amount > 0)?.amount ?? 0;
  const answer = (kind: DisputeAnswer, suffix: string, sum: number): StripeAnswer[] =>
    sum > 0 ? [{ id: `${id}_${suffix}`, kind, cents: BigInt(sum) }] : [];
  return {
    ...{ ref: id, hash: metadata?.parley, isSubmitted: status !== "unsubmitted" },
    answers: [
      ...answer("dispute_credit", "credit", credited),
      ...(status === "won" ? answer("dispute_won", "won", amount) : []),
      ...(status === "lost" || status === "expired" ? answer("dispute_lost", "lost", amount) : []),
    ],
  };
}

type Authorization = z.infer<typeof authorization>;

/** Declined by Stripe, or over: after what was taken nothing is held. What the merchant gave back in part leaves the rest. */
function ofAuthorization({ id, amount, approved, status, card, transactions = [] }: Authorization): StripeEntry[] {
  const isOpen = approved && status === "pending";
  const taken = transactions.flatMap((one) => {
    const entry = entryOf({ ...one, card: card.id, authorization: id });
    return entry?.kind === "capture" ? [entry] : [];
  });
  const left = isOpen ? BigInt(Math.max(0, amount)) : 0n;
  return [
    ...taken,
    { id: `${id}_left`, kind: "left", issuerCard: card.id, authorization: id, cents: left, merchant: null },
  ];
}

/** Of a transaction, also of the list. A refund that is taken back is taken without a question. */
export function entryOf(one: Omit<StripeTransaction, "merchant_data"> & { merchant_data?: z.infer<typeof merchant> }) {
  if (one.currency !== "usd" || one.amount === 0) return undefined;
  const isOut = one.amount < 0;
  const isOfQuestion = isOut && one.type === "capture" && one.authorization !== null;
  const entry: StripeEntry = {
    ...{ id: one.id, issuerCard: one.card, cents: BigInt(Math.abs(one.amount)) },
    kind: isOfQuestion ? "capture" : isOut ? "force_post" : "refund",
    authorization: isOfQuestion ? one.authorization : null,
    merchant: one.merchant_data?.name ? nameOf(one.merchant_data.name) : null,
  };
  return entry;
}

/** What a merchant calls itself, on one line. */
const nameOf = (text: string | null | undefined): string =>
  startOf((text ?? "").replaceAll(/[\p{C}\s]+/gu, " ").trim(), 80) || "Merchant";

function parsed(body: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(body).toString("utf8"));
  } catch {
    return undefined;
  }
}
