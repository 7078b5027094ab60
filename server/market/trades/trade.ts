/**
 * The life of a trade. Coins sit in escrow from `active_funded` until the trade reaches a status in FINAL; each way
 * out of escrow is exactly one row of MOVES. Pure: the one place where a status is decided, for server and screens.
 */
import { Refusal, type RefusalCode } from "#contract/refusals.ts";
import type { TradeActor, TradeStatus, TradeVerb } from "#contract/trades.ts";

export type TradeFacts = {
  readonly status: TradeStatus;
  readonly buyerIsOwner: boolean;
  readonly startedAt: Date;
  readonly expiresAt: Date | null;
  readonly detailsRevealedAt: Date | null;
  readonly ownerRespondedAt: Date | null;
  readonly paidAt: Date | null;
  readonly endedAt: Date | null;
  readonly extendedTimes: number;
  readonly reopenAskedAt: Date | null;
  readonly isReopened: boolean;
  readonly disputeWaitSec: number;
};

/** What happens to the coins: locked at funding, then one way out per round. */
export type EscrowStep = "lock" | "release" | "return";

type Now = { readonly facts: TradeFacts; readonly now: Date };

type Move = {
  readonly verb: TradeVerb;
  readonly by: readonly TradeActor[];
  readonly from: readonly TradeStatus[];
  /** "same" leaves the status as it is. */
  readonly to: TradeStatus | "same";
  readonly escrow?: EscrowStep;
  /** The instant from which it may be done; null for at once. */
  readonly availableAt?: (facts: TradeFacts) => Date | null;
  /** The refusal before that instant. */
  readonly early?: RefusalCode;
  /** Why it may not be done although status and actor are right. */
  readonly unless?: (at: Now) => RefusalCode | undefined;
};

export const FUND_WITHIN_MINUTES = 30;
export const SELLER_MAY_CANCEL_AFTER_MINUTES = 5;
export const REOPEN_WITHIN_HOURS = 24;
export const MOST_EXTENSIONS = 2;
const QUICK_PAID_MINUTES = 5;
const QUICK_PAID_WAIT_SEC = 30 * 60;

const ENDED_WITHOUT_RELEASE: readonly TradeStatus[] = [
  "expired",
  "cancelled_buyer",
  "cancelled_seller",
  "cancelled_system",
];
export const FINAL: readonly TradeStatus[] = [
  ...ENDED_WITHOUT_RELEASE,
  "released",
  "dispute_won_buyer",
  "dispute_won_seller",
];
/** In these the escrow holds the coins. */
export const IN_ESCROW: readonly TradeStatus[] = ["active_funded", "paid", "dispute_open"];

export const MOVES: readonly Move[] = [
  { verb: "fund", by: ["seller"], from: ["not_funded"], to: "active_funded", escrow: "lock", unless: whenOver },
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
    unless: (at) => whenOver(at) ?? (at.facts.detailsRevealedAt ? undefined : "trade.wrong_status"),
  },
  // A seller may release before the buyer marks paid: both sides gain, nobody is harmed.
  {
    verb: "release",
    by: ["seller"],
    from: ["active_funded", "paid", "dispute_open"],
    to: "released",
    escrow: "release",
  },
  // Only the buyer gives up a paid trade: otherwise a seller could take the money and cancel.
  {
    verb: "cancel",
    by: ["buyer"],
    from: ["active_funded", "paid", "dispute_open"],
    to: "cancelled_buyer",
    escrow: "return",
  },
  { verb: "cancel", by: ["buyer"], from: ["not_funded"], to: "cancelled_buyer" },
  { verb: "cancel", by: ["seller"], from: ["not_funded"], to: "cancelled_seller" },
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
    unless: (at) => whenOver(at) ?? (at.facts.extendedTimes < MOST_EXTENSIONS ? undefined : "trade.no_extension_left"),
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
  { verb: "award_buyer", by: ["moderator"], from: ["dispute_open"], to: "dispute_won_buyer", escrow: "release" },
  { verb: "award_seller", by: ["moderator"], from: ["dispute_open"], to: "dispute_won_seller", escrow: "return" },
  { verb: "expire", by: ["clock"], from: ["active_funded"], to: "expired", escrow: "return", unless: unlessOver },
  { verb: "expire", by: ["clock"], from: ["not_funded"], to: "cancelled_system", unless: unlessOver },
  {
    verb: "ask_reopen",
    by: ["buyer"],
    from: ENDED_WITHOUT_RELEASE,
    to: "same",
    unless: (at) => whenTooLateToReopen(at) ?? (at.facts.reopenAskedAt ? "trade.wrong_status" : undefined),
  },
  {
    verb: "reopen",
    by: ["seller"],
    from: ENDED_WITHOUT_RELEASE,
    to: "active_funded",
    escrow: "lock",
    unless: (at) => whenTooLateToReopen(at) ?? (at.facts.reopenAskedAt ? undefined : "trade.reopen_not_asked"),
  },
  {
    verb: "reopen",
    by: ["moderator"],
    from: ENDED_WITHOUT_RELEASE,
    to: "active_funded",
    escrow: "lock",
    unless: whenTooLateToReopen,
  },
];

