// Guards: a payment and its send-out move only along their table, and nothing that has bytes is ever simply dropped.
import assert from "node:assert/strict";
import { test } from "node:test";
import { PAYMENT_STATUSES } from "#contract/products/wallet/wallet.ts";
import { nextPayment, PAYMENT_MOVES } from "./moves.ts";
import type { PaymentVerb } from "./rows.ts";

const VERBS: readonly PaymentVerb[] = ["cancel", "refuse", "sign", "mine", "unmine", "settle", "revert", "conflict"];

test("every status and verb of a payment is either a row of the table or impossible", () => {
  const seen: string[] = [];
  for (const status of PAYMENT_STATUSES) {
    for (const verb of VERBS) {
      if (PAYMENT_MOVES.some((move) => move.verb === verb && move.from === status)) {
        const { to, outcome } = nextPayment(status, verb);
        seen.push(`${status} ${verb} ${to}${outcome ? ` ${outcome}` : ""}`);
      } else assert.throws(() => nextPayment(status, verb), /cannot/);
    }
  }
  assert.deepEqual(seen, [
    "pending cancel cancelled",
    "pending refuse failed refused",
    "pending sign broadcast",
    "broadcast mine confirming",
    "broadcast conflict failed conflicted",
    "confirming unmine broadcast",
    "confirming settle completed",
    "confirming revert failed reverted",
  ]);
});

test("an ended payment stays as it is, and every other has a way on", () => {
  for (const status of PAYMENT_STATUSES) {
    const ways = PAYMENT_MOVES.filter((move) => move.from === status).length;
    assert.equal(ways === 0, ["completed", "failed", "cancelled"].includes(status), status);
  }
});
