// Guards: a refusal of one offer stays with its group until the next try, and does not affect other offers.
import assert from "node:assert/strict";
import { test } from "node:test";
import { NO_ERRORS, noteError } from "./errors.ts";

test("an error stays with its offer and its group until it is taken away", () => {
  const one = noteError(NO_ERRORS, { group: "marginErrors", hash: "a", message: "Too low." });
  const two = noteError(one, { group: "offerErrors", hash: "b", message: "No bond." });
  assert.deepEqual(two, { ...NO_ERRORS, marginErrors: { a: "Too low." }, offerErrors: { b: "No bond." } });
  assert.deepEqual(noteError(two, { group: "marginErrors", hash: "b", message: null }), two);
  const less = noteError(two, { group: "marginErrors", hash: "a", message: null });
  assert.deepEqual(less, { ...NO_ERRORS, offerErrors: { b: "No bond." } });
});
