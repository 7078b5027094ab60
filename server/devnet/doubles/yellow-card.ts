/**
 * Yellow Card on loopback: speaks the part of its protocol that we use, checks the signature of each call, keeps a book of its own, and does wrong
 * what its knobs say. The caller stops it.
 */
import { createHmac } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { type DoubleAnswer, serveDouble } from "./double-server.ts";
import { signatureOf } from "../../platform/outside/providers/yellow-card.ts";

export const YELLOW_CARD_KEYS = { key: "parley", secret: "a secret of tests" };

/** What the next order does: loses its answer, says 502 after it was made, or is refused; break is for every call until it is none again. */
export type YellowKnob = "lose_answer" | "error_after" | "refuse" | "break" | "none";

type Kind = "collections" | "payments";
type Booked = {
  readonly kind: Kind;
  readonly id: string;
  readonly sequenceId: string;
  readonly reference: string;
  readonly currency: string;
  readonly source: { readonly accountType: string; accountName?: string };
  status: string;
  amount: number;
  convertedAmount: number;
  updatedAt: string;
};

type Book = {
  readonly booked: Booked[];
  readonly clock: { now: () => Date };
  cents: number;
  knob: YellowKnob;
  asked: number;
};

export type YellowDouble = {
  readonly api: string;
  readonly book: Book;
  turn(knob: YellowKnob): void;
  /** Money comes for a collection, or a payment ends. */
  finish(sequenceId: string, with_: { status?: string; local?: number; payer?: string }): void;
  /** The bytes and headers of a webhook. */
  webhook(sequenceId: string, secret?: string): { payload: string; headers: Record<string, string> };
  stop(): void;
};

const PER_DOLLAR = 1500;
const channel = (id: string, rampType: string, channelType: string) => ({
  ...{ id, rampType, channelType, country: "NG", currency: "NGN", status: "active", apiStatus: "active" },
  ...{ min: 1000, max: 1_000_000, feeLocal: 0, estimatedSettlementTime: 300 },
});
const CHANNELS = [
  channel("ng-bank-in", "deposit", "bank"),
  channel("ng-bank-out", "withdraw", "bank"),
  // Switched off: nobody may be sent there.
  { ...channel("ng-momo-in", "deposit", "momo"), apiStatus: "inactive" },
];
const NETWORKS = [
  {
    id: "net-1",
    name: "First Bank of Nigeria",
    status: "active",
    channelIds: ["ng-bank-out"],
    accountNumberType: "bank",
  },
];

export async function startYellowCard(): Promise<YellowDouble> {
  const book: Book = { booked: [], clock: { now: () => new Date() }, cents: 1_000_000, knob: "none", asked: 0 };
  const server = await serveDouble((request, body) => answerTo(book, request, body));
  const find = (sequenceId: string) => {
    const found = book.booked.find((one) => one.sequenceId === sequenceId);
    if (!found) throw new Error(`Yellow Card has no ${sequenceId}`);
    return found;
  };
  return {
    api: server.api,
    book,
    turn(knob) {
      book.knob = knob;
    },
    finish(sequenceId, { status = "complete", local, payer }) {
      const one = find(sequenceId);
      if (local !== undefined) Object.assign(one, { convertedAmount: local, amount: dollars(local) });
      if (payer !== undefined) one.source.accountName = payer;
      setStatus(book, one, status);
    },
    webhook(sequenceId, secret = YELLOW_CARD_KEYS.secret) {
      const { id, status, kind } = find(sequenceId);
      const event = `${kind === "collections" ? "COLLECTION" : "PAYMENT"}.${status.toUpperCase()}`;
      const payload = JSON.stringify({ id, sequenceId, status, apiKey: YELLOW_CARD_KEYS.key, event, executedAt: 1 });
      return { payload, headers: { "x-yc-signature": createHmac("sha256", secret).update(payload).digest("base64") } };
    },
    stop: server.stop,
  };
}

const dollars = (local: number) => Math.floor((local / PER_DOLLAR) * 100) / 100;

