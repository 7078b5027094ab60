/** Quotes, orders and receipts of top-ups. */
import { fiatDigitsOf } from "#contract/money/fiat-digits.ts";
import { CRYPTO, type CryptoCode, displayFromUnits, divideUp } from "#contract/money/money.ts";
import { fieldRefusal, Refusal } from "#contract/platform/errors/refusals.ts";
import type { TopUpOperator, TopUpOrder, TopUpQuote } from "#contract/products/top-ups.ts";
import { ids } from "../../platform/ids.ts";
import { readSlice } from "../../platform/cursors.ts";
import type { ReadTx, Tx } from "../../platform/postgres/db.ts";
import { readSettings } from "../../reference/settings/index.ts";
import { emitWalletEvent } from "../../money/custody/index.ts";
import { balancesOf, outcomeRefusal } from "../../money/ledger/index.ts";
import { usdCentsNow } from "../../money/rates/index.ts";
import { proofRefusal } from "../../people/auth/index.ts";
import { spacedNumber } from "../../people/phones/index.ts";
import { ORDER_REFUSES, orderRefusal, unitsIn } from "../providers/index.ts";
import { openPhone } from "./phone.ts";
import * as rows from "./rows.ts";
import { isSimulated } from "./top-up-provider.ts";

type Place = { readonly provider: string; readonly country: string; readonly currency: CryptoCode };

/** Refuses top_up.country where nothing is sold. */
export async function listOperators(tx: ReadTx, { provider, country, currency }: Place) {
  const { "top_up.fee_bp": feeBp } = await readSettings(tx, ["top_up.fee_bp"]);
  const sold = await rows.soldIn(tx, { provider, country, currency, feeBp });
  if (sold.length === 0) throw new Refusal("top_up.country");
  const operators = new Map<bigint, TopUpOperator>();
  for (const one of sold) {
    const operator = operators.get(one.operator_id) ?? { id: String(one.operator_id), name: one.name, products: [] };
    operator.products.push({
      id: String(one.product_id),
      amount: displayFromUnits(one.local_units, fiatDigitsOf(one.local_currency)),
      least: one.least_units === null ? null : displayFromUnits(one.least_units, fiatDigitsOf(one.local_currency)),
      isPin: one.is_pin,
      currencyCode: one.local_currency,
      price: one.price_units === null ? null : displayFromUnits(one.price_units, CRYPTO[currency].digits),
      note: one.note,
    });
    operators.set(one.operator_id, operator);
  }
  const pausedUntil = await rows.pausedUntil(tx, provider, country);
  return {
    operators: [...operators.values()],
    pausedUntil: pausedUntil?.toISOString() ?? null,
    simulated: isSimulated(provider),
  };
}

type QuoteWish = {
  readonly userId: bigint;
  readonly provider: string;
  readonly lookUp: string;
  readonly productId: bigint;
  /** Of a range, as it was typed. */
  readonly amount?: string | undefined;
  readonly currency: CryptoCode;
  readonly isOtherOperator: boolean;
  readonly isAgain: boolean;
};

/**
 * The database sets the price. Refuses top_up.unknown, top_up.amount, rates.stale, ledger.insufficient_balance, the faults of an amount, and
 * until the user has confirmed it top_up.other_operator and top_up.again.
 */
export async function quoteTopUp(tx: Tx, wish: QuoteWish): Promise<TopUpQuote> {
  const { userId, provider, productId, currency } = wish;
  const asked = await rows.findLookUp(tx, wish.lookUp);
  const product = await rows.findProduct(tx, productId);
  if (!asked || asked.user_id !== userId || !product) throw new Refusal("top_up.unknown");
  const units = unitsWithin(product, wish.amount);
  if (asked.operator_id !== null && asked.operator_id !== product.operator_id && !wish.isOtherOperator)
    throw fieldRefusal("top_up.other_operator", "product_id", { operator: asked.operator ?? "" });
  const isOrdered = await rows.isOrderedNow(tx, { userId, phoneIndex: asked.phone_index, productId, units });
  if (isOrdered && !wish.isAgain) throw fieldRefusal("top_up.again", "product_id");

  const hash = ids.hash();
  const outcome = await rows.quote(tx, { hash, userId, productId, units, currency, lookUp: wish.lookUp });
  if (outcome !== "quoted")
    throw outcomeRefusal(outcome, { unknown: "top_up.unknown", amount: "top_up.unknown", stale: "rates.stale" });
  return viewQuote(tx, { userId, provider, hash });
}

type Priced = { readonly least_units: bigint | null; readonly local_units: bigint; readonly local_currency: string };

/** Null of a fixed sum. Refuses top_up.amount outside of the range, and the faults of an amount. */
function unitsWithin({ least_units: least, local_units: most, local_currency: code }: Priced, amount = "") {
  if (least === null) return null;
  const units = unitsIn(code, amount, "amount");
  if (units >= least && units <= most) return units;
  const digits = fiatDigitsOf(code);
  const bounds = { least: displayFromUnits(least, digits), most: displayFromUnits(most, digits), currency: code };
  throw fieldRefusal("top_up.amount", "amount", bounds);
}

