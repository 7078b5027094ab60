// Guards: the crop of a picture is a square inside it, at every position and zoom.
import assert from "node:assert/strict";
import { test } from "node:test";
import { firstFrame, MOST_ZOOM, sideOf, withFrame } from "./crop-frame.ts";

const WIDE = { width: 400, height: 200 };

test("at first it is the largest square in the middle", () => {
  const frame = firstFrame(WIDE);
  assert.deepEqual([frame, sideOf(WIDE, frame)], [{ x: 200, y: 100, zoom: 1 }, 200]);
});

test("it does not leave the picture, and is as near as may be", () => {
  const far = withFrame(WIDE, firstFrame(WIDE), { x: 9999, y: -50 });
  assert.deepEqual(far, { x: 300, y: 100, zoom: 1 });
  const near = withFrame(WIDE, far, { zoom: 100, x: 9999, y: 9999 });
  assert.deepEqual(near, { zoom: MOST_ZOOM, x: 375, y: 175 });
  assert.deepEqual(withFrame(WIDE, near, { zoom: 0 }), { zoom: 1, x: 300, y: 100 }, "back again it fits");
});
