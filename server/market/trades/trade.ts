/**
 * A trade as its rules see it: what may follow, decided by the table of its flow. Pure: the one place where a status is
 * decided, for server and screens.
 */
import { Refusal, type RefusalCode } from "#contract/platform/errors/refusals.ts";
import { type FlowType, isFinal, isUnfunded, type TradeStatus } from "#contract/market/trades/trade/statuses.ts";
import type { TradeActor, TradeVerb } from "#contract/market/trades/trade/verbs.ts";
import type { EscrowStep, NextStep, TradeFacts, Transition } from "./flows/flow.ts";
import { FLOWS } from "./flows/index.ts";
import type { TradeRow } from "./rows.ts";

export function factsOf(row: TradeRow): TradeFacts {
  return {
    flowType: row.flow_type,
    status: row.status,
    buyerIsOwner: row.owner_id === row.buyer_id,
    startedAt: row.started_at,
    expiresAt: row.expires_at,
    detailsRevealedAt: row.details_revealed_at,
    ownerRespondedAt: row.owner_responded_at,
    paidAt: row.paid_at,
    codeRevealedAt: row.code_revealed_at,
    endedAt: row.ended_at,
    extensionsLeft: row.most_extensions - row.extended_times,
    reopenAskedAt: row.reopen_asked_at,
    isReopened: row.is_reopened,
    disputeWaitSec: row.dispute_wait_sec,
    isDivided: row.buyer_share_units !== null,
    isProofAwaited: row.awaited.length > 0,
    isPayerAwaited: row.payer_awaited,
  };
}

/** Buyer or seller; undefined for a stranger. */
export function roleIn(
  trade: Pick<TradeRow, "buyer_id" | "seller_id">,
  userId: bigint,
): "buyer" | "seller" | undefined {
  if (trade.buyer_id === userId) return "buyer";
  return trade.seller_id === userId ? "seller" : undefined;
}

export type Decision = {
  readonly status: TradeStatus;
  readonly escrow: EscrowStep | undefined;
  /** In which the trade goes on. */
  readonly flowType: FlowType;
};

type Asked = { readonly verb: TradeVerb; readonly actor: TradeActor; readonly now: Date };

/** The next status, or a refusal: trade.not_yours, trade.wrong_status, a step that has to come first, or the transition's own. */
export function decide(facts: TradeFacts, asked: Asked): Decision | Refusal {
  const found = findTransition(facts, asked);
  if ("refused" in found) return new Refusal(found.refused, found.context);
  const { transition, availableAt } = found;
  if (availableAt) {
    return new Refusal(transition.early ?? "trade.wrong_status", {
      availableAt: availableAt.toISOString(),
      minutes: minutesUntil(availableAt, asked.now),
    });
  }
  const { to, toFlow = facts.flowType, escrow } = transition;
  return { status: to === "same" ? facts.status : to, escrow, flowType: toFlow };
}

export type OpenTransition = { readonly verb: TradeVerb; readonly availableAt: Date | null };

/** The acts that this actor may do now, or later without another event. The page shows these buttons and no others. */
export function transitionsFor(facts: TradeFacts, actor: TradeActor, now: Date): OpenTransition[] {
  const verbs = new Set(FLOWS[facts.flowType].transitions.map(({ verb }) => verb));
  return [...verbs].flatMap((verb) => {
    const found = findTransition(facts, { verb, actor, now });
    return "refused" in found || found.transition.isOfCase ? [] : [{ verb, availableAt: found.availableAt }];
  });
}

type Found =
  | { readonly transition: Transition; readonly availableAt: Date | null }
  | { readonly refused: RefusalCode; readonly context: Record<string, unknown> };

/** The one rule behind calls and buttons. `availableAt` is null once it may be done. A page asks of every verb: a Refusal each costs a stack. */
function findTransition(facts: TradeFacts, { verb, actor, now }: Asked): Found {
  const { status } = facts;
  const refused = (code: RefusalCode, context: Record<string, unknown> = { status }) => ({ refused: code, context });
  const ofVerb = FLOWS[facts.flowType].transitions.filter((transition) => transition.verb === verb);
  // A verb of other flows: no user may use it on this trade.
  if (ofVerb.length === 0) return refused("trade.wrong_status");
  const mine = ofVerb.filter((transition) => transition.by.includes(actor));
  if (mine.length === 0) return refused("trade.not_yours", {});
  const transition = mine.find(({ from }) => from.includes(status));
  if (!transition) return refused(firstStep(verb, status) ?? "trade.wrong_status");
  const hindrance = transition.unless?.({ facts, now });
  const from = transition.availableAt?.(facts) ?? null;
  if (hindrance) return refused(hindrance, { status, ...(from && { minutes: minutesUntil(from, now) }) });
  return { transition, availableAt: from && from > now ? from : null };
}

const minutesUntil = (then: Date, now: Date) => Math.max(1, Math.ceil((then.getTime() - now.getTime()) / 60_000));

/** The refusal of a verb whose time has not come yet: it names the step that has to come first. */
function firstStep(verb: TradeVerb, status: TradeStatus): RefusalCode | undefined {
  if (isReopening(verb)) return isFinal(status) ? undefined : "trade.not_over";
  if (isUnfunded(status)) return "trade.unfunded";
  if (status === "active_funded" && AFTER_CARD.includes(verb)) return "trade.card_first";
  if (status === "gcc_info_shared" && AFTER_CARD.includes(verb)) return "trade.card_unaccepted";
  if (status === "gcc_info_accepted" && AFTER_CODE.includes(verb)) return "trade.code_first";
  return undefined;
}

const isReopening = (verb: TradeVerb) => verb === "reopen" || verb === "ask_reopen";
const AFTER_CODE: readonly TradeVerb[] = ["reveal_code", "open_dispute"];
const AFTER_CARD: readonly TradeVerb[] = ["accept_gift_card", "share_code", ...AFTER_CODE];

export function nextStep(facts: TradeFacts): NextStep {
  return FLOWS[facts.flowType].nextStep(facts);
}