type Quoted = { readonly userId: bigint; readonly provider: string; readonly hash: string };

/** Refuses ledger.insufficient_balance. */
export async function viewQuote(tx: ReadTx, { userId, provider, hash }: Quoted): Promise<TopUpQuote> {
  const quote = await rows.findQuote(tx, hash);
  const { currency } = quote;
  if ((await balancesOf(tx, userId))[currency].availableUnits < quote.units)
    throw new Refusal("ledger.insufficient_balance");
  const number = openPhone(quote.phone_sealed, userId);
  return {
    id: hash,
    number,
    shown: spacedNumber(number),
    operator: quote.operator,
    isPin: quote.is_pin,
    ...sumsOf(quote),
    totalUsd: displayFromUnits(await usdCentsNow(tx, currency, quote.units), 2, { pad: true }),
    costUsd: displayFromUnits(quote.cost_units, 2, { pad: true }),
    createdAt: quote.created_at.toISOString(),
    expiresAt: quote.expires_at.toISOString(),
    simulated: isSimulated(provider),
  };
}

function sumsOf({ got_units, got_currency, currency, units, fee_units }: rows.QuoteRow) {
  return {
    amount: displayFromUnits(got_units, fiatDigitsOf(got_currency)),
    currencyCode: got_currency,
    cryptoCurrencyCode: currency,
    total: displayFromUnits(units, CRYPTO[currency].digits),
    fee: displayFromUnits(fee_units, CRYPTO[currency].digits),
  };
}

/**
 * Pays a quote, once: the coins are reserved for the order, which a worker submits. Refuses what reserve_top_ups does, by ORDER_REFUSES,
 * and auth.password_proof.
 */
export async function createTopUp(
  tx: Tx,
  { userId, quoteHash }: { userId: bigint; quoteHash: string },
): Promise<TopUpOrder> {
  const hash = ids.hash();
  const at = await tx.readClock();
  const outcome = await rows.reserve(tx, { hash, externalRef: ids.uuid(), quoteHash, userId, at });
  if (outcome !== "reserved")
    throw orderRefusal(outcome, {
      ...ORDER_REFUSES,
      number_limit: "top_up.number_limit",
      ask_over: "top_up.ask_over",
      unproved: proofRefusal({ kind: "order", id: quoteHash }),
    });

  const [made] = await rows.ordersOf(tx, { userId, hash, limit: 1 });
  if (!made) throw new Error(`the order ${hash} is gone`);
  const { currency, units } = made;
  emitWalletEvent(tx, { userId, currency, reason: "order_paid", subject: hash, units, txid: null });
  return viewOrder(made, userId, tx.now);
}

/** Refuses order.unknown. */
export async function getTopUp(tx: ReadTx, { userId, hash }: { userId: bigint; hash: string }): Promise<TopUpOrder> {
  const [made] = await rows.ordersOf(tx, { userId, hash, limit: 1 });
  if (!made) throw new Refusal("order.unknown");
  return viewOrder(made, userId, tx.now);
}

export async function listTopUps(tx: ReadTx, { userId, before }: { userId: bigint; before?: string | undefined }) {
  const found = await readSlice(
    (limit) => rows.ordersOf(tx, { userId, limit, ...(before === undefined ? {} : { before: BigInt(before) }) }),
    ({ id }) => String(id),
  );
  return { data: found.rows.map((row) => viewOrder(row, userId, tx.now)), meta: { next: found.next } };
}

function viewOrder(made: rows.OrderRow, userId: bigint, now: Date): TopUpOrder {
  const number = openPhone(made.phone_sealed, userId);
  return {
    id: made.hash,
    number,
    shown: spacedNumber(number),
    countryIso: made.country,
    operator: made.operator,
    productId: String(made.product_id),
    isRange: made.is_range,
    ...sumsOf(made),
    status: made.status,
    endReason: made.end_reason,
    delivered:
      made.delivered_units === null ? null : displayFromUnits(made.delivered_units, fiatDigitsOf(made.got_currency)),
    suggestedMostUsd: displayFromUnits(mostCentsOf(made), 2),
    code: codeOf(made, now),
    hasCase: made.has_case,
    reference: made.external_ref,
    createdAt: made.created_at.toISOString(),
    endedAt: made.ended_at?.toISOString() ?? null,
    simulated: isSimulated(made.provider),
  };
}

/** As show_top_up_pin has it. */
const SHOWN_AGAIN_MS = 2 * 60_000;

function codeOf({ status, pin_at, pin_seen_at: seen }: rows.OrderRow, now: Date): TopUpOrder["code"] {
  if (status !== "settled" || pin_at === null) return null;
  const isShowable = seen === null || now.getTime() - seen.getTime() <= SHOWN_AGAIN_MS;
  return { seenAt: seen?.toISOString() ?? null, isShowable };
}

/** The provider's price with the share of the fee, and a tenth more. */
function mostCentsOf({ cost_units: cents, units, fee_units: fee }: rows.OrderRow): bigint {
  return divideUp(cents * units * 11n, (units - fee) * 10n);
}
