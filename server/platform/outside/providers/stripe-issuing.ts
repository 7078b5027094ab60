/**
 * The part of Stripe's API that Issuing needs: cardholders, virtual cards, transactions, and the keys by which a browser shows a card's number
 * without us. What creates something has an idempotency key of ours, so that a repeated call is one.
 */
import { createHmac, timingSafeEqual } from "node:crypto";

/** What our code was written for; Stripe keeps it whatever comes after. */
export const STRIPE_VERSION = "2025-09-30.clover";

export type StripeAddress = {
  readonly line1: string;
  readonly line2?: string | undefined;
  readonly city: string;
  readonly state?: string | undefined;
  readonly postal_code: string;
  readonly country: string;
};

export type StripeHolder = {
  readonly id: string;
  readonly created: number;
  readonly metadata: Readonly<Record<string, string>>;
};

export type StripeCard = {
  readonly id: string;
  readonly last4: string;
  readonly exp_month: number;
  readonly exp_year: number;
  /** active, inactive, canceled. */
  readonly status: string;
  readonly metadata: Readonly<Record<string, string>>;
};

export type StripeTransaction = {
  readonly id: string;
  /** capture, refund. */
  readonly type: string;
  /** In cents; below zero where money left the balance. */
  readonly amount: number;
  readonly currency: string;
  readonly card: string;
  readonly authorization: string | null;
  readonly created: number;
  readonly merchant_data?: { readonly name?: string | null };
};

/** Of a transaction there is at most one. */
export type StripeDispute = {
  readonly id: string;
  /** unsubmitted, submitted, won, lost, expired. */
  readonly status: string;
  /** In cents. */
  readonly amount: number;
  readonly currency: string;
  readonly transaction: string;
  readonly metadata: Readonly<Record<string, string>>;
  /** Above zero where Stripe gave money back. */
  readonly balance_transactions?: readonly { readonly amount: number }[] | null;
};

export type StripeDisputeWish = {
  readonly transaction: string;
  readonly cents: bigint;
  /** As Stripe names it; the explanation is kept under the same name. */
  readonly reason: string;
  readonly explanation: string;
  /** Ours. */
  readonly reference: string;
};

export type StripeHolderWish = {
  readonly firstName: string;
  readonly lastName: string;
  /** 2001-05-30. */
  readonly birthDate: string;
  /** As +2348012345678. */
  readonly phone: string | undefined;
  readonly address: StripeAddress;
  /** Ours, by which it is found again; and of what is said of them, by which a repeated call is known. */
  readonly reference: string;
  readonly edition: string;
};

export type StripeCardState = {
  readonly status: "active" | "inactive" | "canceled";
  /** In cents. */
  readonly limits: { readonly payment: bigint | null; readonly day: bigint | null; readonly month: bigint | null };
};

/** `status` is undefined where there was no answer; `type` is what Stripe calls the error. */
export class StripeError extends Error {
  readonly status: number | undefined;
  readonly type: string;

  constructor(message: string, status?: number, type = "") {
    super(message);
    this.status = status;
    this.type = type;
  }
}

/** What Stripe calls a request that it will never do. */
export const STRIPE_REFUSAL = "invalid_request_error";

export const isRefusedByStripe = (error: unknown): boolean =>
  error instanceof StripeError && error.status === 400 && error.type === STRIPE_REFUSAL;

export type StripeIssuing = {
  makeHolder(wish: StripeHolderWish): Promise<StripeHolder>;
  /** Made since then with this reference of ours. */
  findHolder(reference: string, since: Date): Promise<StripeHolder | undefined>;
  makeCard(wish: { readonly holder: string; readonly reference: string }): Promise<StripeCard>;
  findCard(wish: { readonly holder: string; readonly reference: string }): Promise<StripeCard | undefined>;
  setCard(id: string, state: StripeCardState): Promise<StripeCard>;
  getCard(id: string): Promise<StripeCard>;
  /** For a browser that made the nonce. */
  makeKey(card: string, nonce: string): Promise<string>;
  /** Created from then on and before then, newest first. */
  transactions(times: {
    readonly from?: Date | undefined;
    readonly before: Date;
  }): Promise<readonly StripeTransaction[]>;
  makeDispute(wish: StripeDisputeWish): Promise<StripeDispute>;
  findDispute(transaction: string): Promise<StripeDispute | undefined>;
  getDispute(id: string): Promise<StripeDispute>;
  /** Refused, as invalid_request_error, where the evidence is not what the reason needs. */
  submitDispute(id: string): Promise<StripeDispute>;
};

