/**
 * Trades that are over, for the seeding of a demo market: written as the verbs would have left them, with their
 * journals, proofs, transitions, conversations and counters, many at once. The caller has set the clock to a time after all of them.
 */
import { decimalText, type Decimal } from "#contract/platform/decimal.ts";
import { feeUnitsOf } from "#contract/money/fees.ts";
import { CRYPTO } from "#contract/money/money.ts";
import { cryptoUnitsOf } from "#contract/money/prices.ts";
import type { TradeStatus } from "#contract/market/trades/trade/statuses.ts";
import type { TradeActor, TradeVerb } from "#contract/market/trades/trade/verbs.ts";
import type { Tx } from "../../platform/postgres/db.ts";
import { getFiat, getPaymentMethod } from "../../reference/catalog/index.ts";
import { accountOf, type Journal, post } from "../../money/ledger/index.ts";
import { countEndings } from "../../people/reputation/index.ts";
import { insertSpentProofs } from "../../people/auth/index.ts";
import { type Offer, priceAt } from "../../market/offers/index.ts";
import {
  disputeWaitSec,
  escrowSubject,
  insertTrades,
  insertTransitions,
  newTradeIds,
} from "../../market/trades/index.ts";

export type PastTrade = {
  readonly hash: string;
  readonly receiptUuid: string;
  readonly offer: Offer;
  readonly starterId: bigint;
  readonly fiatUnits: bigint;
  readonly usdCents: bigint;
  readonly rate: Decimal;
  readonly rateAsOf: Date;
  readonly startedAt: Date;
  /** Seconds after the start; null where the buyer never paid. */
  readonly paidAfterSec: number | null;
  readonly endedAfterSec: number;
  readonly outcome: "released" | "cancelled_buyer" | "expired";
  readonly buyerFeedback: boolean;
  readonly sellerFeedback: boolean;
};

/** What a past trade takes out of the seller's balance: the amount and the fee, in base units. */
export function pastAmounts({ offer, fiatUnits, rate }: Pick<PastTrade, "offer" | "fiatUnits" | "rate">) {
  const price = priceAt(offer, rate);
  const units = cryptoUnitsOf({
    fiatUnits,
    fiatDigits: getFiat(offer.fiat).digits,
    price,
    cryptoDigits: CRYPTO[offer.crypto].digits,
  });
  return { price, units, feeUnits: feeUnitsOf(units, offer.feeBp) };
}

/** Returns their ids, for countPastTrades. Refuses ledger.insufficient_balance. Emits nothing. */
export async function recordPastTrades(tx: Tx, trades: readonly PastTrade[]): Promise<bigint[]> {
  if (trades.length === 0) return [];
  const tradeIds = await newTradeIds(tx, trades.length);
  const rows = trades.map((trade, index) => rowOf(trade, tradeIds[index] ?? 0n));

  insertTrades(tx, rows);
  insertTransitions(
    tx,
    rows.flatMap((row) => transitionsOfPast(row).map((one) => ({ ...one, tradeId: row.id, note: null }))),
  );
  await proveReleases(tx, rows);
  await post(
    tx,
    rows.flatMap((row) => [journalOf(row, "lock"), journalOf(row, row.status === "released" ? "release" : "return")]),
  );
  return tradeIds;
}

/** In the reputation of both sides: many at once, because each time costs more than the trades that it counts. */
export function countPastTrades(tx: Tx, ids: readonly bigint[]): void {
  for (let first = 0; first < ids.length; first += COUNTED_AT_ONCE)
    countEndings(tx, ids.slice(first, first + COUNTED_AT_ONCE));
}
const COUNTED_AT_ONCE = 500;

type PastRow = ReturnType<typeof rowOf>;

