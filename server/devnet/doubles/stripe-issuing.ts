/**
 * Stripe Issuing on loopback: speaks the part of its protocol that we use, keeps a book of its own, asks about payments and tells what it booked as
 * Stripe does, and does wrong what its knobs say. The caller stops it.
 */
import type { IncomingMessage } from "node:http";
import { STRIPE_VERSION, stripeSignature } from "../../platform/outside/providers/stripe-issuing.ts";
import { type DoubleAnswer, serveDouble } from "./double-server.ts";

export const STRIPE_KEYS = {
  publishableKey: "pk_test_parley",
  key: "sk_test_parley",
  showKey: "rk_test_show",
  askSecret: "whsec_questions",
  eventsSecret: "whsec_events",
};

/** What the next call does: loses its answer, says 502 after it was done, or is refused; break is for every call until it is none again. */
export type StripeKnob = "lose_answer" | "error_after" | "refuse" | "break" | "none";

type Holder = {
  readonly id: string;
  readonly created: number;
  readonly metadata: Record<string, string>;
  readonly form: URLSearchParams;
};
type DoubleCard = {
  readonly id: string;
  readonly cardholder: string;
  readonly metadata: Record<string, string>;
  readonly last4: string;
  status: string;
  limits: Record<string, string>;
};
type Transaction = {
  readonly id: string;
  readonly type: "capture" | "refund";
  readonly amount: number;
  readonly currency: "usd";
  readonly card: string;
  readonly authorization: string | null;
  readonly created: number;
  readonly merchant_data: { readonly name: string };
};
type Authorization = {
  readonly id: string;
  readonly card: { readonly id: string };
  readonly currency: "usd";
  readonly merchant_data: { readonly name: string; readonly category_code: string; readonly country: string };
  readonly authorization_method: string;
  amount: number;
  approved: boolean;
  status: string;
};

type DoubleDispute = {
  readonly id: string;
  readonly amount: number;
  readonly currency: "usd";
  readonly transaction: string;
  readonly metadata: Record<string, string>;
  readonly reason: string;
  readonly explanation: string;
  readonly balance_transactions: { readonly amount: number }[];
  status: string;
};

type Book = {
  readonly disputes: DoubleDispute[];
  readonly holders: Holder[];
  readonly cards: DoubleCard[];
  readonly authorizations: Authorization[];
  readonly transactions: Transaction[];
  readonly once: Map<string, { readonly form: string; readonly said: object }>;
  readonly clock: { now: () => Date };
  knob: StripeKnob;
  made: number;
};

/** To our webhooks; the status and the JSON of the answer. */
export type ToMarket = (
  path: string,
  sent: { readonly payload: string; readonly headers: Record<string, string> },
) => Promise<{ readonly status: number; readonly said: Record<string, unknown> }>;

type Asking = {
  readonly card: string;
  readonly cents: number;
  readonly code?: string;
  readonly merchant?: string;
  readonly online?: boolean;
  /** In the merchant's currency. */
  readonly foreign?: { readonly currency: string; readonly units: number };
  /** Our answer comes too late or is lost: Stripe declines. */
  readonly late?: boolean;
  readonly secret?: string;
};
type Telling = { readonly secret?: string; readonly clockSec?: number };

export type StripeDouble = {
  readonly api: string;
  readonly book: Book;
  turn(knob: StripeKnob): void;
  /** A merchant asks for money, once more of the same payment where `more` names it. Nothing is sent about it before `tell`. */
  ask(
    to: ToMarket,
    asking: Asking,
    more?: string,
  ): Promise<{ readonly id: string; readonly approved: boolean; readonly status: number }>;
  /** Takes money, of a question or without one; `closes` ends the question. */
  capture(card: string, cents: number, question?: string, closes?: boolean): string;
  refund(card: string, cents: number): string;
  /** Gives back a part of a question, or all of it. */
  reverse(question: string, cents?: number): void;
  /** Of what was submitted: gives money back for now, or decides. */
  answer(dispute: string, answer: "credit" | "won" | "lost" | "expired"): void;
  /** Sends how a question, a transaction or a dispute stands; the same event twice is one. */
  tell(to: ToMarket, id: string, telling?: Telling): Promise<number>;
  stop(): void;
};

