// Guards: one part is open at a time, and choosing it again closes it.
import assert from "node:assert/strict";
import { test } from "node:test";
import { choose } from "./chosen.ts";

test("an offer that is chosen again for the same is let go; for something else, or another offer, it is not", () => {
  const quick = { hash: "a", activity: "quick" } as const;
  assert.deepEqual(choose(null, quick), quick);
  assert.equal(choose(quick, quick), null);
  assert.deepEqual(choose(quick, { hash: "a", activity: "promote" }), { hash: "a", activity: "promote" });
  assert.deepEqual(choose(quick, { hash: "b", activity: "quick" }), { hash: "b", activity: "quick" });
});
