/** Purchases and sales: opened, cancelled, chosen about, and as their owner sees them. */
import { fiatDigitsOf } from "#contract/money/fiat-digits.ts";
import { CRYPTO, displayFromUnits } from "#contract/money/money.ts";
import { Refusal } from "#contract/platform/errors/refusals.ts";
import type { RampChoice, RampDirection, RampState } from "#contract/products/ramps/names.ts";
import type { RampOrder } from "#contract/products/ramps/ramps.ts";
import { emitWalletEvent } from "../../money/custody/index.ts";
import { outcomeRefusal } from "../../money/ledger/index.ts";
import { proofRefusal } from "../../people/auth/index.ts";
import { readSlice } from "../../platform/cursors.ts";
import { ids } from "../../platform/ids.ts";
import type { ReadTx, Tx } from "../../platform/postgres/db.ts";
import { ORDER_REFUSES, orderRefusal, unitsOf } from "../providers/index.ts";
import { isSimulated } from "./ramp-provider.ts";
import * as rows from "./rows.ts";
import { openParty, openPayTo, openText } from "./sealed-ramp.ts";

type Taking = { readonly userId: bigint; readonly quoteHash: string };

/** Takes a quote of a purchase, once. Refuses what open_on_ramp does, by ORDER_REFUSES, and ramp.many. */
export async function openPurchase(tx: Tx, { userId, quoteHash }: Taking): Promise<RampOrder> {
  const hash = ids.hash();
  const at = await tx.readClock();
  const outcome = await rows.openPurchase(tx, { hash, externalRef: ids.uuid(), quoteHash, userId, at });
  if (outcome !== "opened") throw orderRefusal(outcome, { ...ORDER_REFUSES, many: "ramp.many" });
  return getOrder(tx, { userId, hash });
}

/**
 * Takes a quote of a sale, once: the coins are reserved for the order, which a worker submits. Refuses what reserve_off_ramps does, by
 * ORDER_REFUSES, ramp.account_changed, ramp.new_account and auth.password_proof.
 */
export async function createSale(tx: Tx, { userId, quoteHash }: Taking): Promise<RampOrder> {
  const hash = ids.hash();
  const at = await tx.readClock();
  const outcome = await rows.reserveSale(tx, { hash, externalRef: ids.uuid(), quoteHash, userId, at });
  if (outcome !== "reserved")
    throw orderRefusal(outcome, {
      ...ORDER_REFUSES,
      account: "ramp.account_changed",
      new_account: "ramp.new_account",
      unproved: proofRefusal({ kind: "order", id: quoteHash }),
    });
  const [made] = await rows.ordersOf(tx, { userId, hash, limit: 1 });
  if (!made) throw new Error(`the order ${hash} is gone`);
  const { currency, units } = made;
  emitWalletEvent(tx, { userId, currency, reason: "order_paid", subject: hash, units, txid: null });
  return viewOrder(made, userId);
}

type Own = { readonly userId: bigint; readonly hash: string };

/** Refuses order.unknown, and ramp.over. */
export async function cancelPurchase(tx: Tx, { userId, hash }: Own): Promise<RampOrder> {
  const outcome = await rows.cancelPurchase(tx, { userId, hash });
  if (outcome !== "cancelled") throw outcomeRefusal(outcome, { unknown: "order.unknown", over: "ramp.over" });
  return getOrder(tx, { userId, hash });
}

type Choosing = Own & { readonly choice: RampChoice; readonly leastCoins?: string | undefined };

/** Refuses what choose_on_ramp does, and money.* of the least coins. */
export async function chooseAbout(tx: Tx, { userId, hash, choice, leastCoins = "" }: Choosing): Promise<RampOrder> {
  const before = await getOrder(tx, { userId, hash });
  const currency = before.cryptoCurrencyCode;
  const leastUnits = choice === "take" ? unitsOf(leastCoins, CRYPTO[currency].digits, "least_coins") : 0n;
  const outcome = await rows.choose(tx, { userId, hash, choice, leastUnits });
  if (outcome !== "chosen")
    throw outcomeRefusal(outcome, {
      ...ORDER_REFUSES,
      ...{ unknown: "order.unknown", over: "ramp.over", price: "order.price_moved", stale: "rates.stale" },
    });
  const [made] = await rows.ordersOf(tx, { userId, hash, limit: 1 });
  if (!made) throw new Error(`the order ${hash} is gone`);
  const units = made.given_units ?? 0n;
  if (made.status === "settled")
    emitWalletEvent(tx, { userId, currency, reason: "ramp_bought", subject: hash, units, txid: null });
  return viewOrder(made, userId);
}