const QUESTIONS = "/rest/v1/providers/stripe_issuing/authorizations";
const EVENTS = "/rest/v1/providers/stripe_issuing/messages";

export async function startStripeIssuing(): Promise<StripeDouble> {
  const book: Book = {
    ...{ disputes: [], holders: [], cards: [], authorizations: [], transactions: [], once: new Map() },
    ...{ clock: { now: () => new Date() }, knob: "none", made: 0 },
  };
  const server = await serveDouble((request, body) => answerTo(book, request, body));
  return {
    api: server.api,
    book,
    turn(knob) {
      book.knob = knob;
    },
    ask: (to, asking, more) => ask(book, to, asking, more),
    capture(card, cents, question, closes = true) {
      if (question !== undefined && closes) find(book, question).status = "closed";
      return transact(book, { type: "capture", amount: -cents, card, authorization: question ?? null });
    },
    refund: (card, cents) => transact(book, { type: "refund", amount: cents, card, authorization: null }),
    reverse(question, cents) {
      const one = find(book, question);
      one.amount = cents === undefined ? 0 : one.amount - cents;
      if (one.amount === 0) one.status = "reversed";
    },
    answer(id, said) {
      const one = book.disputes.find((known) => known.id === id);
      if (!one) throw new Error(`Stripe has no ${id}`);
      if (said === "credit") one.balance_transactions.push({ amount: one.amount });
      else one.status = said;
    },
    tell: (to, id, telling) => tell(book, to, id, telling),
    stop: server.stop,
  };
}

const idOf = (book: Book, kind: string) => `${kind}_1Parley${String(book.made++).padStart(8, "0")}`;
const secondsOf = (book: Book) => Math.floor(book.clock.now().getTime() / 1000);

function find(book: Book, id: string): Authorization {
  const found = book.authorizations.find((one) => one.id === id);
  if (!found) throw new Error(`Stripe has no ${id}`);
  return found;
}

function transact(book: Book, made: Pick<Transaction, "type" | "amount" | "card" | "authorization">): string {
  const id = idOf(book, "ipi");
  book.transactions.push({ id, ...made, currency: "usd", created: secondsOf(book), merchant_data: { name: "Shop" } });
  return id;
}

async function ask(book: Book, to: ToMarket, asking: Asking, more?: string) {
  const { card, cents, code = "5732", merchant = "Shop", online = false, foreign, late = false } = asking;
  const one: Authorization =
    more === undefined
      ? {
          ...{
            id: idOf(book, "iauth"),
            card: { id: card },
            currency: "usd",
            amount: 0,
            approved: false,
            status: "pending",
          },
          merchant_data: { name: merchant, category_code: code, country: "US" },
          authorization_method: online ? "online" : "chip",
        }
      : find(book, more);
  if (more === undefined) book.authorizations.push(one);
  const pending_request = {
    ...{ amount: cents, currency: "usd", is_amount_controllable: false },
    ...{ merchant_amount: foreign?.units ?? cents, merchant_currency: foreign?.currency ?? "usd" },
  };
  const event = eventOf(book, "issuing_authorization.request", { ...one, transactions: [], pending_request });
  const sent = signed(event, { secret: asking.secret ?? STRIPE_KEYS.askSecret, at: book.clock.now() });
  const { status, said } = await to(QUESTIONS, sent);
  const approved = status === 200 && said.approved === true && !late;
  if (approved) Object.assign(one, { amount: one.amount + cents, approved: true });
  else if (more === undefined) Object.assign(one, { amount: cents, status: "closed" });
  return { id: one.id, approved, status };
}

function eventOf(book: Book, type: string, object: object): string {
  const id = idOf(book, "evt");
  const head = { id, object: "event", api_version: STRIPE_VERSION, created: secondsOf(book), livemode: false, type };
  return JSON.stringify({ ...head, data: { object } });
}

