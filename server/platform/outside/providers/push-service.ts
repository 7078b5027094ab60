/**
 * Web push (RFC 8030): a message that only its browser can read (RFC 8291), with a word of ours for its push service (VAPID,
 * RFC 8292). The browser names the service, so that its address is looked at before anything goes there: HTTPS and the
 * internet, no network of our own, and no redirect.
 */
import { createECDH } from "node:crypto";
import { request as requestPlain } from "node:http";
import { request as requestSecure } from "node:https";
import type { LookupFunction } from "node:net";
import webPush from "web-push";
import { isPrivateHost, lookupName, PrivateAddress, publicOnly } from "../public-only.ts";

/** As the browser has it: texts in base64url. */
export type PushTarget = { readonly endpoint: string; readonly p256dh: string; readonly auth: string };

/** gone: the browser takes no more. later: it may be tried again, after so many seconds where the service says so. */
export type PushOutcome =
  | { readonly outcome: "sent" }
  | { readonly outcome: "gone"; readonly fault: string }
  | {
      readonly outcome: "later";
      readonly fault: string;
      readonly waitSec?: number;
      /** It gave no answer: it may have taken the message. */
      readonly isUnknown?: true;
    };

export type PushSender = (target: PushTarget, payload: string) => Promise<PushOutcome>;

const CURVE = "prime256v1";
const TTL_SEC = 24 * 3600;
const TIMEOUT_MS = 10_000;
const MOST_WAIT_SEC = 3600;

/** Of 32 secret bytes; the public one as browsers want it. */
export function pushKeysOf(secret: Uint8Array): { readonly publicKey: string; readonly privateKey: string } {
  const pair = createECDH(CURVE);
  pair.setPrivateKey(secret);
  return { publicKey: pair.getPublicKey("base64url"), privateKey: Buffer.from(secret).toString("base64url") };
}

/** Whether these are keys that something can be encrypted to. */
export function areKeys({ p256dh, auth }: Pick<PushTarget, "p256dh" | "auth">): boolean {
  try {
    const point = Buffer.from(p256dh, "base64url");
    const own = createECDH(CURVE);
    own.generateKeys();
    own.computeSecret(point);
    return point.length === 65 && Buffer.from(auth, "base64url").length === 16;
  } catch {
    // OpenSSL throws for a point that is not on the curve; that is the question.
    return false;
  }
}

export function openPush({
  secret,
  contact,
  ownService,
  lookup = lookupName,
  withinMs = TIMEOUT_MS,
}: {
  secret: Uint8Array;
  /** The contact for a push service in case of problems: an email address. */
  contact: string;
  /** The one origin that may be at a private address. */
  ownService: string | undefined;
  lookup?: LookupFunction;
  withinMs?: number | undefined;
}): PushSender {
  const vapidDetails = { subject: `mailto:${contact}`, ...pushKeysOf(secret) };
  return async ({ endpoint, p256dh, auth }, payload) => {
    const isOwn = ownService !== undefined && URL.canParse(endpoint) && new URL(endpoint).origin === ownService;
    const fault = isOwn ? undefined : whyNotAsked(endpoint);
    if (fault) return { outcome: "gone", fault };
    try {
      const { headers, body } = webPush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, payload, {
        vapidDetails,
        TTL: TTL_SEC,
        urgency: "high",
        contentEncoding: "aes128gcm",
      });
      return outcomeOf(
        await post(endpoint, { headers, body, withinMs, lookup: isOwn ? undefined : publicOnly(lookup) }),
      );
    } catch (error) {
      const message = error instanceof Error ? error.message : "unknown";
      return error instanceof PrivateAddress
        ? { outcome: "gone", fault: message }
        : { outcome: "later", fault: message.slice(0, 200), isUnknown: true };
    }
  };
}

/** Before its name is looked up. */
export function whyNotAsked(endpoint: string): string | undefined {
  if (!URL.canParse(endpoint)) return "not an address";
  const { protocol, username, password, port, hostname } = new URL(endpoint);
  if (protocol !== "https:") return "not HTTPS";
  if (username || password || port) return "an address with a name or a port";
  return isPrivateHost(hostname) ? "not a public address" : undefined;
}

type Asked = {
  readonly headers: Record<string, unknown>;
  readonly body: Buffer | null;
  readonly lookup: LookupFunction | undefined;
  readonly withinMs: number;
};
type Said = { readonly status: number; readonly retryAfter: string | undefined };

function post(endpoint: string, { headers, body, lookup, withinMs }: Asked): Promise<Said> {
  const request = endpoint.startsWith("https:") ? requestSecure : requestPlain;
  return new Promise((resolve, reject) => {
    const sending = request(
      endpoint,
      {
        method: "POST",
        headers: headers as Record<string, string>,
        signal: AbortSignal.timeout(withinMs),
        ...(lookup ? { lookup } : {}),
      },
      (answer) => {
        // The body is discarded, so that the connection can be reused.
        answer.resume();
        resolve({ status: answer.statusCode ?? 0, retryAfter: answer.headers["retry-after"] });
      },
    );
    sending.on("error", reject);
    // Another protocol, for instance: neither an answer nor an error comes.
    sending.on("close", () => reject(new Error("the connection closed without an answer")));
    sending.end(body);
  });
}

function outcomeOf({ status, retryAfter }: Said): PushOutcome {
  if (status >= 200 && status < 300) return { outcome: "sent" };
  const fault = `the push service answers ${status}`;
  if (status === 404 || status === 410) return { outcome: "gone", fault };
  const wait = /^\d{1,6}$/.test(retryAfter ?? "") ? Math.min(Number(retryAfter), MOST_WAIT_SEC) : undefined;
  return { outcome: "later", fault, ...(wait === undefined ? {} : { waitSec: wait }) };
}
