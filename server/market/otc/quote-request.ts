/** Staff propose a price: the terms are those that the trader's offer would have, and every rule of offers is asked at once. */
import type { quoteOtcRequest } from "#contract/market/otc/otc.ts";
import { type Decimal, decimal, decimalText } from "#contract/platform/decimal.ts";
import type { BodyOf } from "#contract/platform/endpoint.ts";
import { fieldRefusal, Refusal, type RefusalCode } from "#contract/platform/errors/refusals.ts";
import { marginBpFromText, priceOf } from "#contract/money/prices.ts";
import type { ReadTx, Tx } from "../../platform/postgres/db.ts";
import { wordRefusal } from "../../platform/postgres/outcomes.ts";
import { ids } from "../../platform/ids.ts";
import { getTradableRate } from "../../money/rates/index.ts";
import { findUserIdByUsername, mayAct, standingsOf } from "../../people/accounts/index.ts";
import { relationOf } from "../../people/contacts/index.ts";
import { findPaymentMethod, getFiat } from "../../reference/catalog/index.ts";
import { readSettings } from "../../reference/settings/index.ts";
import { termsFrom } from "../offers/index.ts";
import { amountOf, notify } from "./notify.ts";
import { offerBodyOf } from "./offer-body.ts";
import { largeUnits, refuseBeyondLimits } from "./requests.ts";
import * as rows from "./rows.ts";

type Proposal = BodyOf<typeof quoteOtcRequest>;

const REFUSES: Readonly<Record<string, RefusalCode>> = {
  unknown: "otc.unknown",
  state: "otc.ended",
  same: "otc.same",
  not_staff: "auth.forbidden",
  own: "staff.own_account",
};

/**
 * Refuses otc.unknown, otc.trader, otc.method, otc.price, otc.too_small, otc.limit, otc.same, otc.ended, auth.forbidden, staff.own_account, and what
 * the rules of offers refuse. The trader is notified.
 */
export async function quoteRequest(
  tx: Tx,
  { hash, staffId, body }: { hash: string; staffId: bigint; body: Proposal },
): Promise<void> {
  const request = await rows.findRequest(tx, hash);
  if (!request) throw new Refusal("otc.unknown");
  const traderId = await traderFrom(tx, body.trader, request.user_id);
  const method = findPaymentMethod(body.payment_method);
  if (!method || !request.method_ids.includes(method.id)) throw fieldRefusal("otc.method", "payment_method");
  const { units, cents } = await largeUnits(tx, body.amount, getFiat(request.fiat));
  await refuseBeyondLimits(tx, { userId: traderId, cents, field: "trader" });
  await refuseBeyondLimits(tx, { userId: request.user_id, cents, field: "amount" });
  const price = decimalText(await priceFrom(tx, body, request));
  const quote = { ...request, method_id: method.id, units, price };
  // The trader writes the words later.
  await termsFrom(tx, offerBodyOf({ ...quote, terms: "", details: "-" }));

  const outcome = await rows.quote(tx, {
    ...{ requestHash: hash, hash: ids.hash(), traderId, methodId: method.id },
    ...{ price, units, minutes: body.minutes, staffId },
  });
  if (outcome !== "asked") throw wordRefusal(outcome, REFUSES);

  notify(tx, "account.otc_asked", traderId, amountOf(units, request.fiat));
}

/** A user who may make offers now, and whom the other has not blocked. */
async function traderFrom(tx: ReadTx, username: string, userId: bigint): Promise<bigint> {
  const traderId = await findUserIdByUsername(tx, username);
  const standing = traderId === undefined ? undefined : (await standingsOf(tx, [traderId])).get(traderId);
  if (traderId === undefined || !standing) throw fieldRefusal("otc.trader", "trader");
  const { "offers.creation_level": level } = await readSettings(tx, ["offers.creation_level"]);
  const isFree = standing.roles.length === 0 && standing.level >= level && mayAct(standing, "offers");
  const areApart =
    (await relationOf(tx, userId, traderId)).isBlocked || (await relationOf(tx, traderId, userId)).isBlocked;
  if (!isFree || areApart) throw fieldRefusal("otc.trader", "trader");
  return traderId;
}

/** Exactly one of price and margin; a margin is over the market of now, and the price stays. */
async function priceFrom(tx: ReadTx, { price, margin }: Proposal, request: rows.RequestRow): Promise<Decimal> {
  if ((price === undefined) === (margin === undefined)) throw fieldRefusal("otc.price", "price");
  if (price !== undefined) return decimal(price);
  if (!/^-?\d{1,5}(\.\d{1,2})?$/.test(margin ?? "")) throw fieldRefusal("otc.price", "margin");
  const { rate } = await getTradableRate(tx, request.crypto, request.fiat);
  const marginBp = marginBpFromText(margin ?? "0");
  if (marginBp <= -10_000) throw fieldRefusal("otc.price", "margin");
  return priceOf({ rate, marginBp, fiatDigits: getFiat(request.fiat).digits });
}
