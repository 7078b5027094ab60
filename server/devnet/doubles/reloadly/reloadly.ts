/**
 * Reloadly on loopback: speaks the part of its protocol that we use, with a book of its own, and does wrong what its knobs say. The caller
 * stops it.
 */
import type { IncomingMessage } from "node:http";
import { type DoubleAnswer, serveDouble } from "../double-server.ts";
import { reloadlyDoor, reloadlyHands } from "./door.ts";

/**
 * What the next top-up does: loses its answer, says 500 after it delivered, delivers half, gives the code of the one before, gives no code,
 * waits, or refuses.
 */
export type ReloadlyKnob =
  | "lose_answer"
  | "repeat"
  | "no_code"
  | "error_after"
  | "short"
  | "pending"
  | "refuse"
  | "poor"
  | "break"
  | "none";

type Booked = {
  readonly transactionId: number;
  status: "SUCCESSFUL" | "PROCESSING" | "REFUNDED";
  readonly customIdentifier: string;
  readonly requestedAmount: number;
  readonly isPin: boolean;
  code?: string | undefined;
  deliveredAmount: number;
  readonly at: Date;
  oldCents: number;
  newCents: number;
};

type Book = {
  readonly booked: Booked[];
  readonly clock: { now: () => Date };
  cents: number;
  knob: ReloadlyKnob;
  /** Of requests for a top-up, also those that it had before. */
  asked: number;
};

export type ReloadlyDouble = {
  readonly api: string;
  readonly book: Book;
  /** For the next top-up; break is for every call until it is none again. */
  turn(knob: ReloadlyKnob): void;
  /** Ends one that waits. */
  finish(customIdentifier: string, status: "SUCCESSFUL" | "REFUNDED"): void;
  /** The bytes and headers of a webhook about a top-up. */
  webhook(customIdentifier: string, at: Date, secret?: string): { payload: string; headers: Record<string, string> };
  stop(): void;
};

const PER_DOLLAR = 1500;
const OPERATORS = [
  ...[341, 342].map((operatorId) => ({
    ...{ operatorId, name: `Operator ${operatorId}`, denominationType: "FIXED", senderCurrencyCode: "USD" },
    ...{ destinationCurrencyCode: "NGN", fixedAmounts: [1, 2, 5], localFixedAmounts: [1500, 3000, 7500] },
    ...{ country: { isoName: "NG" }, data: false, pin: false, bundle: false },
  })),
  // A range in the currency of the operator, and codes.
  {
    ...{ operatorId: 343, name: "Any amount", denominationType: "RANGE", senderCurrencyCode: "USD", minAmount: 0.1 },
    ...{ maxAmount: 20, supportsLocalAmounts: true, localMinAmount: 150, localMaxAmount: 30_000, fixedAmounts: [] },
    ...{ destinationCurrencyCode: "NGN", localFixedAmounts: [], country: { isoName: "NG" } },
  },
  {
    ...{ operatorId: 344, name: "By code", denominationType: "FIXED", senderCurrencyCode: "USD", pin: true },
    ...{ destinationCurrencyCode: "NGN", fixedAmounts: [1, 2], localFixedAmounts: [1500, 3000] },
    ...{ country: { isoName: "NG" }, data: false, bundle: false },
  },
  // A range in dollars: nobody knows before what arrives.
  {
    ...{ operatorId: 900, name: "By range", denominationType: "RANGE", senderCurrencyCode: "USD" },
    ...{ destinationCurrencyCode: "KES", fixedAmounts: [], localFixedAmounts: [], country: { isoName: "KE" } },
  },
];

export async function startReloadly(): Promise<ReloadlyDouble> {
  const book: Book = { booked: [], clock: { now: () => new Date() }, cents: 100_000, knob: "none", asked: 0 };
  const server = await serveDouble((request, body) => answerTo(book, request, body));
  const { find, turn, webhook } = reloadlyHands(book, "airtime_transaction.status");
  return {
    api: server.api,
    book,
    turn,
    webhook,
    finish(reference, status) {
      const one = find(reference);
      one.status = status;
      if (status === "REFUNDED") book.cents += one.oldCents - one.newCents;
      else one.deliveredAmount = one.requestedAmount * PER_DOLLAR;
    },
    stop: server.stop,
  };
}