/** With what it does to the market's balance. */
function setStatus(book: Book, one: Booked, status: string): void {
  const cents = Math.round(one.amount * 100);
  const sign = one.kind === "collections" ? 1 : -1;
  if (status === "complete") book.cents += sign * cents;
  if (status === "refunded" || status === "reversed") book.cents -= sign * cents;
  one.status = status;
  one.updatedAt = book.clock.now().toISOString();
}

function answerTo(book: Book, { method = "GET", url, headers }: IncomingMessage, body: string): DoubleAnswer {
  const { pathname: path, searchParams } = new URL(url ?? "", "http://yellow.test");
  const at = String(headers["x-yc-timestamp"]);
  const signature = signatureOf(YELLOW_CARD_KEYS.secret, {
    at,
    path,
    method,
    text: method === "POST" ? body : undefined,
  });
  if (headers.authorization !== `YcHmacV1 ${YELLOW_CARD_KEYS.key}:${signature}`)
    return { status: 401, said: { code: "AuthenticationError" } };
  book.asked++;
  if (book.knob === "break") return { status: 503, said: { message: "Service Unavailable" } };
  const [, , kind = "", more, sequenceId] = path.split("/");
  if (path === "/business/channels") return { status: 200, said: { channels: CHANNELS } };
  if (path === "/business/networks") return { status: 200, said: { networks: NETWORKS } };
  if (path === "/business/rates")
    return { status: 200, said: { rates: [{ code: "NGN", buy: PER_DOLLAR, sell: PER_DOLLAR, locale: "NG" }] } };
  if (path === "/business/account")
    return { status: 200, said: { accounts: [{ currency: "USD", available: book.cents / 100 }] } };
  if (kind !== "collections" && kind !== "payments") return { status: 404, said: { code: "NotFound" } };
  if (method === "POST" && more === undefined) return submit(book, kind, JSON.parse(body));
  if (more === "sequence-id")
    return one(book.booked.find((found) => found.kind === kind && found.sequenceId === sequenceId));
  if (sequenceId === "refund") {
    const found = book.booked.find(({ id }) => id === more);
    if (found?.status === "complete") setStatus(book, found, "refunded");
    return one(found);
  }
  const from = searchParams.get("startDate") ?? "";
  const some = book.booked.filter((found) => found.kind === kind && found.updatedAt >= from);
  return { status: 200, said: { [kind]: some.map(viewOf) } };
}

const one = (found: Booked | undefined): DoubleAnswer =>
  found ? { status: 200, said: viewOf(found) } : { status: 404, said: { code: "NotFound" } };

type Wish = {
  readonly sequenceId: string;
  readonly localAmount: number;
  readonly currency: string;
  readonly channelId: string;
  readonly source?: { readonly accountType: string };
};

function submit(book: Book, kind: Kind, { sequenceId, localAmount, currency, channelId, source }: Wish): DoubleAnswer {
  const knob = book.knob;
  book.knob = "none";
  const known = book.booked.find((found) => found.sequenceId === sequenceId);
  if (known) return { status: 200, said: viewOf(known) };
  const isKnown = CHANNELS.some(({ id, apiStatus }) => id === channelId && apiStatus === "active");
  if (knob === "refuse" || !isKnown) return { status: 400, said: { code: "InvalidAccountNumber" } };
  const made: Booked = {
    ...{ kind, sequenceId, currency, id: `yc-${book.booked.length}`, reference: `YC${1000 + book.booked.length}` },
    ...{
      status: kind === "collections" ? "pending" : "processing",
      convertedAmount: localAmount,
      amount: dollars(localAmount),
    },
    source: { accountType: source?.accountType ?? "bank" },
    updatedAt: book.clock.now().toISOString(),
  };
  book.booked.push(made);
  if (knob === "lose_answer") return "nothing";
  if (knob === "error_after") return { status: 502, said: { message: "Bad Gateway" } };
  return { status: 200, said: viewOf(made) };
}

const viewOf = ({ kind, ...made }: Booked) => ({
  ...made,
  ...(kind === "collections"
    ? { bankInfo: { name: "Sterling", accountNumber: "0123456789", accountName: "Yellow Card" } }
    : {}),
});
