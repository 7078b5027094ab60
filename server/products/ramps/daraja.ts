/**
 * M-Pesa by Daraja as a provider of purchases: a prompt on the user's phone, for a sum in whole shillings that can be paid whole or not at
 * all. The query says the result of a prompt by Daraja's own id of it, which the answer to the prompt has. Where that answer was lost,
 * the callback has it: its address names our order, with a code that only we and Daraja know. What the callback says of money counts for
 * nothing. Daraja answers about refunds by callbacks alone, so staff send money back by hand.
 */
import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import { BRAND } from "#contract/platform/brand.ts";
import { decimalText } from "#contract/platform/decimal.ts";
import { fiatPerUsd } from "../../money/rates/index.ts";
import { type DarajaState, DarajaError, openDarajaApi } from "../../platform/outside/providers/daraja.ts";
import type { Db } from "../../platform/postgres/db.ts";
import { readSettings } from "../../reference/settings/index.ts";
import {
  type FailedReason,
  type KnownOrder,
  ORDER_IN_PATH,
  type ProviderAnswer,
  ProviderFault,
  type ProviderMessage,
  type ReadMessage,
} from "../providers/index.ts";
import type { OfferedCorridor, RampProvider, RampWanted } from "./provider.ts";

export const DARAJA = "daraja";
export const DARAJA_HEADERS = [ORDER_IN_PATH] as const;

type DarajaSettings = {
  readonly key: string;
  readonly secret: string;
  readonly passkey: string;
  readonly shortcode: string;
  readonly api: string;
  /** Where callbacks come to. */
  readonly origin: string;
};

/** M-Pesa's own, of one payment. */
const LEAST_SHILLINGS = 10;
const MOST_SHILLINGS = 250_000;
const CENTS = 100n;

export function openDaraja(db: Db, settings: DarajaSettings): RampProvider {
  const api = openDarajaApi(settings);
  const callbackUrl = (reference: string) =>
    `${settings.origin}/rest/v1/providers/${DARAJA}/messages/${reference}.${codeOf(settings.secret, reference)}`;
  return {
    name: DARAJA,
    submit: (reference, wanted) =>
      answered(async () => {
        const providerRef = await api.prompt({
          ...{ phone: phoneOf(wanted), shillings: shillingsOf(wanted), callbackUrl: callbackUrl(reference) },
          ...{ reference: shortOf(reference), description: BRAND.slice(0, 13) },
        });
        return { outcome: "pending", providerRef };
      }),
    ask: (_, known) => answered(async () => askAbout(known, api.query)),
    // Staff do, and say so.
    refund: async () => ({ outcome: "unsure" }),
    read: (message) => readMessage(settings.secret, message),
    // It has none.
    statement: async () => undefined,
    corridors: () => corridorsOf(db),
  };
}

/** What the receipt has as the account, and staff look for in M-Pesa's portal. */
export const shortOf = (reference: string): string => reference.replaceAll("-", "").slice(0, 12).toUpperCase();

function phoneOf({ party }: RampWanted): string {
  const digits = party?.number.replaceAll(/\D/g, "") ?? "";
  if (!/^254\d{9}$/.test(digits)) throw new Error("a prompt needs a phone of Kenya");
  return digits;
}

function shillingsOf({ units, currency, direction }: RampWanted): number {
  if (currency !== "KES" || direction !== "buy" || units % CENTS !== 0n)
    throw new Error("a prompt is in whole shillings");
  return Number(units / CENTS);
}

/** By which a prompt ended without money. Any other code ends nothing. */
const ENDS: Readonly<Record<string, FailedReason>> = {
  // Too little money, declined on the phone, a wrong PIN.
  "1": "declined",
  "1032": "declined",
  "2001": "declined",
  // Nobody answered in time.
  "1019": "expired",
  "1037": "expired",
  // The phone has another prompt, or this one could not be shown.
  "1001": "refused",
  "1025": "refused",
  "9999": "refused",
};
const PROCESSING = { result: "4999", error: "500.001.1001" } as const;