function answerTo(book: Book, request: IncomingMessage, body: string): DoubleAnswer {
  const answer = reloadlyDoor(request, body);
  if (answer) return answer;
  const { method, url } = request;
  const { pathname, searchParams } = new URL(url ?? "", "http://reloadly.test");
  if (book.knob === "break") return { status: 503, said: { message: "Service Unavailable" } };
  if (method === "POST" && pathname === "/topups") return topUp(book, JSON.parse(body));
  if (pathname === "/accounts/balance")
    return { status: 200, said: { balance: book.cents / 100, currencyCode: "USD" } };
  if (pathname === "/operators") return { status: 200, said: { content: OPERATORS, last: true } };
  if (pathname === "/topups/reports/transactions") return { status: 200, said: report(book, searchParams) };
  const detected = /^\/operators\/auto-detect\/phone\/([^/]+)\/countries\/NG$/.exec(pathname)?.[1];
  if (!detected) return { status: 404, said: { errorCode: "COULD_NOT_AUTO_DETECT_OPERATOR" } };
  return { status: 200, said: OPERATORS[Number(detected.at(-1)) % 2] ?? {} };
}

type Wish = {
  readonly operatorId: number;
  readonly amount: string;
  readonly useLocalAmount: boolean;
  readonly customIdentifier: string;
};

function topUp(book: Book, { operatorId, amount, useLocalAmount, customIdentifier }: Wish): DoubleAnswer {
  book.asked++;
  const knob = book.knob;
  book.knob = "none";
  const known = book.booked.find((one) => one.customIdentifier === customIdentifier);
  if (known) return { status: 400, said: { errorCode: "DUPLICATE_CUSTOM_IDENTIFIER" } };
  if (knob === "refuse" || !OPERATORS.some((one) => one.operatorId === operatorId))
    return { status: 400, said: { errorCode: "INVALID_RECIPIENT_PHONE", message: "no such number" } };
  const requestedAmount = Number(amount) / (useLocalAmount ? PER_DOLLAR : 1);
  const cost = Math.round(requestedAmount * 100);
  if (knob === "poor" || cost > book.cents) return { status: 400, said: { errorCode: "INSUFFICIENT_BALANCE" } };
  const one: Booked = {
    ...{ transactionId: 7000 + book.booked.length, customIdentifier, requestedAmount, at: book.clock.now() },
    status: knob === "pending" ? "PROCESSING" : "SUCCESSFUL",
    deliveredAmount: requestedAmount * PER_DOLLAR * (knob === "short" ? 0.5 : 1),
    isPin: operatorId === 344,
    code: operatorId === 344 && knob !== "no_code" ? codeOf(book, knob) : undefined,
    ...{ oldCents: book.cents, newCents: book.cents - cost },
  };
  book.cents -= cost;
  book.booked.push(one);
  if (knob === "lose_answer") return "nothing";
  if (knob === "error_after") return { status: 502, said: { message: "Bad Gateway" } };
  return { status: 200, said: viewOf(one) };
}

const codeOf = ({ booked }: Book, knob: ReloadlyKnob): string =>
  knob === "repeat"
    ? (booked.findLast(({ code }) => code !== undefined)?.code ?? "")
    : `7700 8800 ${String(1000 + booked.length)}`;

function viewOf(one: Booked): object {
  return {
    ...{ transactionId: one.transactionId, status: one.status, customIdentifier: one.customIdentifier },
    ...{ requestedAmount: one.requestedAmount, requestedAmountCurrencyCode: "USD" },
    ...(one.status === "SUCCESSFUL"
      ? { deliveredAmount: one.deliveredAmount, deliveredAmountCurrencyCode: "NGN" }
      : { deliveredAmount: null, deliveredAmountCurrencyCode: "NGN" }),
    ...(one.isPin && one.status === "SUCCESSFUL"
      ? { pinDetail: { code: one.code ?? null, serial: `S${one.transactionId}` } }
      : {}),
    transactionDate: one.at.toISOString().slice(0, 19).replace("T", " "),
    balanceInfo: { oldBalance: one.oldCents / 100, newBalance: one.newCents / 100, currencyCode: "USD" },
  };
}

/** Newest first, as Reloadly lists them. */
function report({ booked }: Book, asked: URLSearchParams): object {
  const [reference, from, until] = ["customIdentifier", "startDate", "endDate"].map((name) => asked.get(name));
  const found = booked.filter((one) => {
    const at = one.at.toISOString().slice(0, 19).replace("T", " ");
    return (!reference || one.customIdentifier === reference) && (!from || at >= from) && (!until || at <= until);
  });
  return { content: found.toReversed().map(viewOf), last: true, totalElements: found.length };
}
