/**
 * Safaricom's Daraja API, for M-Pesa: a token by OAuth, a prompt on a phone (STK push), and a query of its result. Its callbacks are
 * not signed, so they prove nothing; the query's answer comes over TLS from Daraja itself.
 */

type DarajaKeys = {
  readonly key: string;
  readonly secret: string;
  /** Of M-Pesa Express, with the short code: prompts and queries are made with both. */
  readonly passkey: string;
  /** The paybill number. */
  readonly shortcode: string;
  readonly api: string;
};

/** `status` is undefined where there was no answer; `code` and `said` are Daraja's errorCode and errorMessage. */
export class DarajaError extends Error {
  readonly status: number | undefined;
  readonly code: string;
  readonly said: string;

  constructor(message: string, status?: number, code = "", said = "") {
    super(message);
    this.status = status;
    this.code = code;
    this.said = said;
  }
}

type DarajaPrompt = {
  /** 12 digits, with the country's code and without a plus. */
  readonly phone: string;
  /** In whole shillings. */
  readonly shillings: number;
  readonly callbackUrl: string;
  /** Up to 12 letters and digits. */
  readonly reference: string;
  /** Up to 13. */
  readonly description: string;
};

export type DarajaState = { readonly resultCode: string; readonly resultDesc: string };

export type Daraja = {
  /** Returns Daraja's id of the prompt (CheckoutRequestID). */
  prompt(wish: DarajaPrompt): Promise<string>;
  query(checkoutId: string): Promise<DarajaState>;
};

const TIMEOUT_MS = 25_000;
/** A token is renewed so long before its end. */
const EARLY_MS = 60_000;
const INVALID_TOKEN: ReadonlySet<string> = new Set(["404.001.03", "401.002.01", "400.003.01"]);

export function openDarajaApi({ key, secret, passkey, shortcode, api }: DarajaKeys): Daraja {
  let token: { readonly value: string; readonly until: number } | undefined;
  const tokenNow = async (): Promise<string> => {
    if (token && token.until > performance.now()) return token.value;
    const said = await ask(`${api}/oauth/v1/generate?grant_type=client_credentials`, {
      headers: { authorization: `Basic ${Buffer.from(`${key}:${secret}`).toString("base64")}` },
    });
    if (typeof said.access_token !== "string") throw new DarajaError("Daraja answers with no token");
    token = { value: said.access_token, until: performance.now() + Number(said.expires_in) * 1000 - EARLY_MS };
    return token.value;
  };
  const post = async (path: string, body: object): Promise<Record<string, unknown>> => {
    const call = async () =>
      ask(api + path, {
        method: "POST",
        headers: { authorization: `Bearer ${await tokenNow()}`, "content-type": "application/json" },
        body: JSON.stringify(body),
      });
    return call().catch((error: unknown) => {
      // Refused at the gate: nothing was begun, so the call is made again with a new token.
      if (!(error instanceof DarajaError) || !INVALID_TOKEN.has(error.code)) throw error;
      token = undefined;
      return call();
    });
  };
  const signed = () => {
    const timestamp = nairobiTime(new Date());
    const password = passwordOf({ shortcode, passkey, timestamp });
    return { BusinessShortCode: shortcode, Password: password, Timestamp: timestamp };
  };
  return {
    async prompt({ phone, shillings, callbackUrl, reference, description }) {
      const said = await post("/mpesa/stkpush/v1/processrequest", {
        ...signed(),
        ...{ TransactionType: "CustomerPayBillOnline", Amount: shillings, PartyA: phone, PartyB: shortcode },
        ...{ PhoneNumber: phone, CallBackURL: callbackUrl },
        ...{ AccountReference: reference, TransactionDesc: description },
      });
      if (String(said.ResponseCode) !== "0" || typeof said.CheckoutRequestID !== "string")
        throw new DarajaError(`Daraja answers a prompt with ${String(said.ResponseCode)}`, 200);
      return said.CheckoutRequestID;
    },
    async query(checkoutId) {
      const said = await post("/mpesa/stkpushquery/v1/query", { ...signed(), CheckoutRequestID: checkoutId });
      if (said.CheckoutRequestID !== checkoutId) throw new DarajaError("Daraja answers about another prompt", 200);
      if (said.ResultCode === undefined) throw new DarajaError("Daraja answers a query without a result", 200);
      return { resultCode: String(said.ResultCode), resultDesc: String(said.ResultDesc ?? "") };
    },
  };
}

async function ask(url: string, init: RequestInit): Promise<Record<string, unknown>> {
  const answer = await fetch(url, { ...init, redirect: "error", signal: AbortSignal.timeout(TIMEOUT_MS) }).catch(() => {
    throw new DarajaError("Daraja does not answer");
  });
  const said = (await answer.json().catch(() => undefined)) as Record<string, unknown> | undefined;
  if (!said || typeof said !== "object") throw new DarajaError("Daraja answers with no JSON", answer.status);
  if (answer.ok) return said;
  const [code, text] = [String(said.errorCode ?? ""), String(said.errorMessage ?? "")];
  throw new DarajaError(`Daraja answers ${answer.status} ${code}`, answer.status, code, text);
}

/** As Daraja writes times: of Nairobi, which has no summer time. */
export const nairobiTime = (at: Date): string =>
  new Date(at.getTime() + 3 * 3_600_000).toISOString().replaceAll(/\D/g, "").slice(0, 14);

type Signed = { readonly shortcode: string; readonly passkey: string; readonly timestamp: string };

/** The same for our calls and for a double that checks them. */
export const passwordOf = ({ shortcode, passkey, timestamp }: Signed): string =>
  Buffer.from(shortcode + passkey + timestamp).toString("base64");
