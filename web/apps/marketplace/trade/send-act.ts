/** The acts of a side in a trade, each with exactly the input it needs, and its one call. */
import type { TradeView } from "#contract/market/trades/trade/trades.ts";
import type { TradeVerb } from "#contract/market/trades/trade/verbs.ts";
import type { PageKit } from "#sdk/page-kit.ts";

/** The place of a verb on the page. Verbs of the clock and the chains have no button; a moderator's need a reason and are in the award panel; a case has its own. */
export const PLACE = {
  fund: "at_once",
  await_funds: "platform",
  receive_funds: "platform",
  lose_funds: "platform",
  reveal_details: "at_once",
  ask_reopen: "at_once",
  reopen: "at_once",
  accept_gift_card: "at_once",
  share_gift_card: "asks_first",
  share_code: "asks_first",
  fallback: "asks_first",
  reveal_code: "shows",
  mark_paid: "asks_first",
  release: "asks_first",
  cancel: "asks_first",
  extend: "asks_first",
  open_dispute: "asks_first",
  propose_award: "case",
  award_buyer: "award_panel",
  award_seller: "award_panel",
  expire: "clock",
  report_chargeback: "case",
  confirm_chargeback: "case",
  dismiss_chargeback: "case",
  repay_chargeback: "case",
} as const satisfies Record<
  TradeVerb,
  "at_once" | "asks_first" | "shows" | "award_panel" | "clock" | "platform" | "case"
>;

type Placed<Place> = { [V in TradeVerb]: (typeof PLACE)[V] extends Place ? V : never }[TradeVerb];
export type SideVerb = Placed<"at_once" | "asks_first" | "shows">;
export type PlainVerb = Exclude<Placed<"at_once" | "asks_first">, "extend" | "open_dispute" | "share_gift_card">;

export type TradeAct =
  | { readonly verb: PlainVerb }
  | { readonly verb: "share_gift_card"; readonly card: string }
  | { readonly verb: "extend"; readonly minutes: 15 | 30 | 60 }
  | { readonly verb: "open_dispute"; readonly reasonId: number; readonly text: string };

export function isAtOnce(verb: TradeVerb): verb is Placed<"at_once"> {
  return PLACE[verb] === "at_once";
}

/** Whether the verb is a side's own, with a button among the trade's actions. */
export function isOfSide(verb: TradeVerb): verb is SideVerb {
  return PLACE[verb] === "at_once" || PLACE[verb] === "asks_first" || PLACE[verb] === "shows";
}

const FALLBACK_WORDS: Readonly<Record<string, string>> = { "bt-auto": "fallback_auto", lite: "fallback_lite" };

/** The key of a verb's words; leaving a flow has other words in each. */
export function wordOfAct({ flow }: Pick<TradeView, "flow">, verb: TradeVerb): string {
  return (verb === "fallback" && FALLBACK_WORDS[flow.type]) || verb;
}

/** Answers the trade as it is then. */
export async function sendAct({ call }: Pick<PageKit, "call">, hash: string, act: TradeAct): Promise<TradeView> {
  const [trades, cards] = await Promise.all([
    import("#contract/market/trades/trade/trades.ts"),
    import("#contract/market/trades/card-trades.ts"),
  ]);
  const params = { id: hash };
  switch (act.verb) {
    case "fund":
      return (await call(trades.fundTrade, { params })).data;
    case "reveal_details":
      return (await call(trades.revealPaymentDetails, { params })).data;
    case "mark_paid":
      return (await call(trades.markTradePaid, { params })).data;
    case "share_gift_card":
      return (await call(cards.shareGiftCard, { params, body: { gift_card: act.card } })).data;
    case "accept_gift_card":
      return (await call(cards.acceptGiftCard, { params })).data;
    case "share_code":
      return (await call(cards.shareGiftCardCode, { params })).data;
    case "fallback":
      return (await call(trades.fallbackTrade, { params })).data;
    case "ask_reopen":
    case "reopen":
      return (await call(trades.reopenTrade, { params })).data;
    case "release":
      return (await call(trades.releaseTrade, { params })).data;
    case "cancel":
      return (await call(trades.cancelTrade, { params, body: {} })).data;
    case "extend":
      return (await call(trades.extendTrade, { params, body: { minutes: act.minutes } })).data;
    case "open_dispute": {
      const { openDispute } = await import("#contract/market/disputes/disputes.ts");
      const body = { dispute_reason_id: act.reasonId, dispute_reason_text: act.text };
      return (await call(openDispute, { params, body })).data;
    }
    default:
      throw new Error(`not an act of a side: ${JSON.stringify(act satisfies never)}`);
  }
}
