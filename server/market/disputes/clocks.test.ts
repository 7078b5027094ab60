// Guards: the clocks of a dispute say what is waited for and until when, and silence proposes only against who alone was silent.
import assert from "node:assert/strict";
import { test } from "node:test";
import { AWARD_REASONS, citationOf, RULEBOOK, RULEBOOKS } from "#contract/market/disputes/award-reasons.ts";
import { clocksOf, evidenceEnds, proposalOf } from "./clocks.ts";

const at = (hour: number) => new Date(Date.UTC(2026, 10, 24, hour));
const fresh = {
  first_look_due_at: at(1),
  taken_at: null,
  evidence_due_at: at(12),
  decision_hours: 24,
  buyer_done_at: null,
  seller_done_at: null,
  decided_at: null,
};
const due = (times: Parameters<typeof clocksOf>[0], now: Date) =>
  clocksOf(times, now).map(({ name, dueAt, doneAt }) => [name, dueAt, doneAt]);

test("three clocks run: the look, the evidence, and the decision a day after the evidence", () => {
  assert.deepEqual(due(fresh, at(2)), [
    ["first_look", at(1).toISOString(), null],
    ["evidence", at(12).toISOString(), null],
    ["decision", at(36).toISOString(), null],
  ]);
  const early = { ...fresh, taken_at: at(1), buyer_done_at: at(3), seller_done_at: at(5) };
  assert.deepEqual(due(early, at(6)).slice(1), [
    ["evidence", at(12).toISOString(), at(5).toISOString()],
    ["decision", at(29).toISOString(), null],
  ]);
  assert.equal(
    evidenceEnds({ ...fresh, buyer_done_at: at(3) }).getTime(),
    at(12).getTime(),
    "one side alone ends nothing",
  );
  const late = { ...fresh, taken_at: at(20) };
  assert.equal(due(late, at(21))[2]?.[1], at(44).toISOString(), "counted from the look where that came later");
});

test("silence proposes the side that spoke, once the time is over and while nothing is decided", () => {
  const say = (spoke: readonly ("buyer" | "seller")[], now = at(13), times: Parameters<typeof clocksOf>[0] = fresh) =>
    proposalOf(times, { spoke, now })?.winner ?? null;
  assert.deepEqual(
    [say(["buyer"]), say(["seller"]), say([]), say(["buyer", "seller"]), say(["buyer"], at(11))],
    ["buyer", "seller", null, null, null],
  );
  assert.equal(say(["seller"], at(13), { ...fresh, decided_at: at(12) }), null);
});

test("every version of the rulebook stays to be cited, in order, the last in force", () => {
  assert.deepEqual(
    RULEBOOKS.map(({ version }) => version),
    RULEBOOKS.map((_, index) => index + 1),
  );
  assert.deepEqual(RULEBOOK.rules, AWARD_REASONS);
  assert.equal(citationOf(1, "no_answer"), "1.3");
  assert.deepEqual([citationOf(1, "nothing_such"), citationOf(99, "no_answer")], [null, null]);
});
