/** The card account as its user sees it. */
import { fiatDigitsOf } from "#contract/money/fiat-digits.ts";
import { CRYPTO, displayFromUnits } from "#contract/money/money.ts";
import { decimalText } from "#contract/platform/decimal.ts";
import type {
  Card,
  CardAccount,
  CardDispute,
  CardMove,
  CardPayment,
  CardTaking,
} from "#contract/products/cards/cards.ts";
import type { ReadTx } from "../../platform/postgres/db.ts";
import { readSettings } from "../../reference/settings/index.ts";
import { viewApproval } from "./approvals/approvals.ts";
import { waitingApprovals } from "./approvals/rows.ts";
import { dollars } from "./dollars.ts";
import { type DisputeRow, disputesOf, isProgramOver, takingsOf } from "./dispute-rows.ts";
import { currentIssuer } from "./issuer.ts";
import { hasHolder } from "./stripe-issuing/rows.ts";
import { type CardRow, cardsOf, type MoveRow, movesOf, type PaymentRow, paymentsOf, sumsOf } from "./rows.ts";

const PAYMENTS = 100;
const MOVES = 50;

const limit = (cents: bigint | null): string | null => (cents === null ? null : dollars(cents));

/** All of it: a user has few cards, and the newest payments are enough for a page. */
export async function viewAccount(tx: ReadTx, userId: bigint): Promise<CardAccount> {
  const [sums, cards, payments, takings, moves, isOver, approvals, set] = await Promise.all([
    sumsOf(tx, userId),
    cardsOf(tx, userId),
    paymentsOf(tx, userId, PAYMENTS),
    takingsByPayment(tx, userId),
    movesOf(tx, userId, MOVES),
    isProgramOver(tx),
    waitingApprovals(tx, userId),
    readSettings(tx, [
      ...(["cards.top_up_fee_bp", "cards.top_up_usd_day", "cards.ask_above_usd", "cards.prove_above_usd"] as const),
    ]),
  ]);
  const issuer = currentIssuer();
  const isElsewhere = issuer.numbers.are === "at_issuer";
  const left = BigInt(set["cards.top_up_usd_day"]) * 100n - sums.topped_up;
  return {
    balance: dollars(sums.balance),
    held: dollars(sums.held),
    owed: dollars(sums.owed),
    topUpFeePct: decimalText({ units: BigInt(set["cards.top_up_fee_bp"]), digits: 2 }),
    topUpLeft: dollars(left > 0n ? left : 0n),
    cards: cards.map(viewCard),
    approvals: approvals.map((one) => viewApproval(one, set["cards.prove_above_usd"])),
    askAbove: dollars(100n * BigInt(set["cards.ask_above_usd"])),
    payments: payments.map((one) => ({ ...viewPayment(one), takings: takings.get(one.id) ?? [] })),
    moves: moves.map(viewMove),
    simulated: issuer.isSimulated,
    issuerKey: issuer.numbers.are === "at_issuer" ? issuer.numbers.publishableKey : null,
    asksAddress: isElsewhere && !(await hasHolder(tx, userId, issuer.name)),
    isProgramOver: isOver,
  };
}

export function viewCard(card: CardRow): Card {
  return {
    id: card.hash,
    label: card.label,
    status: stateOf(card),
    last4: card.last4,
    expiresOn: card.expires_on,
    issuerCard: card.issuer_ref,
    paymentLimit: limit(card.payment_limit),
    dayLimit: limit(card.day_limit),
    monthLimit: limit(card.month_limit),
    closedGroups: card.closed_groups,
    isSingleUse: card.is_single_use,
    asksOnline: card.asks_online,
    createdAt: card.created_at.toISOString(),
    endedAt: card.ended_at?.toISOString() ?? null,
  };
}

function stateOf({ status, last4, is_refused }: CardRow): Card["status"] {
  if (is_refused) return "refused";
  return last4 === null && status !== "terminated" ? "requested" : status;
}

/** A payment has few parts. */
async function takingsByPayment(tx: ReadTx, userId: bigint): Promise<Map<string, CardTaking[]>> {
  const set = await readSettings(tx, ["cards.dispute_days"]);
  const [rows, disputes] = [
    await takingsOf(tx, { userId, days: set["cards.dispute_days"], limit: 2 * PAYMENTS }),
    await disputesOf(tx, userId),
  ];
  const byId = new Map(disputes.map((one) => [one.id, viewDispute(one)]));
  const takings = Map.groupBy(rows, ({ payment }) => payment);
  return new Map(
    [...takings].map(([payment, parts]) => [
      payment,
      parts.map(({ id, usd_units, left_units, at, until, dispute }) => ({
        ...{ id, usd: dollars(usd_units), left: dollars(left_units), at: at.toISOString() },
        disputableUntil: until.toISOString(),
        isDisputable: dispute === null && left_units > 0n && until > tx.now,
        dispute: dispute === null ? null : (byId.get(dispute) ?? null),
      })),
    ]),
  );
}

export function viewDispute(one: DisputeRow): CardDispute {
  return {
    ...{ id: one.hash, status: one.status, reason: one.reason, evidence: one.evidence },
    usd: dollars(one.usd_units),
    credited: dollars(one.credited_units),
    openedAt: one.opened_at.toISOString(),
    endedAt: one.ended_at?.toISOString() ?? null,
  };
}

function viewPayment(one: PaymentRow): Omit<CardPayment, "takings"> {
  const digits = one.currency === null ? 2 : fiatDigitsOf(one.currency);
  return {
    id: one.id,
    cardId: one.card,
    cardLast4: one.last4,
    cardLabel: one.label,
    merchant: one.merchant,
    merchantGroup: one.merchant_group,
    country: one.country,
    currencyCode: one.currency,
    amount: one.amount_units === null ? null : displayFromUnits(one.amount_units, digits, { pad: true }),
    usd: dollars(one.usd_units),
    held: dollars(one.held_units),
    taken: dollars(one.taken_units),
    owed: dollars(one.owed_units),
    state: one.status,
    declined: one.decline_code,
    entry: one.entry,
    at: one.at.toISOString(),
    heldUntil: one.expires_at?.toISOString() ?? null,
  };
}

export function viewMove({ id, kind, usd_units, currency, units, fee_units, at }: MoveRow): CardMove {
  const { digits } = CRYPTO[currency];
  return {
    id,
    kind,
    usd: dollars(usd_units),
    cryptoCurrencyCode: currency,
    amount: displayFromUnits(units, digits),
    fee: displayFromUnits(fee_units, digits),
    at: at.toISOString(),
  };
}
