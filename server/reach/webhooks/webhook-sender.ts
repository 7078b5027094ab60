/**
 * Sends one request to an address that a user named: five seconds in all, no redirects, public addresses only, 64 kB of answer.
 * Nothing that the other side does keeps the sender longer.
 */
import { type IncomingMessage, request as requestPlain } from "node:http";
import { request as requestSecure } from "node:https";
import type { LookupFunction } from "node:net";
import { ANSWER_WITHIN_MS, type DeliveryFault } from "#contract/reach/webhooks/names.ts";
import { isPrivateHost, lookupName, PrivateAddress, publicOnly } from "../../platform/outside/public-only.ts";

export type Sent = {
  readonly status: number | null;
  readonly ms: number;
  /** Undefined where the other side accepted: any status of 200 to 299. */
  readonly fault: DeliveryFault | undefined;
  /** The first two kilobytes of the answer, as text. */
  readonly answer: string;
  readonly headers: IncomingMessage["headers"];
};

export type WebhookSender = (url: string, asked: { headers: Record<string, string>; body: string }) => Promise<Sent>;

const MOST_READ = 64 * 1024;
const SHOWN = 2048;

/** The rules of addresses: HTTP or HTTPS at its own port, without a name and a password. */
export function urlFault(url: string): "webhook.url" | "webhook.private_url" | undefined {
  // As it is stored and shown: neither a backslash nor a form that only a lenient reader takes.
  if (!/^https?:\/\/[^\\\s]+$/.test(url) || !URL.canParse(url)) return "webhook.url";
  const { protocol, username, password, port, hostname } = new URL(url);
  if (!["https:", "http:"].includes(protocol) || username || password || port || !hostname) return "webhook.url";
  return isPrivateHost(hostname) ? "webhook.private_url" : undefined;
}

export function openSender({ lookup = lookupName }: { lookup?: LookupFunction } = {}): WebhookSender {
  return async (url, { headers, body }) => {
    const begun = performance.now();
    const ms = () => Math.round(performance.now() - begun);
    const nothing = { status: null, answer: "", headers: {} } as const;
    if (urlFault(url)) return { ...nothing, ms: 0, fault: "private_address" };
    const abort = AbortSignal.timeout(ANSWER_WITHIN_MS);
    try {
      const answer = await post(url, { headers, body, lookup: publicOnly(lookup), signal: abort });
      const { text, isTooLong } = await read(answer);
      const status = answer.statusCode ?? 0;
      return { status, ms: ms(), fault: faultOf(status, isTooLong), answer: text, headers: answer.headers };
    } catch (error) {
      return { ...nothing, ms: ms(), fault: abort.aborted ? "timeout" : connectionFault(error) };
    }
  };
}

type Posting = {
  readonly headers: Record<string, string>;
  readonly body: string;
  readonly lookup: LookupFunction;
  readonly signal: AbortSignal;
};

function post(url: string, { headers, body, lookup, signal }: Posting): Promise<IncomingMessage> {
  const request = url.startsWith("https:") ? requestSecure : requestPlain;
  const bytes = Buffer.from(body);
  return new Promise((resolve, reject) => {
    const sending = request(
      url,
      // No connection is kept: the next request checks its address anew.
      { method: "POST", agent: false, headers: { ...headers, "content-length": bytes.length }, lookup, signal },
      resolve,
    );
    sending.on("error", reject);
    // Another protocol, for instance: neither an answer nor an error comes. After an answer this does nothing.
    sending.on("close", () => reject(new Error("the connection closed without an answer")));
    sending.end(bytes);
  });
}

async function read(answer: IncomingMessage): Promise<{ text: string; isTooLong: boolean }> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > MOST_READ) break;
    chunks.push(chunk);
  }
  answer.destroy();
  // PostgreSQL stores no NUL.
  const text = Buffer.concat(chunks).subarray(0, SHOWN).toString("utf8").replaceAll("\u0000", "\ufffd");
  return { text, isTooLong: size > MOST_READ };
}

function faultOf(status: number, isTooLong: boolean): DeliveryFault | undefined {
  if (isTooLong) return "too_long";
  if (status >= 300 && status < 400) return "redirect";
  return status >= 200 && status < 300 ? undefined : "status";
}

function connectionFault(error: unknown): DeliveryFault {
  if (error instanceof PrivateAddress) return "private_address";
  const code = String((error as { code?: unknown }).code ?? "");
  return /CERT|SSL|TLS|ALTNAME|EPROTO|SIGNATURE/.test(code) ? "tls" : "unreachable";
}