/** Refuses order.unknown. */
export async function getOrder(tx: ReadTx, { userId, hash }: Own): Promise<RampOrder> {
  const [made] = await rows.ordersOf(tx, { userId, hash, limit: 1 });
  if (!made) throw new Refusal("order.unknown");
  return viewOrder(made, userId);
}

type Listing = { readonly userId: bigint; readonly direction: RampDirection; readonly before?: string | undefined };

export async function listOrders(tx: ReadTx, { userId, direction, before }: Listing) {
  const found = await readSlice(
    (limit) =>
      rows.ordersOf(tx, { userId, direction, limit, ...(before === undefined ? {} : { before: BigInt(before) }) }),
    ({ id }) => String(id),
  );
  return { data: found.rows.map((row) => viewOrder(row, userId)), meta: { next: found.next } };
}

function viewOrder(made: rows.OrderRow, userId: bigint): RampOrder {
  const coin = (units: bigint) => displayFromUnits(units, CRYPTO[made.currency].digits);
  const local = (units: bigint) => displayFromUnits(units, fiatDigitsOf(made.got_currency));
  const isSale = made.direction === "sell";
  const feeOf = (units: bigint) => (units * made.fee_units + made.quote_units - 1n) / made.quote_units;
  const isHeld = made.status === "mismatch" && made.refund_at === null;
  return {
    ...{ id: made.hash, direction: made.direction, rail: made.rail, countryIso: made.country, minutes: made.minutes },
    ...{ currencyCode: made.got_currency, cryptoCurrencyCode: made.currency, amount: local(made.got_units) },
    coins: coin(isSale ? made.units : made.units - made.fee_units),
    fee: coin(made.fee_units),
    state: stateOf(made),
    endReason: made.end_reason,
    instructions: instructionsOf(made, userId),
    party: openParty(made.party_sealed, userId),
    windowUntil: made.window_until?.toISOString() ?? null,
    received: receivedOf(made, userId),
    heldFor: made.held_for,
    newCoins: isHeld && made.buys_units !== null ? coin(made.buys_units - feeOf(made.buys_units)) : null,
    givenCoins: made.given_units === null ? null : coin(made.given_units - feeOf(made.given_units)),
    hasCase: made.has_case,
    reference: made.external_ref,
    createdAt: made.created_at.toISOString(),
    endedAt: made.ended_at?.toISOString() ?? null,
    simulated: isSimulated(made.provider),
  };
}

/** With the provider's words where it has its own. */
function instructionsOf(made: rows.OrderRow, userId: bigint): RampOrder["instructions"] {
  if (made.instructions_sealed === null) return null;
  const { bankName, accountName, accountNumber, words } = openPayTo(made.instructions_sealed, userId);
  return { bankName, accountName, accountNumber, words: words ?? made.reference ?? "" };
}

function receivedOf(made: rows.OrderRow, userId: bigint): RampOrder["received"] {
  const { received_at: at, received_currency: currencyCode, delivered_units: units, payer_sealed: payer } = made;
  if (at === null || units === null || currencyCode === null) return null;
  return {
    amount: displayFromUnits(units, fiatDigitsOf(currencyCode)),
    currencyCode,
    payerName: payer === null || payer.length === 0 ? null : openText("payer", payer, userId),
    isNameClose: made.payer_match === "close",
    at: at.toISOString(),
  };
}

function stateOf(made: rows.OrderRow): RampState {
  if (made.status === "returned") return "returned";
  if (made.status === "settled") return made.came_back ? "came_back" : "done";
  if (made.direction === "sell") {
    if (made.status === "mismatch") return "unclear";
    return made.status === "unknown" ? "unclear" : "paying";
  }
  if (made.status === "mismatch") return made.refund_at === null ? "held" : "refunding";
  // A prompt may be on the phone, and may have been paid.
  if (made.rail === "mobile_money" && made.status === "unknown") return "unclear";
  if (made.released_at !== null) return made.cancelled_at === null ? "expired" : "cancelled";
  const isReady = made.instructions_sealed !== null || (made.rail === "mobile_money" && made.status === "submitted");
  return isReady ? "waiting" : "opening";
}
