/** What both of Reloadly's doubles share: its keys, the token that opens its calls, and the signature of its webhooks. */
import { createHmac } from "node:crypto";
import type { IncomingMessage } from "node:http";
import type { DoubleAnswer } from "../double-server.ts";

export const RELOADLY_KEYS = {
  clientId: "parley",
  secret: "a secret of tests",
  webhookSecret: "a secret for webhooks",
};

/** A token, or why there is none; undefined for a call with the token. */
export function reloadlyDoor({ url, headers }: IncomingMessage, body: string): DoubleAnswer | undefined {
  if (new URL(url ?? "", "http://reloadly.test").pathname === "/oauth/token") {
    const { client_id, client_secret } = JSON.parse(body) as Record<string, string>;
    const isRight = client_id === RELOADLY_KEYS.clientId && client_secret === RELOADLY_KEYS.secret;
    return isRight
      ? { status: 200, said: { access_token: "a token", expires_in: 3600, token_type: "Bearer" } }
      : { status: 401, said: { errorCode: "INVALID_CREDENTIALS" } };
  }
  return headers.authorization === "Bearer a token" ? undefined : { status: 401, said: { errorCode: "INVALID_TOKEN" } };
}

/** The bytes and headers of a webhook. */
function reloadlyWebhook(
  message: object,
  { at, secret = RELOADLY_KEYS.webhookSecret }: { at: Date; secret?: string | undefined },
): { payload: string; headers: Record<string, string> } {
  const payload = JSON.stringify(message);
  const timestamp = String(at.getTime());
  const signature = createHmac("sha256", secret).update(payload).update(timestamp).digest("hex");
  return { payload, headers: { "x-reloadly-signature": signature, "x-reloadly-request-timestamp": timestamp } };
}

type Booked = { readonly transactionId: number; readonly status: string; readonly customIdentifier: string };
type Book<One extends Booked, Knob> = { readonly booked: One[]; knob: Knob };

/** What tests do with both doubles. */
export function reloadlyHands<One extends Booked, Knob>(book: Book<One, Knob>, type: string) {
  const find = (reference: string): One => {
    const found = book.booked.find(({ customIdentifier }) => customIdentifier === reference);
    if (!found) throw new Error(`Reloadly has no ${reference}`);
    return found;
  };
  return {
    find,
    turn(knob: Knob): void {
      book.knob = knob;
    },
    webhook(reference: string, at: Date, secret?: string) {
      const { transactionId, status, customIdentifier } = find(reference);
      return reloadlyWebhook({ type, data: { transactionId, status, customIdentifier } }, { at, secret });
    },
  };
}
