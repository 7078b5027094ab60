import type { RefusalCode } from "#contract/platform/errors/refusals.ts";
import {
  DISPUTE_STATUSES,
  isUnfunded,
  REOPENABLE_STATUSES,
  UNFUNDED_STATUSES,
} from "#contract/market/trades/trade/statuses.ts";
import type { Effects, Flow, NextStep, Now, TradeFacts, Transition } from "./flow.ts";

const SELLER_MAY_CANCEL_AFTER_MINUTES = 5;
const REOPEN_WITHIN_HOURS = 24;
const QUICK_PAID_MINUTES = 5;
const QUICK_PAID_WAIT_SEC = 30 * 60;

/** What other flows begin from. */
export const TRANSITIONS: readonly Transition[] = [
  { verb: "fund", by: ["seller"], from: UNFUNDED_STATUSES, to: "active_funded", escrow: "lock", unless: whenOver },
  // Progress of the coins that the seller lacked at the start (follow-funds.ts): no user acts, and nothing is moved.
  {
    verb: "await_funds",
    by: ["platform"],
    from: ["not_funded", "funds_processed"],
    to: "funds_processing",
    unless: whenOver,
  },
  {
    verb: "receive_funds",
    by: ["platform"],
    from: ["not_funded", "funds_processing"],
    to: "funds_processed",
    unless: whenOver,
  },
  {
    verb: "lose_funds",
    by: ["platform"],
    from: ["funds_processing", "funds_processed"],
    to: "not_funded",
    unless: whenOver,
  },
  {
    verb: "reveal_details",
    by: ["buyer"],
    from: ["active_funded"],
    to: "same",
    unless: (at) => whenOver(at) ?? (at.facts.detailsRevealedAt ? "trade.wrong_status" : undefined),
  },
  {
    verb: "mark_paid",
    by: ["buyer"],
    from: ["active_funded"],
    to: "paid",
    unless: (at) => whenOver(at) ?? (at.facts.detailsRevealedAt ? whenUnready(at) : ("trade.details_first" as const)),
  },
  // A seller may release before the buyer marks paid: both sides gain, nobody is harmed.
  {
    verb: "release",
    by: ["seller"],
    from: ["active_funded", "paid", ...DISPUTE_STATUSES],
    to: "released",
    escrow: "release",
  },
  // Only the buyer gives up a paid trade: otherwise a seller could take the money and cancel.
  {
    verb: "cancel",
    by: ["buyer"],
    from: ["active_funded", "paid", ...DISPUTE_STATUSES],
    to: "cancelled_buyer",
    escrow: "return",
  },
  { verb: "cancel", by: ["buyer"], from: UNFUNDED_STATUSES, to: "cancelled_buyer" },
  { verb: "cancel", by: ["seller"], from: UNFUNDED_STATUSES, to: "cancelled_seller" },
  // The buyer whose offer was taken never came: the seller need not wait for the window.
  {
    verb: "cancel",
    by: ["seller"],
    from: ["active_funded"],
    to: "cancelled_seller",
    escrow: "return",
    availableAt: (facts) => new Date(facts.startedAt.getTime() + SELLER_MAY_CANCEL_AFTER_MINUTES * 60_000),
    early: "trade.cancel_refused",
    unless: ({ facts }) => (facts.buyerIsOwner && !facts.ownerRespondedAt ? undefined : "trade.cancel_refused"),
  },
  {
    verb: "extend",
    by: ["seller"],
    from: ["active_funded"],
    to: "same",
    unless: (at) => whenOver(at) ?? (at.facts.extensionsLeft > 0 ? undefined : "trade.no_extension_left"),
  },
  {
    verb: "open_dispute",
    by: ["buyer", "seller"],
    from: ["active_funded", "paid"],
    to: "dispute_open",
    availableAt: disputeAvailableAt,
    early: "dispute.too_early",
    unless: (at) => (at.facts.status === "active_funded" ? (whenOver(at) ?? whenNeverDisputed(at)) : undefined),
  },
  // Of a larger sum by a first moderator; the coins move when a second says the same.
  { verb: "propose_award", by: ["moderator"], from: ["dispute_open"], to: "dispute_awarded", isOfCase: true },
  { verb: "award_buyer", by: ["moderator"], from: DISPUTE_STATUSES, to: "dispute_won_buyer", escrow: "release" },
  { verb: "award_seller", by: ["moderator"], from: DISPUTE_STATUSES, to: "dispute_won_seller", escrow: "return" },
  { verb: "expire", by: ["clock"], from: ["active_funded"], to: "expired", escrow: "return", unless: unlessOver },
  { verb: "expire", by: ["clock"], from: UNFUNDED_STATUSES, to: "cancelled_system", unless: unlessOver },
  {
    verb: "ask_reopen",
    by: ["buyer"],
    from: REOPENABLE_STATUSES,
    to: "same",
    unless: (at) => whenTooLateToReopen(at) ?? (at.facts.reopenAskedAt ? "trade.wrong_status" : undefined),
  },
  {
    verb: "reopen",
    by: ["seller"],
    from: REOPENABLE_STATUSES,
    to: "active_funded",
    escrow: "lock",
    unless: (at) => whenTooLateToReopen(at) ?? (at.facts.reopenAskedAt ? undefined : "trade.reopen_not_asked"),
  },
  {
    verb: "reopen",
    by: ["moderator"],
    from: REOPENABLE_STATUSES,
    to: "active_funded",
    escrow: "lock",
    // The seller's coins are taken once more: a user has asked for that.
    unless: (at) => whenTooLateToReopen(at) ?? (at.facts.reopenAskedAt ? undefined : "trade.reopen_not_asked"),
  },
  // The coins have left: nothing of escrow is touched. The report (market/disputes) says who may, until when.
  { verb: "report_chargeback", by: ["seller"], from: ["released"], to: "chargeback_started", isOfCase: true },
  { verb: "confirm_chargeback", by: ["moderator"], from: ["chargeback_started"], to: "same", isOfCase: true },
  { verb: "dismiss_chargeback", by: ["moderator"], from: ["chargeback_started"], to: "released", isOfCase: true },
  {
    verb: "repay_chargeback",
    by: ["seller", "moderator"],
    from: ["chargeback_started"],
    to: "chargeback_paid",
    isOfCase: true,
  },
];

