// Guards: the tables of the other flows, by every status, verb and actor: lite, and gcc-auto with its card.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Refusal } from "#contract/platform/errors/refusals.ts";
import {
  type FlowType,
  isFinal,
  isInEscrow,
  isTimed,
  TRADE_STATUSES,
  type TradeStatus,
} from "#contract/market/trades/trade/statuses.ts";
import { TRADE_VERBS, type TradeActor } from "#contract/market/trades/trade/verbs.ts";
import type { TradeFacts } from "./flows/flow.ts";
import { FLOWS } from "./flows/index.ts";
import { decide, nextStep, transitionsFor } from "./trade.ts";

const START = new Date("2026-03-01T12:00:00Z");
const after = (minutes: number) => new Date(START.getTime() + minutes * 60_000);
const ACTORS: readonly TradeActor[] = ["buyer", "seller", "moderator", "clock", "platform"];
const PAID: readonly TradeStatus[] = ["paid", "gcc_code_shared", "dispute_open", "dispute_awarded"];

function facts(flowType: FlowType, status: TradeStatus, more: Partial<TradeFacts> = {}): TradeFacts {
  return {
    flowType,
    status,
    buyerIsOwner: false,
    startedAt: START,
    expiresAt: isTimed(status) ? after(60) : null,
    detailsRevealedAt: null,
    ownerRespondedAt: after(1),
    paidAt: PAID.includes(status) ? after(20) : null,
    codeRevealedAt: null,
    endedAt: isFinal(status) ? after(40) : null,
    extensionsLeft: 2,
    reopenAskedAt: null,
    isReopened: false,
    disputeWaitSec: 1500,
    isDivided: false,
    isProofAwaited: false,
    isPayerAwaited: false,
    ...more,
  };
}

/** The same in both: written by hand, apart from the tables under test. */
const SHARED: Record<string, string> = {
  "not_funded fund seller": "active_funded",
  "not_funded cancel buyer": "cancelled_buyer",
  "not_funded cancel seller": "cancelled_seller",
  "not_funded await_funds platform": "funds_processing",
  "not_funded receive_funds platform": "funds_processed",
  "funds_processing fund seller": "active_funded",
  "funds_processing cancel buyer": "cancelled_buyer",
  "funds_processing cancel seller": "cancelled_seller",
  "funds_processing receive_funds platform": "funds_processed",
  "funds_processing lose_funds platform": "not_funded",
  "funds_processed fund seller": "active_funded",
  "funds_processed cancel buyer": "cancelled_buyer",
  "funds_processed cancel seller": "cancelled_seller",
  "funds_processed await_funds platform": "funds_processing",
  "funds_processed lose_funds platform": "not_funded",
  "active_funded cancel buyer": "cancelled_buyer",
  "active_funded release seller": "released",
  "active_funded extend seller": "active_funded",
  "dispute_open cancel buyer": "cancelled_buyer",
  "dispute_open release seller": "released",
  "dispute_open award_buyer moderator": "dispute_won_buyer",
  "dispute_open award_seller moderator": "dispute_won_seller",
  "dispute_open propose_award moderator": "dispute_awarded",
  "dispute_awarded cancel buyer": "cancelled_buyer",
  "dispute_awarded release seller": "released",
  "dispute_awarded award_buyer moderator": "dispute_won_buyer",
  "dispute_awarded award_seller moderator": "dispute_won_seller",
  "expired ask_reopen buyer": "expired",
  "cancelled_buyer ask_reopen buyer": "cancelled_buyer",
  "cancelled_seller ask_reopen buyer": "cancelled_seller",
  "cancelled_system ask_reopen buyer": "cancelled_system",
  "released report_chargeback seller": "chargeback_started",
  "chargeback_started confirm_chargeback moderator": "chargeback_started",
  "chargeback_started dismiss_chargeback moderator": "released",
  "chargeback_started repay_chargeback seller": "chargeback_paid",
  "chargeback_started repay_chargeback moderator": "chargeback_paid",
};

/** At minute 45 of a window of 60, the details not asked for. */
const EXPECTED: Record<Exclude<FlowType, "default">, Record<string, string>> = {
  lite: {
    ...SHARED,
    "active_funded fallback buyer": "active_funded default",
    "active_funded fallback seller": "active_funded default",
    "active_funded mark_paid buyer": "paid",
    "active_funded open_dispute buyer": "dispute_open",
    "active_funded open_dispute seller": "dispute_open",
    "paid cancel buyer": "cancelled_buyer",
    "paid release seller": "released",
    "paid open_dispute buyer": "dispute_open",
    "paid open_dispute seller": "dispute_open",
  },
  "gcc-auto": {
    ...SHARED,
    "active_funded share_gift_card buyer": "gcc_info_shared",
    "active_funded fallback buyer": "active_funded default",
    "active_funded fallback seller": "active_funded default",
    "gcc_info_shared accept_gift_card seller": "gcc_info_accepted",
    "gcc_info_shared cancel buyer": "cancelled_buyer",
    "gcc_info_shared release seller": "released",
    "gcc_info_shared extend seller": "gcc_info_shared",
    "gcc_info_shared fallback buyer": "active_funded default",
    "gcc_info_shared fallback seller": "active_funded default",
    "gcc_info_accepted share_code buyer": "gcc_code_shared",
    "gcc_info_accepted cancel buyer": "cancelled_buyer",
    "gcc_info_accepted release seller": "released",
    "gcc_info_accepted extend seller": "gcc_info_accepted",
    "gcc_info_accepted fallback buyer": "active_funded default",
    "gcc_info_accepted fallback seller": "active_funded default",
    "gcc_code_shared reveal_code seller": "gcc_code_shared",
    "gcc_code_shared cancel buyer": "cancelled_buyer",
    "gcc_code_shared release seller": "released",
    "gcc_code_shared open_dispute buyer": "dispute_open",
    "gcc_code_shared open_dispute seller": "dispute_open",
  },
  "bt-auto": {
    ...SHARED,
    "active_funded mark_paid buyer": "paid",
    "active_funded open_dispute buyer": "dispute_open",
    "active_funded open_dispute seller": "dispute_open",
    "active_funded fallback buyer": "active_funded default",
    "active_funded fallback seller": "active_funded default",
    "paid cancel buyer": "cancelled_buyer",
    "paid release seller": "released",
    "paid open_dispute buyer": "dispute_open",
    "paid open_dispute seller": "dispute_open",
  },
};

