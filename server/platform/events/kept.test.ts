// Guards: a cached page is rendered once, never shown after its data has changed, and bounded in memory.
import assert from "node:assert/strict";
import { test } from "node:test";
import { type Keeping, type Made, makeKept } from "./kept.ts";

function world() {
  const state = { nowMs: 0, isFresh: true, drawn: 0 };
  const kept = makeKept<string>({ isFresh: () => state.isFresh, nowMs: () => state.nowMs });
  const draw =
    (keeping: Keeping | undefined, bytes = 10) =>
    async (): Promise<Made<string>> => {
      state.drawn += 1;
      return { value: `drawing ${state.drawn}`, bytes, keeping };
    };
  return { state, kept, draw };
}

const OF_OFFER: Keeping = { topics: ["offer:a"], forMs: 1000 };

test("a page is drawn once for all who ask for it, until its topic changes", async () => {
  const { kept, draw } = world();
  const both = await Promise.all([kept.get("a", draw(OF_OFFER)), kept.get("a", draw(OF_OFFER))]);
  assert.deepEqual(both, ["drawing 1", "drawing 1"]);
  kept.drop(new Set(["offer:b"]));
  assert.equal(await kept.get("a", draw(OF_OFFER)), "drawing 1");
  kept.drop(new Set(["offer:a"]));
  assert.equal(await kept.get("a", draw(OF_OFFER)), "drawing 2");
  kept.drop(new Set(["site"]));
  assert.equal(await kept.get("a", draw(OF_OFFER)), "drawing 3");
  kept.dropAll();
  assert.equal(await kept.get("a", draw(OF_OFFER)), "drawing 4");
});

test("what changed while a page was drawn is not hidden by it", async () => {
  const { kept, draw } = world();
  let finish = () => {};
  const slow = kept.get("a", async () => {
    const drawn = await draw(OF_OFFER)();
    await new Promise<void>((resolve) => {
      finish = resolve;
    });
    return drawn;
  });
  await Promise.resolve();
  kept.drop(new Set(["offer:a"]));
  const later = kept.get("a", draw(OF_OFFER));
  assert.equal(await later, "drawing 2", "who comes after the change does not share the drawing of before");
  finish();
  assert.equal(await slow, "drawing 1");
  assert.equal(await kept.get("a", draw(OF_OFFER)), "drawing 2");
});

test("a page is kept no longer than it says, and one that says nothing is not kept", async () => {
  const { state, kept, draw } = world();
  await kept.get("a", draw(OF_OFFER));
  state.nowMs = 999;
  assert.equal(await kept.get("a", draw(OF_OFFER)), "drawing 1");
  state.nowMs = 1000;
  assert.equal(await kept.get("a", draw(OF_OFFER)), "drawing 2");
  await kept.get("b", draw(undefined));
  assert.equal(await kept.get("b", draw(undefined)), "drawing 4");
});

test("while nobody says what changes every page is drawn anew", async () => {
  const { state, kept, draw } = world();
  await kept.get("a", draw(OF_OFFER));
  state.isFresh = false;
  assert.equal(await kept.get("a", draw(OF_OFFER)), "drawing 2");
  assert.equal(await kept.get("a", draw(OF_OFFER)), "drawing 3");
  assert.equal(kept.find("a"), undefined);
});

test("a page that cannot be drawn is asked for again", async () => {
  const { kept, draw } = world();
  await assert.rejects(
    kept.get("a", () => Promise.reject(new Error("no such offer"))),
    /no such offer/,
  );
  assert.equal(await kept.get("a", draw(OF_OFFER)), "drawing 1");
});

test("the pages that were asked for longest ago go where there are too many", async () => {
  const { state, kept, draw } = world();
  const large = 40 * 1024 * 1024;
  for (const key of ["a", "b", "c"]) await kept.get(key, draw(OF_OFFER, large));
  state.nowMs = 100;
  assert.equal(await kept.get("a", draw(OF_OFFER, large)), "drawing 1");
  await kept.get("d", draw(OF_OFFER, large));
  assert.equal(kept.size(), 3);
  assert.equal(await kept.get("a", draw(OF_OFFER, large)), "drawing 1");
  assert.equal(await kept.get("b", draw(OF_OFFER, large)), "drawing 5");
});