function signed(payload: string, { secret, at }: { secret: string; at: Date }) {
  return {
    payload,
    headers: { "content-type": "application/json", "stripe-signature": stripeSignature(secret, { payload, at }) },
  };
}

async function tell(book: Book, to: ToMarket, id: string, { secret, clockSec = 0 }: Telling = {}): Promise<number> {
  const transaction = book.transactions.find((one) => one.id === id);
  const transactions = book.transactions.filter(({ authorization }) => authorization === id);
  const dispute = book.disputes.find((one) => one.id === id);
  const event = dispute
    ? eventOf(book, "issuing_dispute.updated", dispute)
    : transaction
      ? eventOf(book, "issuing_transaction.created", transaction)
      : eventOf(book, "issuing_authorization.updated", { ...find(book, id), transactions, pending_request: null });
  const at = new Date(book.clock.now().getTime() + clockSec * 1000);
  return (await to(EVENTS, signed(event, { secret: secret ?? STRIPE_KEYS.eventsSecret, at }))).status;
}

const wrong = (status: number, type: string, more: object = {}): DoubleAnswer => ({
  status,
  said: { error: { type, ...more } },
});

function answerTo(book: Book, { method = "GET", url, headers }: IncomingMessage, body: string): DoubleAnswer {
  const { pathname: path, searchParams: query } = new URL(url ?? "", "http://stripe.test");
  const key = path === "/v1/ephemeral_keys" ? STRIPE_KEYS.showKey : STRIPE_KEYS.key;
  if (headers.authorization !== `Bearer ${key}`) return wrong(401, "invalid_request_error");
  if (headers["stripe-version"] !== STRIPE_VERSION) return wrong(400, "invalid_request_error");
  const knob = book.knob;
  if (knob === "break") return wrong(503, "api_error");
  if (method !== "GET") book.knob = "none";
  if (method !== "GET" && knob === "refuse") return wrong(400, "invalid_request_error", { param: "billing" });
  const answer =
    method === "GET" ? listed(book, path, query) : doneOnce(book, { path, body, key: headers["idempotency-key"] });
  if (method !== "GET" && knob === "lose_answer") return "nothing";
  if (method !== "GET" && knob === "error_after") return wrong(502, "api_error");
  return answer;
}

type Call = { readonly path: string; readonly body: string; readonly key: string | string[] | undefined };

/** A key of the caller's is good for the same words only. */
function doneOnce(book: Book, { path, body, key }: Call): DoubleAnswer {
  const known = book.once.get(String(key));
  if (known) return known.form === path + body ? { status: 200, said: known.said } : wrong(400, "idempotency_error");
  const answer = done(book, path, new URLSearchParams(body));
  if (key !== undefined && answer !== "nothing" && answer.status === 200)
    book.once.set(String(key), { form: path + body, said: answer.said });
  return answer;
}

function done(book: Book, path: string, form: URLSearchParams): DoubleAnswer {
  const metadata = { parley: form.get("metadata[parley]") ?? "" };
  if (path === "/v1/ephemeral_keys") {
    const card = book.cards.find(({ id }) => id === form.get("issuing_card"));
    return card && form.get("nonce")
      ? { status: 200, said: { secret: `ek_test_${card.id}` } }
      : wrong(400, "invalid_request_error");
  }
  if (path === "/v1/issuing/cardholders") {
    const needed = ["name", "individual[dob][year]", "billing[address][line1]", "billing[address][country]"];
    if (needed.some((name) => !form.get(name))) return wrong(400, "invalid_request_error");
    const made: Holder = { id: idOf(book, "ich"), created: secondsOf(book), metadata, form };
    book.holders.push(made);
    return { status: 200, said: viewOf(made) };
  }
  if (path === "/v1/issuing/cards") {
    const cardholder = form.get("cardholder") ?? "";
    if (!book.holders.some(({ id }) => id === cardholder)) return wrong(400, "invalid_request_error");
    const last4 = String(1000 + book.cards.length);
    const made: DoubleCard = {
      id: idOf(book, "ic"),
      cardholder,
      metadata,
      last4,
      status: form.get("status") ?? "",
      limits: {},
    };
    book.cards.push(made);
    return { status: 200, said: cardView(made) };
  }
  if (path.startsWith("/v1/issuing/disputes")) return disputed(book, path, { form, metadata });
  const card = book.cards.find(({ id }) => path === `/v1/issuing/cards/${id}`);
  if (!card) return wrong(404, "invalid_request_error");
  if (card.status === "canceled") return wrong(400, "invalid_request_error");
  card.status = form.get("status") ?? card.status;
  card.limits = Object.fromEntries(
    [0, 1, 2].flatMap((place) => {
      const name = `spending_controls[spending_limits][${place}]`;
      const interval = form.get(`${name}[interval]`);
      return interval ? [[interval, form.get(`${name}[amount]`) ?? ""]] : [];
    }),
  );
  return { status: 200, said: cardView(card) };
}

