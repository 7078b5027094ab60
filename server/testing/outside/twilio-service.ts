/** Twilio Verify (version 2) for tests, on loopback: starts and checks verifications, with its own limits and numbers of faults. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterTests } from "../after-tests.ts";

export const TWILIO_KEY = `SK${"0a".repeat(16)}`;
export const TWILIO_SECRET = "the secret of the key";
export const TWILIO_SERVICE = `VA${"1b".repeat(16)}`;

type Verification = { readonly code: string; readonly channel: string; readonly locale: string; sends: number };
type Said = readonly [status: number, body: object, retryAfterSec?: number];

export type TwilioService = {
  readonly api: string;
  /** What the telephone got last. */
  got(number: string): Pick<Verification, "code" | "channel" | "locale"> | undefined;
  /** Whether a verification of this number waits to be checked. */
  isOpen(number: string): boolean;
  /** The next start ends with this fault. */
  failNext(status: number, code: number, retryAfterSec?: number): void;
  /** The next start is carried out, and nobody knows. */
  loseNextAnswer(): void;
  /** Landlines, to which no texts go. */
  readonly landlines: Set<string>;
  readonly asked: { starts: number; checks: number };
};

/** More starts of one verification than this are refused, and more wrong checks end it. */
const MOST = 5;

export async function startTwilio(): Promise<TwilioService> {
  const open = new Map<string, Verification>();
  const last = new Map<string, Verification>();
  const landlines = new Set<string>();
  const asked = { starts: 0, checks: 0 };
  const failures: Said[] = [];
  let lost = 0;
  const start = (form: URLSearchParams): Said => {
    asked.starts++;
    const failure = failures.shift();
    if (failure) return failure;
    const [to, channel, code] = [form.get("To") ?? "", form.get("Channel") ?? "", form.get("CustomCode") ?? ""];
    if (!/^\+[1-9]\d{5,14}$/.test(to)) return fault(400, 60200, "Invalid parameter `To`");
    if (!["sms", "call"].includes(channel)) return fault(400, 60200, "Invalid parameter `Channel`");
    if (!/^\d{4,10}$/.test(code)) return fault(400, 60200, "Invalid parameter `CustomCode`");
    if (channel === "sms" && landlines.has(to))
      return fault(403, 60205, "SMS is not supported by landline phone number");
    const sends = (open.get(to)?.sends ?? 0) + 1;
    if (sends > MOST) return fault(429, 60203, "Max send attempts reached");
    const verification = { code, channel, locale: form.get("Locale") ?? "", sends };
    open.set(to, verification);
    last.set(to, verification);
    if (lost > 0) {
      lost--;
      return NO_ANSWER;
    }
    return [
      201,
      { sid: `VE${"2c".repeat(16)}`, service_sid: TWILIO_SERVICE, to, channel, status: "pending", valid: false },
    ];
  };
  const check = (form: URLSearchParams): Said => {
    asked.checks++;
    const to = form.get("To") ?? "";
    const verification = open.get(to);
    if (!verification) return fault(404, 20404, "The requested resource was not found");
    const isRight = verification.code === form.get("Code");
    if (isRight) open.delete(to);
    const status = isRight ? "approved" : "pending";
    return [200, { sid: `VE${"2c".repeat(16)}`, service_sid: TWILIO_SERVICE, to, status, valid: isRight }];
  };
  const api = await serve((path, form) => {
    if (path === `/v2/Services/${TWILIO_SERVICE}/Verifications`) return start(form);
    if (path === `/v2/Services/${TWILIO_SERVICE}/VerificationCheck`) return check(form);
    return fault(404, 20404, "The requested resource was not found");
  });
  return {
    api,
    asked,
    landlines,
    got: (number) => last.get(number),
    isOpen: (number) => open.has(number),
    loseNextAnswer() {
      lost++;
    },
    failNext(status, code, wait) {
      const [, body] = fault(status, code, "it failed");
      failures.push(wait === undefined ? [status, body] : [status, body, wait]);
    },
  };
}

const NO_ANSWER: Said = [0, {}];

function fault(status: number, code: number, message: string): Said {
  return [status, { code, message, more_info: `https://www.twilio.com/docs/errors/${code}`, status }];
}

async function serve(answer: (path: string, form: URLSearchParams) => Said): Promise<string> {
  const basic = `Basic ${Buffer.from(`${TWILIO_KEY}:${TWILIO_SECRET}`).toString("base64")}`;
  const server = createServer((request, response) => {
    let text = "";
    request.on("data", (part) => (text += part));
    request.on("end", () => {
      const isForm = request.headers["content-type"]?.startsWith("application/x-www-form-urlencoded");
      const said: Said =
        request.headers.authorization !== basic
          ? fault(401, 20003, "Authenticate")
          : request.method === "POST" && isForm
            ? answer(request.url ?? "", new URLSearchParams(text))
            : fault(405, 20004, "Method not allowed");
      const [status, body, wait] = said;
      if (said === NO_ANSWER) return void response.destroy();
      const headers = { "content-type": "application/json", ...(wait ? { "retry-after": String(wait) } : {}) };
      response.writeHead(status, headers).end(JSON.stringify(body));
    });
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  afterTests(() => server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
