// Guards: the table of transitions, by every status, verb and actor.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Refusal } from "#contract/platform/errors/refusals.ts";
import {
  isFinal,
  isDisputed,
  isInEscrow,
  isUnfunded,
  TRADE_STATUSES,
  type TradeStatus,
} from "#contract/market/trades/trade/statuses.ts";
import { TRADE_VERBS, type TradeActor } from "#contract/market/trades/trade/verbs.ts";
import { defaultFlow, disputeAvailableAt } from "./flows/default.ts";
import type { TradeFacts } from "./flows/flow.ts";
import { decide, nextStep, transitionsFor } from "./trade.ts";

const START = new Date("2026-03-01T12:00:00Z");
const after = (minutes: number) => new Date(START.getTime() + minutes * 60_000);
const TRANSITIONS = defaultFlow.transitions;
const ACTORS: readonly TradeActor[] = ["buyer", "seller", "moderator", "clock", "platform"];

function facts(status: TradeStatus, more: Partial<TradeFacts> = {}): TradeFacts {
  return {
    flowType: "default",
    status,
    buyerIsOwner: false,
    startedAt: START,
    expiresAt: status === "active_funded" || isUnfunded(status) ? after(60) : null,
    detailsRevealedAt: after(1),
    ownerRespondedAt: after(1),
    codeRevealedAt: null,
    paidAt: status === "paid" || isDisputed(status) ? after(20) : null,
    endedAt: isFinal(status) ? after(40) : null,
    extensionsLeft: 2,
    reopenAskedAt: null,
    isReopened: false,
    disputeWaitSec: 3600,
    isDivided: false,
    isProofAwaited: false,
    isPayerAwaited: false,
    ...more,
  };
}

/** Said in a case, and by no button. */
const OF_CASES = /_chargeback$|^propose_award$/;

