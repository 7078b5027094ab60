// Guards: the page requests a picture again if the server is busy, then the reader can; a damaged one is never requested again.
import assert from "node:assert/strict";
import { test } from "node:test";
import { nextLook } from "./look-again.ts";

test("a picture that a busy machine did not draw is asked for three times more, later each time", () => {
  const busy = { status: 503, code: "upload.busy" };
  const pauses = [0, 1, 2].map((looks) => nextLook(busy, looks));
  assert.deepEqual(pauses, [{ afterMs: 3000 }, { afterMs: 6000 }, { afterMs: 12_000 }]);
  assert.equal(nextLook(busy, 3), "stop");
});

test("so is one that no answer came for, or that is there by now", () => {
  for (const reason of [undefined, { status: 200, code: undefined }, { status: 502, code: undefined }])
    assert.deepEqual(nextLook(reason, 0), { afterMs: 3000 });
});

test("a damaged picture is lost at once, and one that is refused is not asked for again", () => {
  assert.equal(nextLook({ status: 422, code: "verification.corrupted" }, 0), "lost");
  for (const status of [401, 403, 404]) assert.equal(nextLook({ status, code: "auth.forbidden" }, 0), "stop");
});
