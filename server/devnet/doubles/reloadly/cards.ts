/**
 * Reloadly's gift cards on loopback: speaks the part of the protocol that we use, with a book of its own, and does wrong what its knobs say. The
 * caller stops it.
 */
import type { IncomingMessage } from "node:http";
import { type DoubleAnswer, serveDouble } from "../double-server.ts";
import { reloadlyDoor, reloadlyHands } from "./door.ts";

/**
 * What the next order does: loses its answer, says 502 after it bought, gives a part of the codes at the price of a part (`part`) or of all
 * (`short`), gives the codes of the order before, waits, charges more, refuses, or has no money. `no_codes` keeps the codes back, and `break`
 * answers nothing, until it is `none` again.
 */
const KNOBS = [
  ...["none", "lose_answer", "error_after", "part", "short", "repeat", "pending", "dear", "refuse", "poor"],
  ...["no_codes", "break"],
] as const;
export type CardsKnob = (typeof KNOBS)[number];

type Booked = {
  readonly transactionId: number;
  status: "SUCCESSFUL" | "PENDING" | "REFUNDED";
  readonly customIdentifier: string;
  readonly productId: number;
  readonly unitPrice: number;
  readonly quantity: number;
  readonly cents: number;
  readonly codes: readonly string[];
  readonly at: Date;
};

type Book = {
  readonly booked: Booked[];
  readonly clock: { now: () => Date };
  cents: number;
  knob: CardsKnob;
};

export type ReloadlyCardsDouble = {
  readonly api: string;
  readonly book: Book;
  turn(knob: CardsKnob): void;
  /** Ends one that waits. */
  finish(customIdentifier: string, status: "SUCCESSFUL" | "REFUNDED"): void;
  /** The bytes and headers of a webhook about an order. */
  webhook(customIdentifier: string, at: Date, secret?: string): { payload: string; headers: Record<string, string> };
  stop(): void;
};

type Product = {
  readonly productId: number;
  readonly fixedRecipientDenominations?: readonly number[];
  readonly fixedSenderDenominations?: readonly number[];
  readonly maxRecipientDenomination?: number;
  readonly maxSenderDenomination?: number;
  readonly senderFee?: number;
  readonly senderFeePercentage?: number;
} & Readonly<Record<string, unknown>>;

const PRODUCTS: readonly Product[] = [
  {
    ...{ productId: 13, productName: "Steam US", denominationType: "FIXED", senderCurrencyCode: "USD" },
    ...{ recipientCurrencyCode: "USD", fixedRecipientDenominations: [10, 25], fixedSenderDenominations: [10.4, 26] },
    ...{ senderFee: 0.5, senderFeePercentage: 0, country: { isoName: "US" }, brand: { brandName: "Steam Wallet" } },
    ...{ category: { name: "Gaming" }, redeemInstruction: { concise: "Redeem on the site of Steam." } },
  },
  {
    ...{ productId: 14, productName: "Zalando DE", denominationType: "RANGE", senderCurrencyCode: "USD" },
    ...{ recipientCurrencyCode: "EUR", minRecipientDenomination: 5, maxRecipientDenomination: 150 },
    ...{ minSenderDenomination: 6, maxSenderDenomination: 180, senderFee: 0, senderFeePercentage: 1 },
    ...{ country: { isoName: "DE" }, brand: { brandName: "Zalando" }, category: { name: "Fashion and Retail" } },
  },
  // Each of its codes has a PIN.
  {
    ...{ productId: 16, productName: "Eneba US", denominationType: "FIXED", senderCurrencyCode: "USD" },
    ...{ recipientCurrencyCode: "USD", fixedRecipientDenominations: [20], fixedSenderDenominations: [20] },
    ...{ senderFee: 0, senderFeePercentage: 0, country: { isoName: "US" }, brand: { brandName: "Eneba" } },
  },
  // Charged in another currency than dollars: its price is unknown here.
  {
    ...{ productId: 15, productName: "In euros", denominationType: "FIXED", senderCurrencyCode: "EUR" },
    ...{ recipientCurrencyCode: "EUR", fixedRecipientDenominations: [10], country: { isoName: "FR" } },
  },
];

