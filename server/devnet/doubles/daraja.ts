/**
 * Daraja on loopback: speaks the part of its protocol that we use, with tokens, passwords, prompts on phones and queries, and does wrong what
 * its knobs say. Its callbacks are not signed, as Safaricom's are not. The caller stops it.
 */
import type { IncomingMessage } from "node:http";
import { nairobiTime, passwordOf } from "../../platform/outside/providers/daraja.ts";
import { type DoubleAnswer, serveDouble } from "./double-server.ts";

export const DARAJA_KEYS = {
  key: "parley",
  secret: "a secret of tests",
  passkey: "a passkey of tests",
  shortcode: "174379",
};

/**
 * What the next prompt does: loses its answer, says 500 after it was made, is paid and sends its callback before it is answered, or is refused because
 * of its number or of another prompt on the phone; break is for every call until it is none again.
 */
export type DarajaKnob = "lose_answer" | "error_after" | "paid_first" | "number" | "locked" | "break" | "none";

type Prompted = {
  readonly checkoutId: string;
  readonly merchantId: string;
  readonly shillings: number;
  readonly phone: string;
  readonly reference: string;
  readonly callbackUrl: string;
  /** Undefined while the phone shows it. */
  result: string | undefined;
};

type Book = {
  readonly prompts: Prompted[];
  readonly tokens: Set<string>;
  knob: DarajaKnob;
  queries: number;
  /** Takes callbacks that come before the answer. */
  onCallback: (callback: DarajaCallback) => Promise<void>;
};

export type DarajaCallback = { readonly url: string; readonly payload: string };

export type DarajaDouble = {
  readonly api: string;
  readonly book: Book;
  turn(knob: DarajaKnob): void;
  /** Tokens are worth nothing from now on. */
  forgetTokens(): void;
  /** The newest prompt that names this order; throws where there is none. */
  promptOf(reference: string): Prompted;
  /** The phone's owner, or time, ends a prompt: 0 is paid. */
  end(reference: string, result: string): void;
  callback(reference: string, with_?: { shillings?: number; result?: string }): DarajaCallback;
  stop(): void;
};

export async function startDaraja(): Promise<DarajaDouble> {
  const book: Book = { prompts: [], tokens: new Set(), knob: "none", queries: 0, onCallback: async () => undefined };
  const server = await serveDouble((request, body) => answerTo(book, request, body));
  const promptOf = (reference: string): Prompted => {
    const found = book.prompts.findLast((one) => one.callbackUrl.includes(reference));
    if (!found) throw new Error(`Daraja has no prompt of ${reference}`);
    return found;
  };
  return {
    ...{ api: server.api, book, promptOf },
    turn(knob) {
      book.knob = knob;
    },
    forgetTokens() {
      book.tokens.clear();
    },
    end(reference, result) {
      promptOf(reference).result = result;
    },
    callback: (reference, with_) => callbackOf(promptOf(reference), with_),
    stop: server.stop,
  };
}

function callbackOf(
  { checkoutId, merchantId, shillings, phone, callbackUrl, result = "0" }: Prompted,
  with_: { shillings?: number; result?: string } = {},
): DarajaCallback {
  const code = with_.result ?? result;
  const paid = [
    { Name: "Amount", Value: with_.shillings ?? shillings },
    { Name: "MpesaReceiptNumber", Value: "NLJ7RT61SV" },
    { Name: "TransactionDate", Value: Number(nairobiTime(new Date())) },
    { Name: "PhoneNumber", Value: Number(phone) },
  ];
  const stkCallback = {
    ...{ MerchantRequestID: merchantId, CheckoutRequestID: checkoutId },
    ...{
      ResultCode: Number(code),
      ResultDesc: code === "0" ? "The service request is processed successfully." : "No.",
    },
    ...(code === "0" ? { CallbackMetadata: { Item: paid } } : {}),
  };
  return { url: callbackUrl, payload: JSON.stringify({ Body: { stkCallback } }) };
}

const fault = (status: number, errorCode: string, errorMessage: string): DoubleAnswer => ({
  status,
  said: { requestId: "1-1", errorCode, errorMessage },
});

