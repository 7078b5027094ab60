// Guards: the numbers beside one's offers stay right when one is switched or deleted, also those of offers not shown yet.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { MyOffer } from "#contract/market/offers/my/offer.ts";
import { withoutOffer, withOffer } from "./held.ts";

const offer = (idHashed: string, isActive: boolean) => ({ idHashed, isActive, type: "sell", special: null }) as MyOffer;
const held = {
  offers: [offer("a", true), offer("b", false)],
  counts: { sell: 12, buy: 3 },
  on: 4,
  messages: [{ name: "level" as const }],
};

test("one that is switched counts once, and one that is deleted no more", () => {
  assert.equal(withOffer(held, offer("b", true)).on, 5);
  assert.equal(withOffer(held, offer("a", true)).on, 4);
  assert.deepEqual(withOffer(held, offer("a", false)), {
    ...held,
    offers: [offer("a", false), offer("b", false)],
    on: 3,
  });
  assert.deepEqual(withoutOffer(held, "a"), {
    ...held,
    offers: [offer("b", false)],
    counts: { sell: 11, buy: 3 },
    on: 3,
  });
  assert.equal(withoutOffer(held, "c"), held);
});
