// Guards: who reads a text in their own language is offered no translation of it.
import assert from "node:assert/strict";
import { test } from "node:test";
import { offeredFor } from "./offered.ts";

const installed = [
  { from: "en", to: "es" },
  { from: "es", to: "en" },
  { from: "ca", to: "es" },
  { from: "es", to: "pt-BR" },
];

test("a text in another language is offered from that language", () => {
  const text = "Hello, please send the payment";
  assert.deepEqual(offeredFor(text, { installed, locale: "es" })?.first, { from: "en", to: "es" });
});

test("nothing is offered in the reader's language, from one without a pair, and into one without a pair", () => {
  assert.equal(offeredFor("Hello, please send the payment", { installed, locale: "en" }), undefined);
  assert.equal(offeredFor("Здравствуйте, я уже оплатил сделку", { installed, locale: "es" }), undefined);
  assert.equal(offeredFor("Hello, please send the payment", { installed, locale: "hi" }), undefined);
  assert.equal(offeredFor("500", { installed, locale: "es" }), undefined);
});

test("of a longer text in an unknown language the reader chooses, where there is a choice", () => {
  const text = "qwerty asdfg zxcvb poiuy";
  assert.deepEqual(offeredFor(text, { installed, locale: "es" }), {
    pairs: [
      { from: "ca", to: "es" },
      { from: "en", to: "es" },
    ],
    first: undefined,
    isGuessed: false,
  });
  const only = offeredFor(text, { installed, locale: "pt-BR" });
  assert.deepEqual([only?.first, only?.isGuessed], [{ from: "es", to: "pt-BR" }, false]);
});
