// Guards: every verb of a trade has one place on the page and one call; none becomes a dispute by mistake.
import assert from "node:assert/strict";
import { test } from "node:test";
import { TRADE_VERBS, type TradeVerb } from "#contract/market/trades/trade/verbs.ts";
import { isOfSide, PLACE, sendAct, type TradeAct } from "./send-act.ts";

const HASH = "Kx7fQ2mZp1a";

async function callsFor(act: unknown) {
  const calls: { name: string; body: unknown }[] = [];
  const call = async (endpoint: { name: string }, input: { body?: unknown }) => {
    calls.push({ name: endpoint.name, body: input.body });
    return { data: {}, meta: {} };
  };
  await sendAct({ call: call as never }, HASH, act as TradeAct);
  return calls;
}

const ENDPOINTS: Partial<Record<TradeVerb, string>> = {
  fund: "fundTrade",
  reveal_details: "revealPaymentDetails",
  mark_paid: "markTradePaid",
  cancel: "cancelTrade",
  release: "releaseTrade",
  extend: "extendTrade",
  open_dispute: "openDispute",
  ask_reopen: "reopenTrade",
  reopen: "reopenTrade",
  share_gift_card: "shareGiftCard",
  accept_gift_card: "acceptGiftCard",
  share_code: "shareGiftCardCode",
  fallback: "fallbackTrade",
};
/** Answers more than the trade: its dialog sends it. */
const isShown = (verb: TradeVerb) => PLACE[verb] === "shows";

test("every verb of a side is sent by its own call, and a dispute carries what was typed", async () => {
  for (const verb of TRADE_VERBS.filter((one) => isOfSide(one) && !isShown(one))) {
    const typed = { minutes: 15, reasonId: 3, text: "The money came short.", card: "Card12345678" };
    const [call, ...more] = await callsFor({ verb, ...typed });
    assert.equal(call?.name, ENDPOINTS[verb], verb);
    assert.deepEqual(more, []);
    if (verb === "open_dispute")
      assert.deepEqual(call?.body, { dispute_reason_id: 3, dispute_reason_text: "The money came short." });
    if (verb === "share_gift_card") assert.deepEqual(call?.body, { gift_card: "Card12345678" });
    if (verb === "extend") assert.deepEqual(call?.body, { minutes: 15 });
  }
});

test("a verb of the clock, of the platform, of a moderator or of a later release is never sent, least of all as a dispute", async () => {
  const others = TRADE_VERBS.filter((verb) => !isOfSide(verb));
  const chargebacks = ["confirm_chargeback", "dismiss_chargeback", "repay_chargeback", "report_chargeback"];
  const ofFunds = ["await_funds", "receive_funds", "lose_funds"];
  const expected = ["award_buyer", "award_seller", "propose_award", "expire", ...ofFunds, ...chargebacks];
  assert.deepEqual([...others].sort(), expected.sort());
  for (const verb of [...others, "reveal_code", "a_verb_of_next_year"]) {
    await assert.rejects(callsFor({ verb }), /not an act of a side/);
  }
});

test("every verb has a place, and the moderator's are the award panel's", () => {
  assert.deepEqual(Object.keys(PLACE).sort(), [...TRADE_VERBS].sort());
  assert.equal(PLACE.award_buyer, "award_panel");
  assert.equal(PLACE.expire, "clock");
});
