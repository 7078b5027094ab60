/**
 * Yellow Card's API of collections, which bring money in, and payments, which bring it out, both by our own reference (sequenceId). Each call is
 * signed over its time, path, method and body.
 */
import { createHash, createHmac, timingSafeEqual } from "node:crypto";

export type YellowChannel = {
  readonly id: string;
  readonly country: string;
  readonly currency: string;
  /** bank, momo. */
  readonly channelType: string;
  /** deposit, withdraw. */
  readonly rampType: string;
  readonly status: string;
  readonly apiStatus?: string;
  readonly min: number;
  readonly max: number;
  readonly feeLocal?: number;
  /** In seconds. */
  readonly estimatedSettlementTime?: number;
};

export type YellowNetwork = {
  readonly id: string;
  readonly name: string;
  readonly status: string;
  readonly channelIds: readonly string[];
};

/** Of a dollar, in the currency: what people pay, and what they get. */
export type YellowRate = { readonly code: string; readonly buy: number; readonly sell: number };

export type YellowOrder = {
  readonly id: string;
  readonly sequenceId: string;
  readonly status: string;
  readonly currency: string;
  /** In dollars. */
  readonly amount: number;
  /** In the currency. */
  readonly convertedAmount: number;
  readonly serviceFeeAmountUSD?: number;
  readonly errorCode?: string;
  /** Of collections. */
  readonly reference?: string;
  readonly bankInfo?: { readonly name: string; readonly accountNumber: string; readonly accountName: string };
  readonly source?: { readonly accountName?: string };
  readonly updatedAt?: string;
};

export type YellowWish = Readonly<Record<string, unknown>> & { readonly sequenceId: string };

/** `status` is undefined where there was no answer; `code` is what Yellow Card says of a request that it refuses. */
export class YellowCardError extends Error {
  readonly status: number | undefined;
  readonly code: string;

  constructor(message: string, status?: number, code = "") {
    super(message);
    this.status = status;
    this.code = code;
  }
}

export type YellowKind = "collections" | "payments";

export type YellowCard = {
  channels(): Promise<readonly YellowChannel[]>;
  networks(): Promise<readonly YellowNetwork[]>;
  rates(): Promise<readonly YellowRate[]>;
  /** In dollars. */
  balance(): Promise<number>;
  submit(kind: YellowKind, wish: YellowWish): Promise<YellowOrder>;
  /** Undefined where it has none. */
  find(kind: YellowKind, sequenceId: string): Promise<YellowOrder | undefined>;
  refund(id: string): Promise<YellowOrder>;
  /** Those that changed since the beginning of a day, oldest first. */
  since(kind: YellowKind, day: string): Promise<readonly YellowOrder[]>;
};

const TIMEOUT_MS = 25_000;
const PER_PAGE = 100;
const MOST_PAGES = 100;

type Settings = { readonly key: string; readonly secret: string; readonly api: string };
type Asked = {
  readonly method?: "GET" | "POST";
  readonly path: string;
  readonly query?: string;
  readonly body?: object;
};

export function openYellowCardApi(settings: Settings): YellowCard {
  const ask = async ({ method = "GET", path, query = "", body }: Asked): Promise<Record<string, unknown>> => {
    const text = body === undefined ? undefined : JSON.stringify(body);
    const at = new Date().toISOString();
    const signature = signatureOf(settings.secret, { at, path, method, text });
    const answer = await fetch(settings.api + path + query, {
      method,
      headers: {
        ...{ accept: "application/json", "x-yc-timestamp": at },
        authorization: `YcHmacV1 ${settings.key}:${signature}`,
        ...(text === undefined ? {} : { "content-type": "application/json" }),
      },
      ...(text === undefined ? {} : { body: text }),
      redirect: "error",
      signal: AbortSignal.timeout(TIMEOUT_MS),
    }).catch(() => {
      throw new YellowCardError("Yellow Card does not answer");
    });
    const said = (await answer.json().catch(() => undefined)) as Record<string, unknown> | undefined;
    if (!said || typeof said !== "object") throw new YellowCardError("Yellow Card answers with no JSON", answer.status);
    if (!answer.ok)
      throw new YellowCardError(`Yellow Card answers ${answer.status}`, answer.status, String(said.code ?? ""));
    return said;
  };
  const list = async <One>(path: string, name: string, query = ""): Promise<readonly One[]> => {
    const found = (await ask({ path, query }))[name];
    if (!Array.isArray(found)) throw new YellowCardError(`Yellow Card answers with no ${name}`);
    return found as One[];
  };
  return {
    channels: () => list("/business/channels", "channels"),
    networks: () => list("/business/networks", "networks"),
    rates: () => list("/business/rates", "rates"),
    async balance() {
      const accounts = await list<{ currency: string; available: number }>("/business/account", "accounts");
      const dollars = accounts.find(({ currency }) => currency === "USD");
      if (!dollars || !Number.isFinite(dollars.available))
        throw new YellowCardError("Yellow Card answers with no balance");
      return dollars.available;
    },
    submit: async (kind, body) =>
      (await ask({ method: "POST", path: `/business/${kind}`, body })) as unknown as YellowOrder,
    find: (kind, sequenceId) =>
      ask({ path: `/business/${kind}/sequence-id/${encodeURIComponent(sequenceId)}` }).then(
        (found) => found as unknown as YellowOrder,
        (error: unknown) => {
          if (error instanceof YellowCardError && error.status === 404) return undefined;
          throw error;
        },
      ),
    refund: async (id) =>
      (await ask({
        ...{ method: "POST", path: `/business/collections/${encodeURIComponent(id)}/refund`, body: {} },
      })) as unknown as YellowOrder,
    async since(kind, day) {
      const found: YellowOrder[] = [];
      for (let page = 1; page <= MOST_PAGES; page++) {
        const query = `?${new URLSearchParams({ startDate: day, page: String(page), perPage: String(PER_PAGE) })}`;
        const some = await list<YellowOrder>(`/business/${kind}`, kind, query);
        found.push(...some);
        if (some.length < PER_PAGE)
          return found.toSorted((one, other) => (one.updatedAt ?? "").localeCompare(other.updatedAt ?? ""));
      }
      throw new YellowCardError("Yellow Card's list does not end");
    },
  };
}

type Signed = {
  readonly at: string;
  readonly path: string;
  readonly method: string;
  readonly text: string | undefined;
};

/** The same for our calls and for a double that checks them. */
export function signatureOf(secret: string, { at, path, method, text }: Signed): string {
  const signed = createHmac("sha256", secret).update(at).update(path).update(method);
  if (text !== undefined) signed.update(createHash("sha256").update(text).digest("base64"));
  return signed.digest("base64");
}

/** Whether Yellow Card wrote these bytes of a webhook. */
export function isFromYellowCard(
  body: Uint8Array,
  { secret, signature }: { secret: string; signature: string },
): boolean {
  const right = Buffer.from(createHmac("sha256", secret).update(body).digest("base64"));
  const given = Buffer.from(signature);
  return right.length === given.length && timingSafeEqual(right, given);
}
