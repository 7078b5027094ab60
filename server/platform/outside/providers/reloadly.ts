/**
 * Reloadly's API of top-ups: operators, the operator of a number, a top-up by our own reference, and what came of it. A token of the
 * client's id and secret opens it, and is asked for again before it ends.
 */
import { createHmac, timingSafeEqual } from "node:crypto";

export type ReloadlyOperator = {
  readonly operatorId: number;
  readonly name: string;
  readonly denominationType: "FIXED" | "RANGE";
  readonly data?: boolean;
  readonly pin?: boolean;
  readonly bundle?: boolean;
  readonly senderCurrencyCode: string;
  readonly destinationCurrencyCode: string;
  readonly fixedAmounts?: readonly number[];
  readonly localFixedAmounts?: readonly number[];
  readonly fixedAmountsDescriptions?: Readonly<Record<string, string>>;
  readonly supportsLocalAmounts?: boolean;
  readonly minAmount?: number | null;
  readonly maxAmount?: number | null;
  readonly localMinAmount?: number | null;
  readonly localMaxAmount?: number | null;
  readonly country?: { readonly isoName: string };
};

export type ReloadlyTransaction = {
  readonly transactionId: number;
  /** SUCCESSFUL, PROCESSING, REFUNDED, FAILED. */
  readonly status: string;
  readonly customIdentifier?: string;
  readonly requestedAmount?: number;
  readonly requestedAmountCurrencyCode?: string;
  readonly deliveredAmount?: number;
  readonly deliveredAmountCurrencyCode?: string;
  readonly transactionDate?: string;
  /** Of what is delivered as a code. */
  readonly pinDetail?: { readonly code?: string | null; readonly serial?: string | null } | null;
  readonly balanceInfo?: { readonly oldBalance: number; readonly newBalance: number };
};

export type ReloadlyWish = {
  readonly operatorId: number;
  /** As a decimal: in dollars, or in the currency of the operator. */
  readonly amount: string;
  readonly useLocalAmount: boolean;
  readonly customIdentifier: string;
  readonly countryCode: string;
  readonly number: string;
};

/** `status` is undefined where there was no answer; `code` is what Reloadly says of a request that it refuses. */
export class ReloadlyError extends Error {
  readonly status: number | undefined;
  readonly code: string;

  constructor(message: string, status?: number, code = "") {
    super(message);
    this.status = status;
    this.code = code;
  }
}

export type Reloadly = {
  operators(page: number): Promise<{ readonly content: readonly ReloadlyOperator[]; readonly last: boolean }>;
  /** Undefined where it finds none. */
  operatorOf(number: string, countryIso: string): Promise<number | undefined>;
  topUp(wish: ReloadlyWish): Promise<ReloadlyTransaction>;
  /** By our reference; undefined where it has none. */
  find(customIdentifier: string): Promise<ReloadlyTransaction | undefined>;
  /** Of a day, oldest first. */
  ofDay(day: string): Promise<readonly ReloadlyTransaction[]>;
  /** In dollars. */
  balance(): Promise<number>;
};

const TIMEOUT_MS = 25_000;
const ACCEPT = "application/com.reloadly.topups-v1+json";
export const PER_PAGE = 200;
const MOST_PAGES = 50;

export type ReloadlySettings = {
  readonly clientId: string;
  readonly secret: string;
  readonly api: string;
  readonly auth: string;
};
type Asked = { readonly method?: "GET" | "POST"; readonly path: string; readonly body?: object };

type Ask = (asked: Asked) => Promise<Record<string, unknown>>;
type Reports = (query: Record<string, string>, path?: string) => Promise<ReloadlyTransaction[]>;

