/** The model's rules of the flows in which trades run: which verbs each has, and what becomes of a card that pays. */
import { WAITS_FOR_COINS } from "./money/funds.ts";
import { isProofAwaited } from "./proofs.ts";
import type { CardVerb, Flow, ModelTrade, Role } from "./types.ts";

const WRONG = "trade.wrong_status";
const NOT_YOURS = "trade.not_yours";

const FIRST: Readonly<Record<string, string>> = {
  active_funded: "trade.card_first",
  gcc_info_shared: "trade.card_unaccepted",
  gcc_info_accepted: "trade.code_first",
};
const AFTER: Readonly<Record<string, readonly string[]>> = {
  active_funded: ["accept card", "share code", "reveal code", "dispute"],
  gcc_info_shared: ["accept card", "share code", "reveal code", "dispute"],
  gcc_info_accepted: ["reveal code", "dispute"],
};

/** Of a step from a status that is not this one: what has to come first, where it can still come. */
export function tooEarly({ status }: ModelTrade, kind: string): string {
  if (WAITS_FOR_COINS.includes(status)) return "trade.unfunded";
  return AFTER[status]?.includes(kind) ? (FIRST[status] ?? WRONG) : WRONG;
}

/** The window runs, and the coins are there. */
export const UNPAID = ["active_funded", "gcc_info_shared", "gcc_info_accepted"];

export const CARD_VERBS: readonly CardVerb[] = ["share card", "accept card", "share code", "reveal code", "fallback"];
const isCardVerb = (kind: string): kind is CardVerb => CARD_VERBS.some((one) => one === kind);

/** A verb of another flow has no actor here. */
export function hasVerb(flow: Flow, kind: string): boolean {
  if (kind === "fallback") return flow !== "default";
  if (isCardVerb(kind)) return flow === "gcc-auto";
  if (kind === "reveal") return flow === "default";
  return kind !== "paid" || flow !== "gcc-auto";
}

const ACTS: Readonly<Record<Exclude<CardVerb, "reveal code" | "fallback">, { by: Role; from: string; to: string }>> = {
  "share card": { by: "buyer", from: "active_funded", to: "gcc_info_shared" },
  "accept card": { by: "seller", from: "gcc_info_shared", to: "gcc_info_accepted" },
  "share code": { by: "buyer", from: "gcc_info_accepted", to: "gcc_code_shared" },
};

export const asCardVerb = (kind: string): CardVerb | undefined => (isCardVerb(kind) ? kind : undefined);

type Acting = { readonly by: Role; readonly nowMin: number; readonly windowOpen: boolean };

/** "" or the refusal. */
export function actWithCard(trade: ModelTrade, kind: CardVerb, { by, nowMin, windowOpen }: Acting): string {
  if (kind === "reveal code") return look(trade, { by, nowMin });
  if (kind === "fallback") {
    if (!UNPAID.includes(trade.status)) return tooEarly(trade, kind);
    if (!windowOpen) return WRONG;
    leaveCard(trade);
    Object.assign(trade, { status: "active_funded", flow: "default" });
    return "";
  }
  const { by: whose, from, to } = ACTS[kind];
  if (by !== whose) return NOT_YOURS;
  if (trade.status !== from) return tooEarly(trade, kind);
  if (!windowOpen) return WRONG;
  if (kind === "share code" && isProofAwaited(trade)) return "trade.receipt_missing";
  trade.status = to;
  if (kind === "share card") trade.cards = [...trade.cards, "in_use"];
  if (kind === "share code") Object.assign(trade, { paidAt: nowMin, everPaid: true, expiresAt: undefined });
  return "";
}

const LOST_ANSWER_MIN = 2;
const SHOWS = ["gcc_code_shared", "released", "dispute_won_buyer", "chargeback_started", "chargeback_paid"];

function look(trade: ModelTrade, { by, nowMin }: Omit<Acting, "windowOpen">): string {
  if (by !== "seller") return NOT_YOURS;
  const isDividedLoss = trade.status === "dispute_won_seller" && trade.share !== undefined;
  if (!SHOWS.includes(trade.status) && !isDividedLoss) return tooEarly(trade, "reveal code");
  if (trade.paidAt === undefined) return WRONG;
  if (trade.seenAt !== undefined) return nowMin - trade.seenAt <= LOST_ANSWER_MIN ? "" : "gift_card.shown_before";
  trade.seenAt = nowMin;
  trade.cards = trade.cards.map((card) => (card === "in_use" ? "revealed" : card));
  return "";
}

/** Unseen, it is its owner's again. */
function leaveCard(trade: ModelTrade): void {
  trade.cards = trade.cards.filter((card) => card !== "in_use");
}

/** The trade has ended: what it paid for is used, where anything was paid. */
export function endCard(trade: ModelTrade): void {
  if (trade.flow !== "gcc-auto") return;
  const isPaidFor = /^(released|dispute_won_buyer)$/.test(trade.status) || trade.share !== undefined;
  if (isPaidFor && trade.paidAt !== undefined)
    trade.cards = trade.cards.map((card, place) => (place === trade.cards.length - 1 ? "used" : card));
  else leaveCard(trade);
}