const TIMEOUT_MS = 20_000;
const PER_PAGE = 100;
const MOST_PAGES = 200;

type Values = { readonly [name: string]: string | number | Values | readonly Values[] | undefined };
type Asked = { readonly path: string; readonly query?: Values; readonly form?: Values; readonly once?: string };
type List<One> = { readonly data: readonly One[]; readonly has_more: boolean };

export function openStripeIssuing({ key, api }: { readonly key: string; readonly api: string }): StripeIssuing {
  const ask = <Said>(asked: Asked) => askStripe({ key, api }, asked) as Promise<Said>;
  const list = async <One extends { readonly id: string }>(path: string, query: Values): Promise<One[]> => {
    const found: One[] = [];
    for (let page = 0; page < MOST_PAGES; page++) {
      const after = found.at(-1)?.id;
      const { data, has_more } = await ask<List<One>>({
        path,
        query: { ...query, limit: PER_PAGE, starting_after: after },
      });
      found.push(...data);
      if (!has_more) return found;
    }
    throw new StripeError(`Stripe's list of ${path} does not end`);
  };
  return {
    makeHolder: ({ firstName, lastName, birthDate, phone, address, reference, edition }) => {
      const [year = "", month = "", day = ""] = birthDate.split("-");
      return ask({
        path: "/v1/issuing/cardholders",
        once: `holder-${reference}-${edition}`,
        form: {
          ...{ type: "individual", name: `${firstName} ${lastName}`.slice(0, 24).trim(), status: "active" },
          phone_number: phone,
          individual: {
            ...{ first_name: firstName, last_name: lastName },
            dob: { year: Number(year), month: Number(month), day: Number(day) },
          },
          billing: { address },
          metadata: { parley: reference },
        },
      });
    },
    findHolder: async (reference, since) =>
      (await list<StripeHolder>("/v1/issuing/cardholders", { created: { gte: seconds(since) - CLOCK_SEC } })).find(
        ({ metadata }) => metadata.parley === reference,
      ),
    // Always the same words, so that a repeated call is the same: what the card may do is set afterwards.
    makeCard: ({ holder, reference }) =>
      ask({
        path: "/v1/issuing/cards",
        once: `card-${reference}`,
        form: {
          ...{ cardholder: holder, currency: "usd", type: "virtual", status: "inactive" },
          metadata: { parley: reference },
        },
      }),
    findCard: async ({ holder, reference }) =>
      (await list<StripeCard>("/v1/issuing/cards", { cardholder: holder })).find(
        ({ metadata }) => metadata.parley === reference,
      ),
    setCard: (id, state) => ask({ path: `/v1/issuing/cards/${encodeURIComponent(id)}`, form: formOf(state) }),
    getCard: (id) => ask({ path: `/v1/issuing/cards/${encodeURIComponent(id)}` }),
    makeKey: async (card, nonce) =>
      (await ask<{ secret: string }>({ path: "/v1/ephemeral_keys", form: { issuing_card: card, nonce } })).secret,
    transactions: ({ from, before }) =>
      list("/v1/issuing/transactions", {
        created: { gte: from === undefined ? undefined : seconds(from), lt: seconds(before) },
      }),
    ...disputesOf({ ask, list }),
  };
}

type Callers = {
  readonly ask: <Said>(asked: Asked) => Promise<Said>;
  readonly list: <One extends { readonly id: string }>(path: string, query: Values) => Promise<One[]>;
};

const DISPUTES = "/v1/issuing/disputes";

