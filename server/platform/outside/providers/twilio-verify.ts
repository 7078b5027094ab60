/**
 * Twilio Verify, version 2. It sends codes that the market made (CustomCode), so that the market alone decides whether a code
 * is right. A check reports to it that a code was shown: a verification without a check counts against its number there.
 */
import type { CarryOutcome, CodeCarrier, NumberFault } from "./code-carrier.ts";

const TIMEOUT_MS = 10_000;
const MOST_WAIT_SEC = 600;

type Said = { readonly status: number; readonly body: Answer; readonly waitSec: number | undefined };
/** Of a verification its status; of a fault its number among Twilio's. */
type Answer = { readonly status?: unknown; readonly code?: unknown };

/** Twilio's numbers for what is wrong with a telephone number. Everything else is the operator's, or passes. */
const NUMBER_FAULTS: Readonly<Record<number, NumberFault>> = {
  // Invalid parameter: the number, since the rest is ours.
  60200: 3,
  // Max send attempts reached: five within ten minutes.
  60203: 1,
  // A landline.
  60205: 5,
  // Delivery blocked by the guard against fraud, or by the countries that the operator allows.
  60410: 5,
  60605: 5,
};

export type TwilioSettings = {
  /** Of an API key (SK…), or the account's own (AC…), with its secret. */
  readonly key: string;
  readonly secret: string;
  /** Of the Verify service (VA…). */
  readonly service: string;
  readonly api: string;
};

export function openTwilio({ key, secret, service, api }: TwilioSettings): CodeCarrier {
  const ask = async (resource: string, form: Readonly<Record<string, string>>): Promise<Said | undefined> => {
    const said = await fetch(`${api}/v2/Services/${service}/${resource}`, {
      method: "POST",
      headers: { authorization: `Basic ${Buffer.from(`${key}:${secret}`).toString("base64")}` },
      body: new URLSearchParams(form),
      redirect: "error",
      signal: AbortSignal.timeout(TIMEOUT_MS),
    }).catch(() => undefined);
    if (!said) return undefined;
    const body = (await said.json().catch(() => ({}))) as Answer;
    const wait = Number(said.headers.get("retry-after") ?? "");
    return { status: said.status, body, waitSec: wait > 0 ? Math.min(wait, MOST_WAIT_SEC) : undefined };
  };
  return {
    kind: "twilio",
    async start({ to, channel, code, locale }) {
      return startedBy(await ask("Verifications", { To: to, Channel: channel, CustomCode: code, Locale: locale }));
    },
    async check({ to, code }) {
      const said = await ask("VerificationCheck", { To: to, Code: code });
      // Not found: approved before, or its ten minutes are over.
      return said !== undefined && (said.status === 404 || (said.status === 200 && said.body.status === "approved"));
    },
  };
}

function startedBy(said: Said | undefined): CarryOutcome {
  if (!said) return { outcome: "later", fault: "Twilio does not answer", isUnknown: true };
  const { status, body, waitSec } = said;
  if (status === 201 && body.status === "pending") return { outcome: "sent" };
  const fault = `Twilio says ${status}${typeof body.code === "number" ? ` ${body.code}` : ""}`;
  const errorCode = typeof body.code === "number" ? NUMBER_FAULTS[body.code] : undefined;
  if (errorCode !== undefined) return { outcome: "refused", errorCode, fault };
  return { outcome: "later", fault, ...(waitSec === undefined ? {} : { waitSec }) };
}
