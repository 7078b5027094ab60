// Guards: no failure of a batch is lost: what failed in it runs again alone, and all of it where nobody can say what failed.
import assert from "node:assert/strict";
import { test } from "node:test";
import { failedIn } from "./test-files.ts";

const BATCH = ["server/one.test.ts", "server/two.test.ts"];
const failure = (file: string) => `not ok 2 - a promise
  ---
  duration_ms: 1
  location: '/somewhere/${file}:7:1'
  failureType: 'testCodeFailure'
  ...
`;
const said = (failures: readonly string[], failed: number) =>
  `TAP version 13\nok 1 - another\n${failures.map(failure).join("")}1..2\n# pass 1\n# fail ${failed}\n# cancelled 0\n`;

test("the files whose tests failed run again, and no others", () => {
  assert.deepEqual(failedIn(said(["server/two.test.ts"], 1), BATCH), ["server/two.test.ts"]);
  assert.deepEqual(failedIn(said([...BATCH, "server/one.test.ts"], 3), BATCH), BATCH);
});

test("all of them run again where the process says nothing of what failed, or less than it counts", () => {
  assert.deepEqual(failedIn("Segmentation fault\n", BATCH), BATCH);
  assert.deepEqual(failedIn(said([], 0), BATCH), BATCH, "something else than a test failed");
  assert.deepEqual(failedIn(said(["server/two.test.ts"], 2), BATCH), BATCH, "one more failed within a test");
  assert.deepEqual(failedIn(said(["server/shared/steps.ts"], 1), BATCH), BATCH, "a test that a helper made");
});