const OTHERS = ["lite", "gcc-auto", "bt-auto"] as const;

test("in each other flow exactly the transitions that the rules name, everything else refused", () => {
  for (const flow of OTHERS) {
    for (const status of TRADE_STATUSES)
      for (const verb of TRADE_VERBS)
        for (const actor of ACTORS) {
          const outcome = decide(facts(flow, status), { verb, actor, now: after(45) });
          const moved = outcome instanceof Refusal ? undefined : outcome;
          const got = moved && [moved.status, ...(moved.flowType === flow ? [] : [moved.flowType])].join(" ");
          assert.equal(got, EXPECTED[flow][`${status} ${verb} ${actor}`], `${flow} ${status} ${verb} ${actor}`);
        }
  }
});

test("in each other flow coins leave escrow on every way out of it and on no other", () => {
  for (const flow of OTHERS) {
    for (const { verb, escrow, from: sources, to } of FLOWS[flow].transitions)
      for (const from of sources) {
        const leaves = isInEscrow(from) && to !== "same" && isFinal(to);
        const enters = !isInEscrow(from) && to === "active_funded";
        assert.equal(escrow === "release" || escrow === "return", leaves, `${from} ${verb}`);
        assert.equal(escrow === "lock", enters, `${from} ${verb}`);
      }
  }
});

test("in lite and gcc-auto the buttons and the decision agree, and whatever can be entered can be left", () => {
  for (const flow of OTHERS) {
    const entered = new Set<TradeStatus>(["not_funded", "active_funded"]);
    for (const { to } of FLOWS[flow].transitions) if (to !== "same") entered.add(to);
    for (const status of entered) {
      for (const more of [{}, { reopenAskedAt: after(41) }, { codeRevealedAt: after(30) }])
        for (const minute of [2, 45, 61, 3000])
          for (const actor of ACTORS) {
            const state = facts(flow, status, more);
            const at = { facts: state, now: after(minute) };
            const shown = transitionsFor(state, actor, at.now)
              .filter(({ availableAt }) => !availableAt)
              .map(({ verb }) => verb);
            // A case of its own has those, and no button.
            const done = TRADE_VERBS.filter(
              (verb) =>
                !/_chargeback$|^propose_award$/.test(verb) &&
                !(decide(state, { verb, actor, now: at.now }) instanceof Refusal),
            );
            assert.deepEqual([...new Set(shown)].sort(), [...done].sort(), `${status} ${actor} ${minute}`);
          }
      if (isFinal(status)) continue;
      assert.ok(nextStep(facts(flow, status)).mustAct, status);
      assert.ok(
        FLOWS[flow].transitions.some(({ from, to }) => from.includes(status) && to !== "same"),
        status,
      );
    }
  }
});

const refused = (outcome: ReturnType<typeof decide>) => (outcome instanceof Refusal ? outcome.code : outcome.status);

test("a code is revealed once, by the seller, and only one that was shared", () => {
  const reveal = (status: TradeStatus, more: Partial<TradeFacts> = {}) =>
    refused(decide(facts("gcc-auto", status, more), { verb: "reveal_code", actor: "seller", now: after(45) }));
  assert.equal(reveal("gcc_code_shared"), "gcc_code_shared");
  assert.equal(reveal("gcc_code_shared", { codeRevealedAt: after(30) }), "gift_card.shown_before");
  // A seller who released before the code was given has nothing to look at; one who released after it has.
  assert.equal(reveal("released"), "trade.wrong_status");
  assert.equal(reveal("released", { paidAt: after(20) }), "released");
  assert.equal(reveal("dispute_open"), "trade.wrong_status");
  assert.equal(reveal("dispute_won_seller", { paidAt: after(20) }), "trade.wrong_status");
  assert.equal(reveal("dispute_won_seller", { paidAt: after(20), isDivided: true }), "dispute_won_seller");
});

test("a shared card waits no longer than the window, and a shared code never expires", () => {
  for (const status of ["gcc_info_shared", "gcc_info_accepted"] as const) {
    const expire = (minute: number) =>
      refused(decide(facts("gcc-auto", status), { verb: "expire", actor: "clock", now: after(minute) }));
    assert.deepEqual([expire(59.9), expire(60)], ["trade.wrong_status", "expired"]);
  }
  const late = { verb: "expire", actor: "clock", now: after(999) } as const;
  assert.equal(
    refused(decide(facts("gcc-auto", "gcc_code_shared", { expiresAt: after(60) }), late)),
    "trade.wrong_status",
  );
  for (const [verb, status, actor] of [
    ["share_gift_card", "active_funded", "buyer"],
    ["accept_gift_card", "gcc_info_shared", "seller"],
    ["share_code", "gcc_info_accepted", "buyer"],
    ["fallback", "gcc_info_accepted", "seller"],
  ] as const)
    assert.equal(
      refused(decide(facts("gcc-auto", status), { verb, actor, now: after(61) })),
      "trade.wrong_status",
      verb,
    );
});
