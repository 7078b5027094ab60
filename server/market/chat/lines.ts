/** What the platform says in a conversation as its trade goes on: each step has a line, and the line follows from the step. */
import { divideEscrow } from "#contract/market/disputes/award-shares.ts";
import type { ChatMessage, ChatState } from "#contract/market/trades/chat.ts";
import type { EventType } from "#contract/platform/events.ts";
import { CRYPTO, displayFromUnits } from "#contract/money/money.ts";
import {
  type FlowType,
  isDisputed,
  isFinal,
  isSuccessful,
  type TradeStatus,
} from "#contract/market/trades/trade/statuses.ts";
import type { StepRow } from "./message-rows.ts";

/** A step as its trade has it; what was written before steps were lines has no place in the conversation. */
type StepOfTrade = Pick<StepRow, "at" | "verb" | "actor" | "status" | "note"> & { readonly line_id: bigint | null };
type TradeOfSteps = Pick<StepRow, "crypto" | "units" | "fee_units" | "buyer_share_units">;

/** The system messages of the steps behind these events, in their order. */
export function linesOf(
  events: readonly { readonly type: EventType; readonly at: Date }[],
  { steps, trade }: { readonly steps: readonly StepOfTrade[]; readonly trade: TradeOfSteps },
): ChatMessage[] {
  const delivered = new Set(events.map(({ type, at }) => `${verbOf(type)} ${at.getTime()}`));
  const { crypto, units, fee_units, buyer_share_units } = trade;
  return steps.flatMap(({ line_id: id, at, verb, actor, status, note }) =>
    id !== null && delivered.has(`${verb} ${at.getTime()}`)
      ? [viewStep({ id, at, verb, actor, status, note, crypto, units, fee_units, buyer_share_units })]
      : [],
  );
}

/** The verb of an event's step; of no step for other events. */
export function verbOf(type: EventType): string {
  if (type === "trade.open") return "start";
  return type.startsWith("trade.") ? type.slice("trade.".length) : "";
}

type Line = { readonly key: string; readonly values?: Readonly<Record<string, string>> };

/** As every member sees it. Nobody can write a line that looks like this. */
export function viewStep(step: StepRow): ChatMessage {
  const { key, values = {} } = lineOf(step);
  return {
    id: String(step.id),
    at: step.at.toISOString(),
    type: "system",
    author: null,
    isMine: false,
    systemKey: key,
    systemValues: { ...values },
    text: "",
    attachment: null,
    warnings: [],
  };
}

function lineOf(step: StepRow): Line {
  const { verb, actor, status } = step;
  if (verb === "start") return { key: status === "not_funded" ? "trade_started_unfunded" : "trade_started" };
  if (verb === "cancel") return { key: `trade_cancelled_${actor}` };
  if (verb === "expire") return { key: status === "expired" ? "trade_expired" : "trade_not_funded" };
  if (verb === "open_dispute") return { key: `dispute_opened_${actor}` };
  if (verb === "extend") return { key: "trade_extended", values: { minutes: String(numberIn(step)) } };
  if (verb === "outage")
    return { key: "platform_was_down", values: { minutes: String(Math.ceil(numberIn(step) / 60)) } };
  if (verb === "repay_chargeback") return { key: `chargeback_paid_by_${actor === "seller" ? "buyer" : "operator"}` };
  if (verb === "award_buyer" || verb === "award_seller") return awardLine(step);
  const key = KEYS[verb];
  if (!key) throw new Error(`the step ${verb} has no line`);
  return { key };
}

const KEYS: Readonly<Record<string, string>> = {
  fund: "trade_funded",
  await_funds: "funds_on_their_way",
  receive_funds: "funds_arrived",
  lose_funds: "funds_missing",
  propose_award: "dispute_awarded",
  reveal_details: "details_shared",
  mark_paid: "trade_paid",
  release: "trade_released",
  ask_reopen: "reopen_asked",
  reopen: "trade_reopened",
  share_gift_card: "gift_card_shared",
  accept_gift_card: "gift_card_accepted",
  share_code: "code_shared",
  reveal_code: "code_revealed",
  fallback: "flow_left",
  report_chargeback: "chargeback_reported",
  confirm_chargeback: "chargeback_confirmed",
  dismiss_chargeback: "chargeback_dismissed",
};

/** The note of an extension says how long it is, in minutes or seconds. */
function numberIn({ verb, note }: StepRow): number {
  const number = Number.parseInt(note ?? "", 10);
  if (Number.isNaN(number)) throw new Error(`the step ${verb} does not say how long`);
  return number;
}

function awardLine({ verb, crypto, units, fee_units, buyer_share_units }: StepRow): Line {
  if (buyer_share_units === null) return { key: `dispute_won_${verb === "award_buyer" ? "buyer" : "seller"}` };
  const { digits } = CRYPTO[crypto];
  const { buyerUnits, sellerUnits } = divideEscrow({ units, feeUnits: fee_units }, buyer_share_units);
  const coins = (part: bigint) => `${displayFromUnits(part, digits)} ${crypto}`;
  return { key: "dispute_divided", values: { buyer: coins(buyerUnits), seller: coins(sellerUnits) } };
}

/** What says whether a conversation is open; `is_talk_over`: the trade ended longer ago than both may go on talking. */
export type TradeOfTalk = {
  readonly status: TradeStatus;
  readonly was_ever_paid: boolean;
  readonly is_talk_over: boolean;
  readonly flow_type: FlowType;
};

/** For some days after a success both may go on talking, for a receipt or a thank you; after a cancel they may not. */
export function closedBecause({
  status,
  was_ever_paid,
  is_talk_over,
  flow_type,
}: TradeOfTalk): ChatState["blockReason"] {
  // Nobody negotiates in bt-auto: what is said is said to a moderator.
  const isSilent = flow_type === "bt-auto" && !isDisputed(status);
  if (!isFinal(status)) return isSilent ? "ChatNotAvailableYet" : null;
  if (isSuccessful(status)) return is_talk_over || isSilent ? "ChatNotAvailableAfterTradeCompleted" : null;
  // Somebody who once said that they paid may still have to be listened to.
  return was_ever_paid && !isSilent ? null : "ChatBlockedAfterTradeIsCanceled";
}