/** Calls of one of Reloadly's services, and its lists of transactions to their end. */
export function openCaller(
  settings: ReloadlySettings,
  accept: string,
): { readonly ask: Ask; readonly reports: Reports } {
  const { api } = settings;
  let token: { readonly text: string; readonly until: number } | undefined;
  const bearer = async (): Promise<string> => {
    if (token && token.until > performance.now()) return token.text;
    const { clientId: client_id, secret: client_secret, auth } = settings;
    const body = { client_id, client_secret, grant_type: "client_credentials", audience: api };
    const said = await send(`${auth}/oauth/token`, { method: "POST", body: JSON.stringify(body), headers: {} });
    if (typeof said.access_token !== "string") throw new ReloadlyError("Reloadly answers with no token");
    token = { text: said.access_token, until: performance.now() + (Number(said.expires_in) || 60) * 900 };
    return token.text;
  };
  const ask: Ask = async ({ method = "GET", path, body }) => {
    const headers = { authorization: `Bearer ${await bearer()}`, accept };
    return send(api + path, { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) });
  };
  const reports: Reports = async (query, path = "/topups/reports/transactions") => {
    const found: ReloadlyTransaction[] = [];
    for (let page = 1; page <= MOST_PAGES; page++) {
      const asked = new URLSearchParams({ ...query, page: String(page), size: String(PER_PAGE) });
      const { content, last } = await ask({ path: `${path}?${asked}` });
      if (!Array.isArray(content)) throw new ReloadlyError("Reloadly answers with no list");
      found.push(...(content as ReloadlyTransaction[]));
      if (last !== false) return found;
    }
    throw new ReloadlyError("Reloadly's list does not end");
  };
  return { ask, reports };
}

export function openReloadlyApi(settings: ReloadlySettings): Reloadly {
  const { ask, reports } = openCaller(settings, ACCEPT);
  return {
    async operators(page) {
      const query = new URLSearchParams({ page: String(page), size: String(PER_PAGE) });
      const { content, last } = await ask({ path: `/operators?${query}` });
      if (!Array.isArray(content)) throw new ReloadlyError("Reloadly answers with no operators");
      return { content: content as ReloadlyOperator[], last: last !== false };
    },
    async operatorOf(number, countryIso) {
      const path = `/operators/auto-detect/phone/${encodeURIComponent(number)}/countries/${encodeURIComponent(countryIso)}`;
      const said = await ask({ path }).catch((error: unknown) => {
        if (error instanceof ReloadlyError && error.status === 404) return {} as Record<string, unknown>;
        throw error;
      });
      return typeof said.operatorId === "number" ? said.operatorId : undefined;
    },
    async topUp({ countryCode, number, ...wish }) {
      const recipientPhone = { countryCode, number };
      const body = { ...wish, recipientPhone };
      return (await ask({ method: "POST", path: "/topups", body })) as unknown as ReloadlyTransaction;
    },
    find: async (customIdentifier) =>
      (await reports({ customIdentifier })).find((one) => one.customIdentifier === customIdentifier),
    ofDay: async (day) => (await reports({ startDate: `${day} 00:00:00`, endDate: `${day} 23:59:59` })).toReversed(),
    balance: () => balanceOf(ask),
  };
}

/** In dollars. */
export async function balanceOf(ask: Ask): Promise<number> {
  const { balance } = await ask({ path: "/accounts/balance" });
  if (typeof balance !== "number") throw new ReloadlyError("Reloadly answers with no balance");
  return balance;
}

type Sent = { readonly method: string; readonly headers: Record<string, string>; readonly body?: string };

async function send(address: string, { method, headers, body }: Sent): Promise<Record<string, unknown>> {
  const answer = await fetch(address, {
    method,
    headers: { accept: "application/json", ...headers, ...(body ? { "content-type": "application/json" } : {}) },
    ...(body ? { body } : {}),
    redirect: "error",
    signal: AbortSignal.timeout(TIMEOUT_MS),
  }).catch(() => {
    throw new ReloadlyError("Reloadly does not answer");
  });
  const said = (await answer.json().catch(() => undefined)) as Record<string, unknown> | undefined;
  if (!said || typeof said !== "object") throw new ReloadlyError("Reloadly answers with no JSON", answer.status);
  if (!answer.ok)
    throw new ReloadlyError(`Reloadly answers ${answer.status}`, answer.status, String(said.errorCode ?? ""));
  return said;
}

/** Whether Reloadly wrote these bytes of a webhook at this time: in hexadecimal, over the bytes and the time after them. */
export function isFromReloadly(
  body: Uint8Array,
  { secret, signature, timestamp }: { secret: string; signature: string; timestamp: string },
): boolean {
  const right = Buffer.from(createHmac("sha256", secret).update(body).update(timestamp).digest("hex"));
  const given = Buffer.from(signature);
  return right.length === given.length && timingSafeEqual(right, given);
}