const disputesOf = ({
  ask,
  list,
}: Callers): Pick<StripeIssuing, "makeDispute" | "findDispute" | "getDispute" | "submitDispute"> => ({
  makeDispute: ({ transaction, cents, reason, explanation, reference }) =>
    ask({
      path: DISPUTES,
      once: `dispute-${reference}`,
      form: {
        ...{ transaction, amount: String(cents) },
        evidence: { reason, [reason]: { explanation } },
        metadata: { parley: reference },
      },
    }),
  findDispute: async (transaction) => (await list<StripeDispute>(DISPUTES, { transaction }))[0],
  getDispute: (id) => ask({ path: `${DISPUTES}/${encodeURIComponent(id)}` }),
  submitDispute: (id) => ask({ path: `${DISPUTES}/${encodeURIComponent(id)}/submit`, form: {} }),
});

/** Between our clock and Stripe's. */
const CLOCK_SEC = 600;

const seconds = (at: Date) => Math.floor(at.getTime() / 1000);

function formOf({ status, limits }: StripeCardState): Values {
  if (status === "canceled") return { status };
  const { payment, day, month } = limits;
  const set = [
    ["per_authorization", payment],
    ["daily", day],
    ["monthly", month],
  ] as const;
  const spending = set.flatMap(([interval, cents]) => (cents === null ? [] : [{ interval, amount: String(cents) }]));
  return { status, spending_controls: { spending_limits: spending.length > 0 ? spending : "" } };
}

/** Names as Stripe reads them: a[b][0][c]. */
function fieldsOf(values: Values, within = ""): [string, string][] {
  return Object.entries(values).flatMap(([name, value]): [string, string][] => {
    const path = within === "" ? name : `${within}[${name}]`;
    if (value === undefined) return [];
    if (Array.isArray(value)) return value.flatMap((one, place) => fieldsOf(one as Values, `${path}[${place}]`));
    return typeof value === "object" ? fieldsOf(value as Values, path) : [[path, String(value)]];
  });
}

async function askStripe(
  { key, api }: { readonly key: string; readonly api: string },
  { path, query, form, once }: Asked,
): Promise<unknown> {
  const asked = query === undefined ? "" : `?${new URLSearchParams(fieldsOf(query))}`;
  const answer = await fetch(api + path + asked, {
    method: form === undefined ? "GET" : "POST",
    headers: {
      ...{ authorization: `Bearer ${key}`, "stripe-version": STRIPE_VERSION, accept: "application/json" },
      ...(once === undefined ? {} : { "idempotency-key": once }),
      ...(form === undefined ? {} : { "content-type": "application/x-www-form-urlencoded" }),
    },
    ...(form === undefined ? {} : { body: new URLSearchParams(fieldsOf(form)).toString() }),
    redirect: "error",
    signal: AbortSignal.timeout(TIMEOUT_MS),
  }).catch(() => {
    throw new StripeError("Stripe does not answer");
  });
  const said = (await answer.json().catch(() => undefined)) as { readonly error?: Record<string, unknown> } | undefined;
  if (!said || typeof said !== "object") throw new StripeError("Stripe answers with no JSON", answer.status);
  if (!answer.ok) {
    const { type = "", code = "", param = "" } = said.error ?? {};
    throw new StripeError(
      ["Stripe answers", answer.status, code, param].filter(Boolean).join(" "),
      answer.status,
      String(type),
    );
  }
  return said;
}

/** How long after its time a signature is believed. */
const TOLERANCE_SEC = 300;

export function stripeSignature(secret: string, { payload, at }: { payload: string; at: Date }): string {
  const t = seconds(at);
  return `t=${t},v1=${createHmac("sha256", secret).update(`${t}.${payload}`).digest("hex")}`;
}

/** Whether Stripe wrote these bytes just now: `header` is its Stripe-Signature. */
export function isFromStripe(
  body: Uint8Array,
  { secret, header, now }: { secret: string; header: string; now: Date },
): boolean {
  const parts = header.split(",").map((part) => part.trim().split("=") as [string, string?]);
  const t = parts.find(([name]) => name === "t")?.[1] ?? "";
  if (!/^\d{1,12}$/.test(t) || Math.abs(now.getTime() / 1000 - Number(t)) > TOLERANCE_SEC) return false;
  const right = createHmac("sha256", secret).update(`${t}.`).update(body).digest();
  return parts.some(([name, value = ""]) => {
    const given = name === "v1" ? Buffer.from(value, "hex") : Buffer.alloc(0);
    return given.length === right.length && timingSafeEqual(given, right);
  });
}
