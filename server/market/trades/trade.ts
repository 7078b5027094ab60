/**
 * A trade as its rules see it: what may follow, decided by the table of its flow. Pure: the one place where a status is
 * decided, for server and screens.
 */
import { Refusal } from "#contract/refusals.ts";
import type { FlowType, TradeStatus } from "#contract/trade-statuses.ts";
import type { TradeActor, TradeVerb } from "#contract/trade-verbs.ts";
import type { EscrowStep, NextStep, TradeFacts } from "./flows/flow.ts";
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

/** What follows, or the refusal why not: trade.not_yours, trade.wrong_status, or the transition's own. */
export function decide(
  facts: TradeFacts,
  { verb, actor, now }: { verb: TradeVerb; actor: TradeActor; now: Date },
): Decision | Refusal {
  const ofVerb = FLOWS[facts.flowType].transitions.filter((transition) => transition.verb === verb);
  // A verb of other flows: whoever it is, nothing of this trade is theirs to do by it.
  if (ofVerb.length === 0) return new Refusal("trade.wrong_status", { status: facts.status });
  const mine = ofVerb.filter((transition) => transition.by.includes(actor));
  if (mine.length === 0) return new Refusal("trade.not_yours");
  const transition = mine.find((candidate) => candidate.from.includes(facts.status));
  if (!transition) return new Refusal("trade.wrong_status", { status: facts.status });
  const hindrance = transition.unless?.({ facts, now });
  if (hindrance) return new Refusal(hindrance, { status: facts.status });
  const availableAt = transition.availableAt?.(facts) ?? null;
  if (availableAt && availableAt > now) {
    return new Refusal(transition.early ?? "trade.wrong_status", { availableAt: availableAt.toISOString() });
  }
  const { to, toFlow = facts.flowType, escrow } = transition;
  return { status: to === "same" ? facts.status : to, escrow, flowType: toFlow };
}

export type OpenTransition = { readonly verb: TradeVerb; readonly availableAt: Date | null };

/** What this actor may do now, or later without anything else happening. The page shows these buttons and no others. */
export function transitionsFor(facts: TradeFacts, actor: TradeActor, now: Date): OpenTransition[] {
  return FLOWS[facts.flowType].transitions
    .filter(
      ({ by, from, unless, isOfCase }) =>
        !isOfCase && by.includes(actor) && from.includes(facts.status) && !unless?.({ facts, now }),
    )
    .map(({ verb, availableAt }) => {
      const from = availableAt?.(facts) ?? null;
      return { verb, availableAt: from && from > now ? from : null };
    });
}

export function nextStep(facts: TradeFacts): NextStep {
  return FLOWS[facts.flowType].nextStep(facts);
}
