// Guards: staff name an offer by its link in any language or by its id, and by nothing else.
import assert from "node:assert/strict";
import { test } from "node:test";
import { namedOffer } from "./named-offer.ts";

test("an offer is named by its link in any language, by its path, and by its id", () => {
  for (const text of [
    "todnpCwS6bnvmu",
    "  todnpCwS6bnvmu ",
    "/offer/todnpCwS6bnvmu",
    "https://parley.example/offer/todnpCwS6bnvmu",
    "https://parley.example/ar/offer/todnpCwS6bnvmu?from=list#terms",
    "parley.example/offer/todnpCwS6bnvmu/",
  ])
    assert.equal(namedOffer(text), "todnpCwS6bnvmu", text);
});

test("what is no link of an offer names none", () => {
  for (const text of [
    "",
    "short",
    "todnpCwS6bnvmu and more",
    "https://parley.example/user/todnpCwS6bnvmu",
    "https://parley.example/trade/todnpCwS6bnvmu",
    "/offer/",
    "a".repeat(33),
  ])
    assert.equal(namedOffer(text), undefined, text);
});