async function askAbout(
  known: KnownOrder | undefined,
  query: (id: string) => Promise<DarajaState>,
): Promise<ProviderAnswer> {
  // Nothing can be asked without Daraja's id. A second prompt would be a second payment.
  if (!known?.providerRef) return { outcome: "unsure" };
  const { resultCode } = await query(known.providerRef);
  if (resultCode === PROCESSING.result) return { outcome: "pending" };
  if (resultCode === "0")
    return {
      ...{ outcome: "succeeded", providerRef: known.providerRef, currency: "KES" },
      // A prompt is paid whole. The shillings count as the dollars of the order's price.
      ...{ deliveredUnits: known.units, chargedUnits: known.cents },
    };
  const reason = Object.hasOwn(ENDS, resultCode) ? ENDS[resultCode] : undefined;
  return reason ? { outcome: "failed", reason } : { outcome: "unsure" };
}

async function answered(call: () => Promise<ProviderAnswer>): Promise<ProviderAnswer> {
  try {
    return await call();
  } catch (error) {
    if (!(error instanceof DarajaError)) throw error;
    const { status, code, said } = error;
    if (status === 400 && code === "400.002.02") return { outcome: "failed", reason: "number" };
    if (code === PROCESSING.error && /being processed/i.test(said)) return { outcome: "pending" };
    // Before the prompt: the phone shows another one.
    if (code === PROCESSING.error && /unable to lock/i.test(said)) return { outcome: "failed", reason: "refused" };
    throw new ProviderFault([error.message, said].filter(Boolean).join(": "), status);
  }
}

/** Of the address that Daraja calls about an order. */
export const codeOf = (secret: string, reference: string): string =>
  createHmac("sha256", secret).update(`daraja callback of ${reference}`).digest("base64url");

function readMessage(secret: string, { headers, body }: ProviderMessage): ReadMessage {
  const [reference = "", code = ""] = (headers[ORDER_IN_PATH] ?? "").split(".");
  const [right, given] = [Buffer.from(codeOf(secret, reference)), Buffer.from(code)];
  if (right.length !== given.length || !timingSafeEqual(right, given)) return { fault: "unsigned" };
  try {
    const said = JSON.parse(body.toString("utf8")) as { Body?: { stkCallback?: Record<string, unknown> } };
    const id = said.Body?.stkCallback?.CheckoutRequestID;
    if (typeof id !== "string" || !/^[\w.-]{1,100}$/.test(id)) return { fault: "unreadable" };
    // Each that says something else makes us ask.
    const messageId = `${id}:${createHash("sha256").update(body).digest("base64url")}`;
    return { messageId, externalRef: reference, providerRef: id };
  } catch {
    // From the right address, and no JSON: the order is asked about by its next turn.
    return { fault: "unreadable" };
  }
}

/** Daraja has no prices: a dollar costs what it costs on the market. */
async function corridorsOf(db: Db): Promise<OfferedCorridor[]> {
  const { price, settings } = await db.read(async (tx) => ({
    price: (await fiatPerUsd(tx, ["KES"])).get("KES"),
    settings: await readSettings(tx, ["ramp.mpesa_fee_bp"]),
  }));
  if (price === undefined) return [];
  const units = (shillings: number) => String(BigInt(shillings) * CENTS);
  return [
    {
      ...{ code: "KE-mpesa", direction: "buy", country: "KE", currency: "KES", rail: "mobile_money" },
      networks: [{ code: "M-Pesa", name: "M-Pesa" }],
      ...{ lowest: units(LEAST_SHILLINGS), highest: units(MOST_SHILLINGS) },
      ...{ fee_bp: settings["ramp.mpesa_fee_bp"], fee: "0", per_usd: decimalText(price), minutes: 1 },
      ...{ opens: null, closes: null },
    },
  ];
}