export async function startReloadlyCards(): Promise<ReloadlyCardsDouble> {
  const book: Book = { booked: [], clock: { now: () => new Date() }, cents: 200_000, knob: "none" };
  const server = await serveDouble((request, body) => answerTo(book, request, body));
  const { find, turn, webhook } = reloadlyHands(book, "giftcard_transaction.status");
  return {
    api: server.api,
    book,
    turn,
    webhook,
    finish(reference, status) {
      const one = find(reference);
      one.status = status;
      if (status === "REFUNDED") book.cents += one.cents;
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
  if (method === "POST" && pathname === "/orders") return order(book, JSON.parse(body));
  if (pathname === "/accounts/balance")
    return { status: 200, said: { balance: book.cents / 100, currencyCode: "USD" } };
  if (pathname === "/products") return { status: 200, said: { content: PRODUCTS, last: true } };
  if (pathname === "/reports/transactions") return { status: 200, said: report(book, searchParams) };
  const asked = Number(/^\/orders\/transactions\/(\d+)\/cards$/.exec(pathname)?.[1]);
  const found = book.booked.find(({ transactionId }) => transactionId === asked);
  if (!found || book.knob === "no_codes") return { status: 404, said: { errorCode: "CARDS_NOT_FOUND" } };
  return {
    status: 200,
    said: found.codes.map((cardNumber, place) => ({ cardNumber, pinCode: pinOf(found, place) })),
  };
}

const pinOf = ({ productId }: Booked, place: number) => (productId === 16 ? `77${40 + place}` : place % 2 ? "" : null);

type Wish = {
  readonly productId: number;
  readonly quantity: number;
  readonly unitPrice: string;
  readonly customIdentifier: string;
};

function order(book: Book, { productId, quantity, unitPrice, customIdentifier }: Wish): DoubleAnswer {
  const knob = book.knob;
  if (knob !== "no_codes") book.knob = "none";
  if (book.booked.some((one) => one.customIdentifier === customIdentifier))
    return { status: 400, said: { errorCode: "DUPLICATE_CUSTOM_IDENTIFIER" } };
  const product = PRODUCTS.find((one) => one.productId === productId);
  if (knob === "refuse" || !product) return { status: 400, said: { errorCode: "PRODUCT_NOT_AVAILABLE" } };
  const made = knob === "part" || knob === "short" ? Math.ceil(quantity / 2) : quantity;
  const charged = knob === "part" ? made : quantity;
  const cents = costOf(product, Number(unitPrice)) * charged * (knob === "dear" ? 2 : 1);
  if (knob === "poor" || cents > book.cents) return { status: 400, said: { errorCode: "INSUFFICIENT_BALANCE" } };
  const transactionId = 5000 + book.booked.length;
  const fresh = Array.from({ length: made }, (_, place) => `STM-${transactionId}-CODE-${1000 + place}`);
  const one: Booked = {
    ...{
      transactionId,
      customIdentifier,
      productId,
      quantity,
      cents,
      at: book.clock.now(),
      unitPrice: Number(unitPrice),
    },
    status: knob === "pending" ? "PENDING" : "SUCCESSFUL",
    codes: knob === "repeat" ? (book.booked.at(-1)?.codes ?? fresh) : fresh,
  };
  book.cents -= cents;
  book.booked.push(one);
  if (knob === "lose_answer") return "nothing";
  if (knob === "error_after") return { status: 502, said: { message: "Bad Gateway" } };
  return { status: 200, said: viewOf(one) };
}

function costOf(product: Product, face: number): number {
  const { fixedRecipientDenominations: values = [], fixedSenderDenominations: prices = [] } = product;
  const place = values.indexOf(face);
  const usd =
    place < 0 ? (face * (product.maxSenderDenomination ?? 0)) / (product.maxRecipientDenomination ?? 1) : prices[place];
  return (
    Math.round((usd ?? 0) * (100 + (product.senderFeePercentage ?? 0))) + Math.round((product.senderFee ?? 0) * 100)
  );
}

function viewOf(one: Booked): object {
  const { transactionId, status, customIdentifier, cents, quantity, unitPrice } = one;
  return {
    ...{ transactionId, status, customIdentifier, amount: cents / 100, currencyCode: "USD" },
    product: { quantity, unitPrice, currencyCode: "USD" },
    transactionCreatedTime: one.at.toISOString().slice(0, 19).replace("T", " "),
  };
}

/** Newest first, as Reloadly lists them. */
function report({ booked }: Book, asked: URLSearchParams): object {
  const [reference, from] = ["customIdentifier", "startDate"].map((name) => asked.get(name));
  const found = booked.filter((one) => {
    const at = one.at.toISOString().slice(0, 19).replace("T", " ");
    return (!reference || one.customIdentifier === reference) && (!from || at >= from);
  });
  return { content: found.toReversed().map(viewOf), last: true, totalElements: found.length };
}
