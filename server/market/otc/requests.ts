/** A user asks the desk for a price, and cancels the request; staff close it. */
import type { askOtc } from "#contract/market/otc/otc.ts";
import { amountFault, unitsFromDisplay } from "#contract/money/money.ts";
import type { BodyOf } from "#contract/platform/endpoint.ts";
import { trimmed } from "#contract/platform/plain-text.ts";
import { fieldRefusal, Refusal, type RefusalCode } from "#contract/platform/errors/refusals.ts";
import type { ReadTx, Tx } from "../../platform/postgres/db.ts";
import { wordRefusal } from "../../platform/postgres/outcomes.ts";
import { ids } from "../../platform/ids.ts";
import { holdsContactDetails } from "../../platform/words/contact-details.ts";
import { type Fiat, fiatByCode, findPaymentMethod, isMethodOpen } from "../../reference/catalog/index.ts";
import { readSettings } from "../../reference/settings/index.ts";
import { dollars, leftCents, readLimits, readUsage } from "../trades/index.ts";
import { amountOf, notify } from "./notify.ts";
import * as rows from "./rows.ts";
import { leastUsd, worthCents } from "./view-desk.ts";

const MOST_UNITS = 10n ** 17n;

/** Refuses otc.too_small, otc.limit, otc.many, otc.method, offer.currency_unknown, offer.amounts, offer.contact_details, rates.unknown. Locks the user. */
export async function askDesk(tx: Tx, userId: bigint, body: BodyOf<typeof askOtc>): Promise<void> {
  const fiat = fiatByCode(body.fiat_currency_code);
  if (!fiat) throw fieldRefusal("offer.currency_unknown", "fiat_currency_code");
  const note = trimmed(body.note ?? "");
  if (holdsContactDetails(note)) throw fieldRefusal("offer.contact_details", "note");
  const methodIds = await methodsFrom(tx, body.payment_methods);
  const { units, cents } = await largeUnits(tx, body.amount, fiat);
  await refuseBeyondLimits(tx, { userId, cents, field: "amount" });
  const outcome = await rows.ask(tx, {
    ...{ userId, hash: ids.hash(), side: body.type, crypto: body.crypto_currency_code, fiat: fiat.code },
    ...{ units, methodIds, note },
  });
  if (outcome !== "asked") throw wordRefusal(outcome, { many: "otc.many" });
}

type Large = { readonly units: bigint; readonly cents: bigint };

/** Refuses money.malformed, money.too_many_digits, offer.amounts, rates.unknown, and otc.too_small below what the desk looks at. */
export async function largeUnits(tx: ReadTx, amount: string, fiat: Fiat): Promise<Large> {
  const fault = amountFault(amount, fiat.digits);
  if (fault) throw fieldRefusal(`money.${fault}`, "amount");
  const units = unitsFromDisplay(amount, fiat.digits);
  if (units <= 0n || units > MOST_UNITS) throw fieldRefusal("offer.amounts", "amount");
  const usd = await leastUsd(tx);
  const cents = await worthCents(tx, { units, fiat: fiat.code });
  if (cents === undefined) throw fieldRefusal("rates.unknown", "fiat_currency_code");
  if (cents < BigInt(usd) * 100n) throw fieldRefusal("otc.too_small", "amount", { min: usd });
  return { units, cents };
}

/** Refuses otc.limit on this field where the user's level leaves less for a trade: its price would be asked for in vain. */
export async function refuseBeyondLimits(
  tx: ReadTx,
  { userId, cents, field }: { userId: bigint; cents: bigint; field: string },
): Promise<void> {
  const usage = (await readUsage(tx, [userId])).get(userId);
  const left = usage && leftCents(usage, await readLimits(tx));
  if (left !== undefined && left < cents) throw fieldRefusal("otc.limit", field, { left: dollars(left) });
}

async function methodsFrom(tx: ReadTx, slugs: readonly string[]): Promise<number[]> {
  const { "catalog.disabled_methods": closed } = await readSettings(tx, ["catalog.disabled_methods"]);
  const found = slugs.map((slug) => {
    const method = findPaymentMethod(slug);
    if (!method || !isMethodOpen(method, closed)) throw fieldRefusal("otc.method", "payment_methods");
    return method.id;
  });
  return [...new Set(found)];
}

const REFUSES: Readonly<Record<string, RefusalCode>> = {
  unknown: "otc.unknown",
  state: "otc.ended",
  not_staff: "auth.forbidden",
  own: "staff.own_account",
};

/** Refuses otc.unknown, also for another user's, and otc.ended. The trader of its quote is notified. */
export async function cancelRequest(tx: Tx, { hash, userId }: { hash: string; userId: bigint }): Promise<void> {
  await withdraw(tx, { hash, byId: userId, why: null });
}

/** Refuses otc.unknown, otc.ended, auth.forbidden, staff.own_account. Its user and the trader of its quote are notified. */
export async function closeRequest(
  tx: Tx,
  { hash, staffId, reason }: { hash: string; staffId: bigint; reason: string },
): Promise<void> {
  const request = await withdraw(tx, { hash, byId: staffId, why: trimmed(reason) });
  notify(tx, "account.otc_closed", request.user_id, amountOf(request.units, request.fiat));
}

async function withdraw(tx: Tx, one: Parameters<typeof rows.withdraw>[1]): Promise<rows.RequestRow> {
  const outcome = await rows.withdraw(tx, one);
  if (outcome !== "done") throw wordRefusal(outcome, REFUSES);
  const request = await rows.findRequest(tx, one.hash);
  if (!request) throw new Refusal("otc.unknown");
  const [last] = await rows.quotesOf(tx, [request.id]);
  if (last?.status === "withdrawn") notify(tx, "account.otc_ended", last.trader_id, amountOf(last.units, request.fiat));
  return request;
}