/** What a reason needs beside an explanation, our users are not asked: support adds it. */
const EXPLAINED = ["fraudulent"];

function disputed(
  book: Book,
  path: string,
  { form, metadata }: { form: URLSearchParams; metadata: Record<string, string> },
): DoubleAnswer {
  const known = book.disputes.find(({ id }) => path === `/v1/issuing/disputes/${id}/submit`);
  if (known) {
    if (known.status !== "unsubmitted") return wrong(400, "invalid_request_error");
    if (!EXPLAINED.includes(known.reason)) return wrong(400, "invalid_request_error", { param: "evidence" });
    known.status = "submitted";
    return { status: 200, said: known };
  }
  const transaction = form.get("transaction") ?? "";
  const taken = book.transactions.find(({ id }) => id === transaction);
  const amount = Number(form.get("amount"));
  const reason = form.get("evidence[reason]") ?? "";
  const explanation = form.get(`evidence[${reason}][explanation]`) ?? "";
  const isKnown = book.disputes.some((one) => one.transaction === transaction);
  if (path !== "/v1/issuing/disputes" || !taken || isKnown || !(amount > 0 && amount <= -taken.amount) || !explanation)
    return wrong(400, "invalid_request_error");
  const made: DoubleDispute = {
    ...{ id: idOf(book, "idp"), amount, currency: "usd", transaction, metadata, reason, explanation },
    ...{ balance_transactions: [], status: "unsubmitted" },
  };
  book.disputes.push(made);
  return { status: 200, said: made };
}

const viewOf = ({ id, created, metadata }: Holder) => ({ id, created, metadata });
const cardView = ({ limits: _, ...card }: DoubleCard) => ({ ...card, exp_month: 8, exp_year: 2030 });

function listed(book: Book, path: string, query: URLSearchParams): DoubleAnswer {
  const card = book.cards.find(({ id }) => path === `/v1/issuing/cards/${id}`);
  if (card) return { status: 200, said: cardView(card) };
  const dispute = book.disputes.find(({ id }) => path === `/v1/issuing/disputes/${id}`);
  if (dispute) return { status: 200, said: dispute };
  const [from, before] = [Number(query.get("created[gte]") ?? 0), Number(query.get("created[lt]") ?? Infinity)];
  const isThen = ({ created }: { readonly created: number }) => created >= from && created < before;
  const lists: Readonly<Record<string, readonly { readonly id: string }[]>> = {
    "/v1/issuing/cardholders": book.holders.filter(isThen).map(viewOf),
    "/v1/issuing/cards": book.cards.filter(({ cardholder }) => cardholder === query.get("cardholder")).map(cardView),
    "/v1/issuing/disputes": book.disputes.filter(({ transaction }) => transaction === query.get("transaction")),
    "/v1/issuing/transactions": book.transactions.filter(isThen),
  };
  const all = lists[path]?.toReversed();
  if (!all) return wrong(404, "invalid_request_error");
  const after = query.get("starting_after");
  const start = after === null ? 0 : all.findIndex(({ id }) => id === after) + 1;
  const limit = Number(query.get("limit") ?? 10);
  return {
    status: 200,
    said: { object: "list", data: all.slice(start, start + limit), has_more: all.length > start + limit },
  };
}
