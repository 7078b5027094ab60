// Guards: a field that has to be mended is in a step, and the first such step is the one that opens.
import assert from "node:assert/strict";
import { test } from "node:test";
import { firstStepOf, OFFER_STEPS, stepOf } from "./steps.ts";

test("each field is in one step, and a refusal leads to the first step that it is about", () => {
  assert.deepEqual(
    OFFER_STEPS.map((step) => step),
    ["what", "price", "terms"],
  );
  assert.equal(stepOf("payment_method"), "what");
  assert.equal(stepOf("range_max"), "price");
  assert.equal(stepOf("trade_details"), "terms");
  assert.equal(firstStepOf(["tags", "margin"]), "price");
  assert.equal(firstStepOf([]), undefined);
});