function whenOver({ facts, now }: Now): RefusalCode | undefined {
  return facts.expiresAt && facts.expiresAt <= now ? "trade.wrong_status" : undefined;
}

function unlessOver(at: Now): RefusalCode | undefined {
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

export type Decision = { readonly status: TradeStatus; readonly escrow: EscrowStep | undefined };

/** What follows, or the refusal why not: trade.not_yours, trade.wrong_status, or the move's own. */
export function decide(
  facts: TradeFacts,
  { verb, actor, now }: { verb: TradeVerb; actor: TradeActor; now: Date },
): Decision | Refusal {
  const ofVerb = MOVES.filter((move) => move.verb === verb);
  if (ofVerb.length === 0) throw new Error(`no such move: ${verb}`);
  const mine = ofVerb.filter((move) => move.by.includes(actor));
  if (mine.length === 0) return new Refusal("trade.not_yours");
  const move = mine.find((candidate) => candidate.from.includes(facts.status));
  if (!move) return new Refusal("trade.wrong_status", { status: facts.status });
  const hindrance = move.unless?.({ facts, now });
  if (hindrance) return new Refusal(hindrance, { status: facts.status });
  const availableAt = move.availableAt?.(facts) ?? null;
  if (availableAt && availableAt > now) {
    return new Refusal(move.early ?? "trade.wrong_status", { availableAt: availableAt.toISOString() });
  }
  return { status: move.to === "same" ? facts.status : move.to, escrow: move.escrow };
}

export type OpenMove = { readonly verb: TradeVerb; readonly availableAt: Date | null };

/** What this actor may do now, or later without anything else happening. The page shows these buttons and no others. */
export function movesFor(facts: TradeFacts, actor: TradeActor, now: Date): OpenMove[] {
  return MOVES.filter(
    (move) => move.by.includes(actor) && move.from.includes(facts.status) && !move.unless?.({ facts, now }),
  ).map((move) => {
    const availableAt = move.availableAt?.(facts) ?? null;
    return { verb: move.verb, availableAt: availableAt && availableAt > now ? availableAt : null };
  });
}

export function isFinal(status: TradeStatus): boolean {
  return FINAL.includes(status);
}

export function isSuccessful(status: TradeStatus): boolean {
  return status === "released" || status === "dispute_won_buyer";
}

export type NextStep = {
  readonly key: string;
  readonly mustAct: "buyer" | "seller" | "moderator" | null;
  readonly by: Date | null;
  readonly otherwise: "expires" | "cancelled_system" | null;
};

/** One sentence of what happens next: who must act, by when, and what happens by itself otherwise. */
export function nextStep(facts: TradeFacts): NextStep {
  const { status, expiresAt } = facts;
  if (status === "not_funded") return { key: "fund", mustAct: "seller", by: expiresAt, otherwise: "cancelled_system" };
  if (status === "active_funded") {
    const key = facts.detailsRevealedAt ? "pay" : "reveal";
    return { key, mustAct: "buyer", by: expiresAt, otherwise: "expires" };
  }
  if (status === "paid") return { key: "release", mustAct: "seller", by: null, otherwise: null };
  if (status === "dispute_open") return { key: "dispute", mustAct: "moderator", by: null, otherwise: null };
  const isAsked = facts.reopenAskedAt !== null && ENDED_WITHOUT_RELEASE.includes(status) && !facts.isReopened;
  return { key: isAsked ? "reopen_asked" : status, mustAct: isAsked ? "seller" : null, by: null, otherwise: null };
}