export function whenOver({ facts, now }: Now): RefusalCode | undefined {
  return facts.expiresAt && facts.expiresAt <= now ? "trade.wrong_status" : undefined;
}

/**
 * A buyer who was given an account says whose account pays, and submits what the offer requires, before they mark the trade as
 * paid.
 */
export function whenUnready(at: Now): RefusalCode | undefined {
  return at.facts.isPayerAwaited ? "payment_account.payer_missing" : whenProofAwaited(at);
}

export function whenProofAwaited({ facts }: Now): RefusalCode | undefined {
  return facts.isProofAwaited ? "trade.receipt_missing" : undefined;
}

export function unlessOver(at: Now): RefusalCode | undefined {
  return at.facts.expiresAt !== null && whenOver(at) ? undefined : "trade.wrong_status";
}

/** A window that ends before the waiting time does leaves nothing to dispute: the coins go back by themselves. */
function whenNeverDisputed({ facts }: Now): RefusalCode | undefined {
  return facts.expiresAt && disputeAvailableAt(facts) >= facts.expiresAt ? "dispute.too_early" : undefined;
}

/** A trade is reopened once, and only soon after its end. */
function whenTooLateToReopen({ facts, now }: Now): RefusalCode | undefined {
  if (facts.isReopened) return "trade.wrong_status";
  const lastMs = (facts.endedAt ?? facts.startedAt).getTime() + REOPEN_WITHIN_HOURS * 3_600_000;
  return now.getTime() > lastMs ? "trade.reopen_too_late" : undefined;
}

/** Counted from "paid", or from the start; sooner when "paid" came suspiciously fast, against those who lock coins. */
export function disputeAvailableAt(facts: Pick<TradeFacts, "startedAt" | "paidAt" | "disputeWaitSec">): Date {
  const { startedAt, paidAt, disputeWaitSec } = facts;
  const isQuick = paidAt !== null && paidAt.getTime() - startedAt.getTime() <= QUICK_PAID_MINUTES * 60_000;
  const waitSec = isQuick ? Math.min(disputeWaitSec, QUICK_PAID_WAIT_SEC) : disputeWaitSec;
  return new Date((paidAt ?? startedAt).getTime() + waitSec * 1000);
}

export const EFFECTS: Effects = {
  fund: ["window"],
  reveal_details: ["details_revealed"],
  mark_paid: ["paid"],
  release: ["released"],
  extend: ["extended"],
  open_dispute: ["disputed"],
  award_buyer: ["released"],
  ask_reopen: ["reopen_asked"],
  // A new round: its escrow is funded once and leaves once, as the first one's was.
  reopen: ["window", "reopened"],
};

/** The same order as in whenUnready. */
export function payKey({ isPayerAwaited, isProofAwaited }: TradeFacts): string {
  if (isPayerAwaited) return "name_payer";
  return isProofAwaited ? "pay_and_show" : "pay";
}

export function nextStep(facts: TradeFacts): NextStep {
  const { status, expiresAt } = facts;
  if (isUnfunded(status)) {
    const key = status === "not_funded" ? "fund" : status;
    return { key, mustAct: "seller", by: expiresAt, otherwise: "cancelled_system" };
  }
  if (status === "active_funded") {
    const key = facts.detailsRevealedAt ? payKey(facts) : "reveal";
    return { key, mustAct: "buyer", by: expiresAt, otherwise: "expires" };
  }
  if (status === "paid") return { key: "release", mustAct: "seller", by: null, otherwise: null };
  if (status === "dispute_awarded") return { key: status, mustAct: "moderator", by: null, otherwise: null };
  if (status === "dispute_open") return { key: "dispute", mustAct: "moderator", by: null, otherwise: null };
  const isReopenable = REOPENABLE_STATUSES.some((one) => one === status);
  const isAsked = facts.reopenAskedAt !== null && isReopenable && !facts.isReopened;
  if (facts.isDivided) return { key: "dispute_divided", mustAct: null, by: null, otherwise: null };
  return { key: isAsked ? "reopen_asked" : status, mustAct: isAsked ? "seller" : null, by: null, otherwise: null };
}

export const defaultFlow: Flow = {
  showsDetailsAtOnce: false,
  transitions: TRANSITIONS,
  effects: EFFECTS,
  nextStep,
  disputeAvailableAt,
};