/** The expected transitions by role and status: written by hand, independent of the table under test. */
const EXPECTED: Record<string, string> = {
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
  "active_funded mark_paid buyer": "paid",
  "active_funded cancel buyer": "cancelled_buyer",
  "active_funded release seller": "released",
  "active_funded extend seller": "active_funded",
  "paid cancel buyer": "cancelled_buyer",
  "paid release seller": "released",
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

test("every status, verb and actor: exactly the transitions that the rules name, everything else refused", () => {
  let cells = 0;
  for (const status of TRADE_STATUSES) {
    for (const verb of TRADE_VERBS) {
      for (const actor of ACTORS) {
        const outcome = decide(facts(status), { verb, actor, now: after(45) });
        const got = outcome instanceof Refusal ? undefined : outcome.status;
        assert.equal(got, EXPECTED[`${status} ${verb} ${actor}`], `${status} ${verb} ${actor}`);
        cells += 1;
      }
    }
  }
  assert.equal(cells, TRADE_STATUSES.length * TRADE_VERBS.length * ACTORS.length);
});

test("the buttons and the decision agree for every status, verb and actor, at many moments", () => {
  const variants: Partial<TradeFacts>[] = [
    {},
    { buyerIsOwner: true, ownerRespondedAt: null },
    { detailsRevealedAt: null },
    { reopenAskedAt: after(41) },
    { isReopened: true },
    { extensionsLeft: 0 },
  ];
  for (const status of TRADE_STATUSES) {
    for (const variant of variants) {
      for (const minute of [2, 30, 61, 90, 3000]) {
        for (const actor of ACTORS) {
          const state = facts(status, variant);
          const now = after(minute);
          const shown = transitionsFor(state, actor, now)
            .filter(({ availableAt }) => !availableAt)
            .map(({ verb }) => verb);
          // A case of its own has those, and no button.
          const done = TRADE_VERBS.filter(
            (verb) => !OF_CASES.test(verb) && !(decide(state, { verb, actor, now }) instanceof Refusal),
          );
          assert.deepEqual([...new Set(shown)].sort(), [...done].sort(), `${status} ${actor} ${minute}`);
        }
      }
    }
  }
});

test("every status that is not final has a way out, and a side that must act", () => {
  for (const status of TRADE_STATUSES) {
    // Those of cards, which another flow has.
    if (isFinal(status) || status.startsWith("gcc_")) continue;
    assert.ok(
      TRANSITIONS.some(({ from, to }) => from.includes(status) && to !== "same"),
      status,
    );
    assert.ok(nextStep(facts(status)).mustAct, status);
  }
});

test("coins leave escrow on every way out of it and on no other", () => {
  for (const { verb, escrow, from: sources, to: target } of TRANSITIONS) {
    const to = target === "same" ? undefined : target;
    for (const from of sources) {
      const leaves = isInEscrow(from) && to !== undefined && isFinal(to);
      const enters = !isInEscrow(from) && to === "active_funded";
      assert.equal(escrow === "release" || escrow === "return", leaves, `${from} ${verb}`);
      assert.equal(escrow === "lock", enters, `${from} ${verb}`);
    }
  }
});

test("a seller cannot cancel a trade the buyer has paid for", () => {
  for (const more of [{}, { buyerIsOwner: true, ownerRespondedAt: null }]) {
    assert.ok(decide(facts("paid", more), { verb: "cancel", actor: "seller", now: after(500) }) instanceof Refusal);
  }
});

test("a seller may cancel only when the buyer's own offer was taken and he has not come within five minutes", () => {
  const absent = facts("active_funded", { buyerIsOwner: true, ownerRespondedAt: null });
  assert.ok(decide(absent, { verb: "cancel", actor: "seller", now: after(4.99) }) instanceof Refusal);
  assert.deepEqual(decide(absent, { verb: "cancel", actor: "seller", now: after(5) }), {
    status: "cancelled_seller",
    escrow: "return",
    flowType: "default",
  });
  const present = facts("active_funded", { buyerIsOwner: true });
  assert.ok(decide(present, { verb: "cancel", actor: "seller", now: after(30) }) instanceof Refusal);
});

test("a paid trade never expires, an unpaid one never before its window ends", () => {
  assert.ok(
    decide(facts("paid", { expiresAt: after(60) }), { verb: "expire", actor: "clock", now: after(9999) }) instanceof
      Refusal,
  );
  assert.ok(decide(facts("active_funded"), { verb: "expire", actor: "clock", now: after(59.99) }) instanceof Refusal);
  assert.deepEqual(decide(facts("active_funded"), { verb: "expire", actor: "clock", now: after(60) }), {
    status: "expired",
    escrow: "return",
    flowType: "default",
  });
});

test("nothing is marked paid after the window, and not before the details were shown", () => {
  assert.ok(decide(facts("active_funded"), { verb: "mark_paid", actor: "buyer", now: after(60) }) instanceof Refusal);
  assert.ok(
    decide(facts("active_funded", { detailsRevealedAt: null }), {
      verb: "mark_paid",
      actor: "buyer",
      now: after(5),
    }) instanceof Refusal,
  );
});

test("a dispute opens at its second and not before; sooner when 'paid' came within five minutes", () => {
  const slow = facts("paid");
  assert.equal(disputeAvailableAt(slow).getTime(), after(80).getTime());
  const early = decide(slow, { verb: "open_dispute", actor: "buyer", now: new Date(after(80).getTime() - 1) });
  assert.ok(early instanceof Refusal && early.code === "dispute.too_early");
  assert.deepEqual(decide(slow, { verb: "open_dispute", actor: "seller", now: after(80) }), {
    status: "dispute_open",
    escrow: undefined,
    flowType: "default",
  });
  assert.equal(disputeAvailableAt(facts("paid", { paidAt: after(3) })).getTime(), after(33).getTime());
});

test("a trade is reopened once, within a day, when the buyer asked and the seller or a moderator agrees", () => {
  const asked = facts("expired", { reopenAskedAt: after(50) });
  const ordered = decide(asked, { verb: "reopen", actor: "moderator", now: after(60) });
  assert.equal(ordered instanceof Refusal ? ordered.code : ordered.status, "active_funded");
  assert.deepEqual(decide(asked, { verb: "reopen", actor: "seller", now: after(60) }), {
    status: "active_funded",
    escrow: "lock",
    flowType: "default",
  });
  assert.ok(decide(facts("expired"), { verb: "reopen", actor: "seller", now: after(60) }) instanceof Refusal);
  assert.ok(decide(asked, { verb: "reopen", actor: "seller", now: after(40 + 24 * 60 + 1) }) instanceof Refusal);
  assert.ok(
    decide({ ...asked, isReopened: true }, { verb: "reopen", actor: "seller", now: after(60) }) instanceof Refusal,
  );
});
