// Guards: on somebody's own machine a whole run does a part of every campaign; CI, and a run of named files, leaves nothing out.
import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { BOUNDS, boundsOf } from "./bounds.ts";

test("CI and whoever names a file do all of it", () => {
  assert.deepEqual(boundsOf({ PARLEY_CI: "1" }, { isWhole: true }), {});
  assert.deepEqual(boundsOf({}, { isWhole: false }), {});
  assert.match(readFileSync(".ci/run", "utf8"), /PARLEY_CI=1 npm test/);
});

test("what is set by hand stays, and all else is bounded", () => {
  const { KILLS, ...others } = BOUNDS;
  assert.deepEqual(boundsOf({ KILLS: "200" }, { isWhole: true }), others);
  assert.ok(KILLS);
});

test("each bound is one that some campaign or journey reads", () => {
  const sources = globSync("{campaign,journeys,server}/**/*.ts").map((file) => readFileSync(file, "utf8"));
  const read = sources.join("\n");
  assert.deepEqual(
    Object.keys(BOUNDS).filter((name) => !read.includes(`process.env.${name} ??`)),
    [],
  );
});