function rowOf(past: PastTrade, id: bigint) {
  const { offer, starterId, startedAt, outcome } = past;
  const isSell = offer.side === "sell";
  const { price, units, feeUnits } = pastAmounts(past);
  const at = (seconds: number) => new Date(startedAt.getTime() + seconds * 1000);
  const paidAt = past.paidAfterSec === null ? null : at(past.paidAfterSec);
  const endedAt = at(past.endedAfterSec);
  const isReleased = outcome === "released";
  return {
    id,
    hash: past.hash,
    receipt_uuid: past.receiptUuid,
    offer_hash: offer.hash,
    offer_type: offer.side,
    offer_terms: offer.terms,
    trade_details: offer.tradeDetails,
    bank_reference: offer.bankReference,
    custom_rate: offer.customRate && decimalText(offer.customRate),
    no_third_parties: offer.noThirdParties,
    ...{ payment_country: offer.paymentCountry, payment_subdivision: offer.paymentSubdivision },
    payment_city: offer.paymentCity,
    owner_id: offer.ownerId,
    starter_id: starterId,
    buyer_id: isSell ? starterId : offer.ownerId,
    seller_id: isSell ? offer.ownerId : starterId,
    crypto: offer.crypto,
    units,
    fee_units: feeUnits,
    cashback_units: null,
    fiat_code: offer.fiat,
    fiat_digits: getFiat(offer.fiat).digits,
    fiat_units: past.fiatUnits,
    usd_cents: past.usdCents,
    price: decimalText(price),
    market_rate: decimalText(past.rate),
    margin_bp: offer.marginBp,
    rate_as_of: past.rateAsOf,
    payment_method_id: offer.methodId,
    window_minutes: offer.paymentWindowMin,
    flow_type: "default" as const,
    status: outcome as TradeStatus,
    version: isReleased ? 4 : 2,
    round: 1,
    started_at: startedAt,
    funded_at: startedAt,
    code_revealed_at: null,
    details_revealed_at: paidAt === null ? null : at(Math.floor((past.paidAfterSec ?? 0) / 3)),
    owner_responded_at: outcome === "expired" ? null : (paidAt ?? endedAt),
    paid_at: paidAt,
    was_ever_paid: paidAt !== null,
    released_at: isReleased ? endedAt : null,
    ended_at: endedAt,
    expires_at: null,
    ...{ extended_times: 0, most_extensions: 0 },
    reopen_asked_at: null,
    dispute_opened_at: null,
    dispute_opened_by: null,
    ...{ dispute_reason: null, dispute_text: null },
    is_reopened: false,
    dispute_wait_sec: disputeWaitSec(getPaymentMethod(offer.methodId)),
    buyer_feedback_at: past.buyerFeedback ? endedAt : null,
    seller_feedback_at: past.sellerFeedback ? endedAt : null,
    is_same_ip: false,
    is_demo: true,
    buyer_share_units: null,
    ...{ requirements: [], awaited: [], payer_awaited: false },
  };
}

/** As the database's own functions post them: amount and fee into escrow, to buyer and operator, or back to the seller. */
function journalOf(row: PastRow, step: "lock" | "release" | "return"): Journal {
  const escrow = accountOf.escrow(row.id, row.crypto);
  const seller = accountOf.available(row.seller_id, row.crypto);
  const whole = row.units + row.fee_units;
  const postings = {
    lock: [{ from: seller, to: escrow, units: whole }],
    release: [
      { from: escrow, to: accountOf.available(row.buyer_id, row.crypto), units: row.units },
      { from: escrow, to: accountOf.house(row.crypto, "fees"), units: row.fee_units },
    ].filter(({ units }) => units > 0n),
    return: [{ from: escrow, to: seller, units: whole }],
  };
  return { kind: `trade_${step}`, subject: escrowSubject(row), postings: postings[step] };
}

type PastTransition = {
  verb: TradeVerb | "start";
  actor: TradeActor;
  actorId: bigint | null;
  status: TradeStatus;
  at: Date;
};

function transitionsOfPast(row: PastRow): PastTransition[] {
  const starter = row.starter_id === row.buyer_id ? "buyer" : "seller";
  const start = { verb: "start", actor: starter, actorId: row.starter_id, status: "active_funded", at: row.started_at };
  const buyer = { actor: "buyer", actorId: row.buyer_id } as const;
  if (row.status === "expired") {
    return [
      start as PastTransition,
      { verb: "expire", actor: "clock", actorId: null, status: "expired", at: row.ended_at },
    ];
  }
  if (row.status === "cancelled_buyer") {
    return [start as PastTransition, { verb: "cancel", ...buyer, status: row.status, at: row.ended_at }];
  }
  return [
    start as PastTransition,
    { verb: "reveal_details", ...buyer, status: "active_funded", at: row.details_revealed_at ?? row.started_at },
    { verb: "mark_paid", ...buyer, status: "paid", at: row.paid_at ?? row.ended_at },
    { verb: "release", actor: "seller", actorId: row.seller_id, status: "released", at: row.ended_at },
  ];
}

async function proveReleases(tx: Tx, rows: readonly PastRow[]): Promise<void> {
  const released = rows.filter(({ status }) => status === "released");
  await insertSpentProofs(
    tx,
    released.map((row) => ({ subject: `trade_release:${escrowSubject(row)}`, userId: row.seller_id })),
  );
}
