// Guards: a dispute names the side that has to act, and the deadline of that step.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { DisputeView } from "#contract/market/disputes/disputes.ts";
import { turnOf } from "./turn.ts";

const AT = {
  look: "2026-11-01T10:00:00.000Z",
  evidence: "2026-11-02T10:00:00.000Z",
  decision: "2026-11-03T10:00:00.000Z",
};

function aDispute(known: { evidenceOver?: boolean; finished?: DisputeView["finished"]; isTaken?: boolean } = {}) {
  const { evidenceOver = false, finished = [], isTaken = true } = known;
  return {
    isTaken,
    finished,
    decision: null,
    clocks: [
      { name: "first_look" as const, dueAt: AT.look, doneAt: null },
      { name: "evidence" as const, dueAt: AT.evidence, doneAt: evidenceOver ? AT.evidence : null },
      { name: "decision" as const, dueAt: AT.decision, doneAt: null },
    ],
  };
}

test("while evidence is collected it is the turn of each side that has something to add", () => {
  const by = AT.evidence;
  assert.deepEqual(turnOf(aDispute(), "buyer"), { what: "evidence", who: "you", by });
  assert.deepEqual(turnOf(aDispute({ finished: ["buyer"] }), "buyer"), { what: "evidence", who: "seller", by });
  assert.deepEqual(turnOf(aDispute({ finished: ["buyer"] }), "seller"), { what: "evidence", who: "you", by });
  assert.deepEqual(turnOf(aDispute(), "moderator"), { what: "evidence", who: "both", by });
  assert.deepEqual(turnOf(aDispute({ finished: ["seller"] }), "moderator"), { what: "evidence", who: "buyer", by });
});

test("after that the moderator decides, or one has to take the case first", () => {
  const by = AT.decision;
  assert.deepEqual(turnOf(aDispute({ evidenceOver: true }), "buyer"), { what: "decision", who: "moderator", by });
  const open = aDispute({ evidenceOver: true, isTaken: false });
  assert.deepEqual(turnOf(open, "seller"), { what: "decision", who: "nobody", by });
  assert.deepEqual(turnOf(open, "moderator"), { what: "decision", who: "you", by });
});
