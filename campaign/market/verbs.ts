/** The verbs of the random market: what people and moderators do, by calls over HTTP. */
import type { ProofFor, ShownQuote } from "#contract/people/sign-in/proofs.ts";
import { assertWith, enrollWith, makeSoftwareKey } from "../../server/demo/software-key.ts";
import { TEST_PASSWORD } from "../../server/testing/people/people.ts";
import { testAssertion, testKeyOf } from "../../server/testing/people/proving.ts";
import { type Caller, ORIGIN } from "./calls.ts";

export type Wish = { readonly path: string; readonly body: Readonly<Record<string, unknown>> };

const PATHS = {
  fund: "fund",
  reveal: "payment-account",
  paid: "paid",
  cancel: "cancel",
  release: "release",
  extend: "extend",
  dispute: "dispute",
  reopen: "reopen",
  "share card": "gift-card",
  "accept card": "gift-card/accept",
  "share code": "gift-card/share-code",
  "reveal code": "gift-card/reveal",
  fallback: "fallback",
} as const;
export type Kind = keyof typeof PATHS;

const BODIES: Partial<Record<Kind, Wish["body"]>> = {
  extend: { minutes: 30 },
  dispute: { dispute_reason_id: 5, dispute_reason_text: "something is wrong here" },
};

export const actOn = (hash: string, kind: Kind): Wish => ({
  path: `/rest/v1/trade/${hash}/${PATHS[kind]}`,
  body: BODIES[kind] ?? {},
});

/** Into the caller's vault: exactly the sum of the trade. */
export const newCard = (method: string, dollars: number, code: string): Wish => ({
  path: "/rest/v1/gift-cards",
  body: {
    ...{ payment_method: method, kind: "e-card", fiat_currency_code: "USD" },
    ...{ fiat_amount: String(dollars), code },
  },
});

export const shareCard = (hash: string, card: string): Wish => ({
  path: `/rest/v1/trade/${hash}/gift-card`,
  body: { gift_card: card },
});

export const makeOffer = (body: Wish["body"]): Wish => ({ path: "/rest/v1/offers", body });

export const start = (offer: string, price: string, dollars: number): Wish => ({
  path: `/rest/v1/offers/${offer}/trades`,
  body: { fiat_amount: String(dollars), expected_price: price },
});

export const feedback = (hash: string, rating: 1 | -1): Wish => ({
  path: `/rest/v1/feedback/${hash}/give`,
  body: { rating, message: "as it was agreed" },
});

export const reply = (hash: string): Wish => ({
  path: `/rest/v1/feedback/${hash}/reply`,
  body: { reply: "thank you for that" },
});

export const quoteConversion = ({ from, amount }: { from: "BTC" | "USDT"; amount: string }): Wish => ({
  path: "/rest/v2/wallet/conversion-quotes",
  body: { from, to: from === "BTC" ? "USDT" : "BTC", amount },
});

export const convert = (quote: string): Wish => ({
  path: "/rest/v2/wallet/conversions",
  body: { quote_id: quote },
});

export const quoteSendOut = (body: { readonly address: string; readonly amount: string }): Wish => ({
  path: "/rest/v2/wallet/BTC/send-out-quotes",
  body,
});

export const sendOut = (quote: string): Wish => ({ path: "/rest/v2/wallet/BTC/send-outs", body: { quote_id: quote } });

/** Its own id, where there is one. */
export const takeBack = (sendOut: string): Wish => ({ path: `/rest/v2/wallet/send-outs/${sendOut}/cancel`, body: {} });

export const depositAddress: Wish = { path: "/rest/v2/wallet/BTC/addresses", body: {} };

export const take = (hash: string): Wish => ({
  path: `/rest/v1/staff/disputes/${hash}/take`,
  body: { reason: "next in the queue" },
});

type AwardTo = { readonly winner: "buyer" | "seller"; readonly buyer_share_units?: string };

export const award = (hash: string, to: AwardTo): Wish => ({
  path: `/rest/v1/staff/disputes/${hash}/decide`,
  body: {
    ...to,
    reason_code: to.winner === "buyer" ? "payment_proven" : "payment_not_proven",
    note: "seen what they sent",
  },
});

/** With the passkey that everybody has here. */
export const prove = ({ id }: Caller, wanted: ProofFor, now: Date, shown: ShownQuote = {}): Wish => ({
  path: "/rest/v1/auth/prove",
  body: { for: wanted, passkey: testAssertion(id, wanted, { origin: ORIGIN, now, ...shown }) },
});

/** Of a user with nothing better. */
export const proveByPassword = (wanted: ProofFor): Wish => ({
  path: "/rest/v1/auth/prove",
  body: { for: wanted, password: TEST_PASSWORD },
});

/** Confirmed with the one that is there. */
export function addKey({ id }: Caller, now: Date): Wish {
  const wanted = { kind: "add_factor", id: "passkey" } as const;
  const passkey = assertWith(testKeyOf(id), { wanted, origin: ORIGIN, now });
  const new_passkey = enrollWith(makeSoftwareKey(), { origin: ORIGIN, now });
  return { path: "/rest/v1/passkeys", body: { passkey, name: "Phone", new_passkey } };
}