async function answerTo(book: Book, { method, url = "", headers }: IncomingMessage, body: string) {
  if (book.knob === "break") return fault(503, "500.003.02", "Error Occurred: Spike Arrest Violation");
  if (method === "GET" && url === "/oauth/v1/generate?grant_type=client_credentials") {
    const right = `Basic ${Buffer.from(`${DARAJA_KEYS.key}:${DARAJA_KEYS.secret}`).toString("base64")}`;
    if (headers.authorization !== right) return fault(400, "400.008.01", "Invalid Authentication passed");
    const token = `token-${book.tokens.size}-${book.prompts.length}-${book.queries}`;
    book.tokens.add(token);
    return { status: 200, said: { access_token: token, expires_in: "3599" } };
  }
  if (!book.tokens.has(String(headers.authorization).replace("Bearer ", "")))
    return fault(404, "404.001.03", "Invalid Access Token");
  const asked = JSON.parse(body) as Record<string, unknown>;
  const { shortcode, passkey } = DARAJA_KEYS;
  const timestamp = String(asked.Timestamp);
  if (
    asked.BusinessShortCode !== shortcode ||
    !/^20\d{12}$/.test(timestamp) ||
    asked.Password !== passwordOf({ shortcode, passkey, timestamp })
  )
    return fault(500, "500.001.1001", "Wrong credentials");
  if (url === "/mpesa/stkpush/v1/processrequest") return prompt(book, asked);
  if (url === "/mpesa/stkpushquery/v1/query") return query(book, String(asked.CheckoutRequestID));
  return fault(404, "404.001.01", "Resource not found");
}

async function prompt(book: Book, asked: Record<string, unknown>): Promise<DoubleAnswer> {
  const knob = book.knob;
  book.knob = "none";
  const { Amount: shillings, PhoneNumber: phone, CallBackURL: callbackUrl, AccountReference: reference } = asked;
  const isRight =
    Number.isInteger(shillings) && Number(shillings) > 0 && /^254\d{9}$/.test(String(phone)) && asked.PartyA === phone;
  const isShort = String(reference).length <= 12 && String(asked.TransactionDesc).length <= 13;
  if (knob === "number" || !isRight || !isShort || asked.PartyB !== DARAJA_KEYS.shortcode)
    return fault(400, "400.002.02", "Bad Request - Invalid PhoneNumber");
  if (knob === "locked")
    return fault(500, "500.001.1001", "Unable to lock subscriber, a transaction is already in process");
  const made: Prompted = {
    ...{ checkoutId: `ws_CO_0001${book.prompts.length}`, merchantId: `92-${book.prompts.length}-1` },
    ...{ shillings: Number(shillings), phone: String(phone), reference: String(reference) },
    ...{ callbackUrl: String(callbackUrl), result: undefined },
  };
  book.prompts.push(made);
  if (knob === "paid_first") {
    made.result = "0";
    await book.onCallback(callbackOf(made));
  }
  if (knob === "lose_answer") return "nothing";
  if (knob === "error_after") return fault(500, "500.003.1001", "Internal Server Error");
  return {
    status: 200,
    said: {
      ...{ MerchantRequestID: made.merchantId, CheckoutRequestID: made.checkoutId, ResponseCode: "0" },
      ...{ ResponseDescription: "Success. Request accepted for processing", CustomerMessage: "Success." },
    },
  };
}

function query(book: Book, checkoutId: string): DoubleAnswer {
  book.queries++;
  const found = book.prompts.find((one) => one.checkoutId === checkoutId);
  if (!found) return fault(500, "500.001.1001", "The transaction does not exist");
  if (found.result === undefined) return fault(500, "500.001.1001", "The transaction is being processed");
  return {
    status: 200,
    said: {
      ...{ ResponseCode: "0", ResponseDescription: "The service request has been accepted successsfully" },
      ...{ MerchantRequestID: found.merchantId, CheckoutRequestID: checkoutId },
      ...{ ResultCode: found.result, ResultDesc: found.result === "0" ? "The service request is processed." : "No." },
    },
  };
}
