/**
 * The part of OKX's API (v5) that spot orders need. Each call is signed over its time, method, path and body. An order is placed with an id of
 * ours, and asked about by it.
 */
import { createHmac } from "node:crypto";

export type OkxKeys = {
  readonly key: string;
  readonly secret: string;
  readonly passphrase: string;
  readonly api: string;
  /** Orders of its demo trading. */
  readonly isSimulated: boolean;
};

export type OkxWish = {
  readonly instId: string;
  readonly clOrdId: string;
  readonly side: "buy" | "sell";
  readonly px: string;
  readonly sz: string;
};

/** Amounts are decimal text. */
export type OkxOrder = {
  /** live, partially_filled, filled, canceled, mmp_canceled. */
  readonly state: string;
  readonly accFillSz: string;
  /** "" where nothing was filled. */
  readonly avgPx: string;
  /** Less than nothing where it was paid. */
  readonly fee: string;
  readonly feeCcy: string;
};

/** `code` is what OKX says of a call that it refuses; undefined where there was no answer that says anything. */
export class OkxError extends Error {
  readonly code: string | undefined;

  constructor(message: string, code?: string) {
    super(message);
    this.code = code;
  }
}

/** Its codes of calls that were refused before anything was done: time, keys, signature, too many calls. */
const REFUSED_AT_THE_DOOR = ["50102", "50103", "50104", "50105", "50111", "50112", "50113", "50114", "50011", "50115"];
/** There is an order with this id of ours already. */
const SAME_ID = "51016";
const NO_SUCH_ORDER = "51603";
const TIMEOUT_MS = 8000;
/** OKX refuses an order that arrives later. */
const VALID_MS = 10_000;

export type Okx = {
  /** `sent` also where it was sent before; otherwise why OKX refused it. Throws OkxError where it may have arrived. */
  place(wish: OkxWish): Promise<"sent" | { readonly refused: string }>;
  /** Undefined where OKX has no such order. */
  find(order: { readonly instId: string; readonly clOrdId: string }): Promise<OkxOrder | undefined>;
  /** All of each coin, also what orders hold. */
  balances(codes: readonly string[]): Promise<ReadonlyMap<string, string>>;
};

type Asked = { readonly path: string; readonly body?: object; readonly headers?: Readonly<Record<string, string>> };
type Said = { readonly code: string; readonly data: readonly Readonly<Record<string, unknown>>[] };

export function openOkx(keys: OkxKeys): Okx {
  const ask = (asked: Asked) => askOkx(keys, asked);
  return {
    async place(wish) {
      const { code, data } = await ask({
        path: "/api/v5/trade/order",
        body: { ...wish, tdMode: "cash", ordType: "ioc" },
        headers: { expTime: String(Date.now() + VALID_MS) },
      });
      const sCode = data[0]?.sCode;
      if (code === "0" && sCode === "0") return "sent";
      if (sCode === SAME_ID) return "sent";
      if (typeof sCode === "string" && sCode !== "0" && code === "1") return { refused: sCode };
      if (REFUSED_AT_THE_DOOR.includes(code)) return { refused: code };
      throw new OkxError(`OKX says ${code} of an order`, code);
    },
    async find({ instId, clOrdId }) {
      const { code, data } = await ask({ path: `/api/v5/trade/order?instId=${instId}&clOrdId=${clOrdId}` });
      if (code === NO_SUCH_ORDER) return undefined;
      const [order] = data;
      if (code !== "0" || order?.clOrdId !== clOrdId) throw new OkxError(`OKX says ${code} about an order`, code);
      return order as unknown as OkxOrder;
    },
    async balances(codes) {
      const { code, data } = await ask({ path: `/api/v5/account/balance?ccy=${codes.join(",")}` });
      const details = data[0]?.details;
      if (code !== "0" || !Array.isArray(details)) throw new OkxError(`OKX says ${code} about balances`, code);
      const found = details as readonly { readonly ccy: string; readonly cashBal: string }[];
      return new Map(codes.map((one) => [one, found.find(({ ccy }) => ccy === one)?.cashBal ?? "0"]));
    },
  };
}

/** Refusals come with status 200 or 4xx, and with a code. */
async function askOkx(
  { key, secret, passphrase, api, isSimulated }: OkxKeys,
  { path, body, headers }: Asked,
): Promise<Said> {
  const method = body === undefined ? "GET" : "POST";
  const text = body === undefined ? "" : JSON.stringify(body);
  const at = new Date().toISOString();
  const answer = await fetch(api + path, {
    method,
    headers: {
      ...{ accept: "application/json", "content-type": "application/json", ...headers },
      ...{ "OK-ACCESS-KEY": key, "OK-ACCESS-PASSPHRASE": passphrase, "OK-ACCESS-TIMESTAMP": at },
      "OK-ACCESS-SIGN": okxSignature(secret, { at, method, path, text }),
      ...(isSimulated ? { "x-simulated-trading": "1" } : {}),
    },
    ...(body === undefined ? {} : { body: text }),
    redirect: "error",
    signal: AbortSignal.timeout(TIMEOUT_MS),
  }).catch(() => {
    throw new OkxError("OKX does not answer");
  });
  const said = (await answer.json().catch(() => undefined)) as Partial<Said> | undefined;
  if (answer.status >= 500 || typeof said?.code !== "string")
    throw new OkxError(`OKX answers ${answer.status} without a word`);
  return { code: said.code, data: Array.isArray(said.data) ? said.data : [] };
}

type Signed = { readonly at: string; readonly method: string; readonly path: string; readonly text: string };

export function okxSignature(secret: string, { at, method, path, text }: Signed): string {
  return createHmac("sha256", secret)
    .update(at + method + path + text)
    .digest("base64");
}
