/**
 * A gift card pays, out of its owner's vault: the buyer shares what the card is, the seller accepts it, and the buyer gives its code,
 * which counts as paid. The seller looks at the code once and releases. Until the code is given, either side may go on in the default
 * flow.
 */
import type { RefusalCode } from "#contract/platform/errors/refusals.ts";
import { SUCCESSFUL_STATUSES, type TradeStatus } from "#contract/market/trades/trade/statuses.ts";
import type { TradeVerb } from "#contract/market/trades/trade/verbs.ts";
import {
  disputeAvailableAt,
  EFFECTS,
  nextStep as defaultNextStep,
  TRANSITIONS,
  unlessOver,
  whenOver,
  whenProofAwaited,
} from "./default.ts";
import type { Flow, NextStep, Now, TradeFacts, Transition } from "./flow.ts";

/** Verbs with other steps here: a card's facts and its code replace the details and "paid". */
const OTHERS: readonly TradeVerb[] = ["reveal_details", "mark_paid", "open_dispute"];
/** The card is on the table, and nobody but its owner knows its code. */
const BEFORE_CODE = ["gcc_info_shared", "gcc_info_accepted"] as const satisfies readonly TradeStatus[];

const GCC_AUTO: readonly Transition[] = [
  ...TRANSITIONS.filter(({ verb }) => !OTHERS.includes(verb)).map(withGiftCards),
  { verb: "share_gift_card", by: ["buyer"], from: ["active_funded"], to: "gcc_info_shared", unless: whenOver },
  { verb: "accept_gift_card", by: ["seller"], from: ["gcc_info_shared"], to: "gcc_info_accepted", unless: whenOver },
  {
    verb: "share_code",
    by: ["buyer"],
    from: ["gcc_info_accepted"],
    to: "gcc_code_shared",
    unless: (at) => whenOver(at) ?? whenProofAwaited(at),
  },
  // Not while a moderator decides: one side would have both coins and code.
  {
    verb: "reveal_code",
    by: ["seller"],
    from: ["gcc_code_shared", ...SUCCESSFUL_STATUSES, "dispute_won_seller"],
    to: "same",
    unless: whenNothingToReveal,
  },
  {
    verb: "open_dispute",
    by: ["buyer", "seller"],
    from: ["gcc_code_shared"],
    to: "dispute_open",
    availableAt: disputeAvailableAt,
    early: "dispute.too_early",
  },
  {
    verb: "fallback",
    by: ["buyer", "seller"],
    from: ["active_funded", ...BEFORE_CODE],
    to: "active_funded",
    toFlow: "default",
    unless: whenOver,
  },
  { verb: "expire", by: ["clock"], from: BEFORE_CODE, to: "expired", escrow: "return", unless: unlessOver },
];

/** From where the buyer could cancel and the seller release or extend, they can here too. */
function withGiftCards(transition: Transition): Transition {
  const { verb, from, by } = transition;
  const isOfEscrow = from.includes("active_funded");
  if (verb === "extend") return { ...transition, from: [...from, ...BEFORE_CODE] };
  if (isOfEscrow && (verb === "release" || (verb === "cancel" && by.includes("buyer"))))
    return {
      ...transition,
      from: [...from.filter((status) => status !== "paid"), ...BEFORE_CODE, "gcc_code_shared"],
    };
  return transition;
}

/** For so long the answer is given again, in case it was lost; the recorded time stays the first. */
const REVEALS_AGAIN_MS = 2 * 60_000;

/** Only a code that was given is shown, and it is the seller's for good once the buyer has coins for it. */
function whenNothingToReveal({ facts, now }: Now): RefusalCode | undefined {
  if (facts.paidAt === null) return "trade.wrong_status";
  if (facts.status === "dispute_won_seller" && !facts.isDivided) return "trade.wrong_status";
  const { codeRevealedAt: shownAt } = facts;
  return shownAt && now.getTime() - shownAt.getTime() > REVEALS_AGAIN_MS ? "gift_card.shown_before" : undefined;
}

function nextStep(facts: TradeFacts): NextStep {
  const { status, expiresAt: by } = facts;
  const timed = (key: string, mustAct: "buyer" | "seller") => ({ key, mustAct, by, otherwise: "expires" }) as const;
  if (status === "active_funded") return timed("share_gift_card", "buyer");
  if (status === "gcc_info_shared") return timed("accept_gift_card", "seller");
  if (status === "gcc_info_accepted")
    return timed(facts.isProofAwaited ? "show_and_share_code" : "share_code", "buyer");
  if (status === "gcc_code_shared") {
    const key = facts.codeRevealedAt ? "release_for_code" : "reveal_code";
    return { key, mustAct: "seller", by: null, otherwise: null };
  }
  return defaultNextStep(facts);
}

export const gccAutoFlow: Flow = {
  showsDetailsAtOnce: true,
  transitions: GCC_AUTO,
  effects: {
    ...EFFECTS,
    share_code: ["paid"],
    reveal_code: ["code_revealed"],
  },
  nextStep,
  disputeAvailableAt,
};
