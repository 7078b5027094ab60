// Guards: a payment and a send-out move only along their tables, and nothing that has bytes is ever simply dropped.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Refusal } from "#contract/refusals.ts";
import { nextPaymentStatus, PAYMENT_ENDS, PAYMENT_MOVES } from "./payment.ts";
import type { PaymentStatus, PaymentVerb } from "./payment-rows.ts";
import { nextSendOutState, SEND_OUT_MOVES, type SendOutVerb } from "./send-out.ts";
import type { SendOutState } from "./send-out-rows.ts";

const STATUSES: readonly PaymentStatus[] = ["planned", "dropped", "signed", "mined", "final", "reverted", "conflicted"];
const VERBS: readonly PaymentVerb[] = ["drop", "sign", "mine", "unmine", "settle", "revert", "conflict"];

test("every status and verb of a payment is either a row of the table or impossible", () => {
  const seen: string[] = [];
  for (const status of STATUSES) {
    for (const verb of VERBS) {
      const row = PAYMENT_MOVES.find((move) => move.verb === verb && move.from.includes(status));
      if (row) {
        assert.equal(nextPaymentStatus(status, verb), row.to);
        seen.push(`${status} ${verb} ${row.to}`);
      } else assert.throws(() => nextPaymentStatus(status, verb), /cannot/);
    }
  }
  assert.deepEqual(seen, [
    "planned drop dropped",
    "planned sign signed",
    "signed mine mined",
    "signed conflict conflicted",
    "mined unmine signed",
    "mined settle final",
    "mined revert reverted",
  ]);
});

test("an ended payment stays as it is, and every other has a way on", () => {
  for (const status of STATUSES) {
    const ways = PAYMENT_MOVES.filter((move) => move.from.includes(status)).length;
    assert.equal(ways === 0, PAYMENT_ENDS.includes(status), status);
  }
});

test("a send-out is taken back only while it is reserved, and never leaves an end", () => {
  const states: readonly SendOutState[] = ["reserved", "sending", "completed", "failed", "cancelled"];
  const verbs: readonly SendOutVerb[] = ["send", "complete", "fail", "cancel"];
  const seen = states.flatMap((state) =>
    verbs.flatMap((verb) => {
      try {
        return [`${state} ${verb} ${nextSendOutState(state, verb)}`];
      } catch (error) {
        assert.ok(error instanceof Refusal && error.code === "wallet.send_out_under_way");
        return [];
      }
    }),
  );
  assert.deepEqual(seen, [
    "reserved send sending",
    "reserved fail failed",
    "reserved cancel cancelled",
    "sending complete completed",
    "sending fail failed",
  ]);
  assert.equal(SEND_OUT_MOVES.length, 4);
});
