// Guards: the server writes its texts in the reader's language, with the plural form of the language, and no raw key.
import assert from "node:assert/strict";
import { test } from "node:test";
import { BRAND } from "#contract/platform/brand.ts";
import { findText, textOf } from "./texts.ts";

test("a text is in the language, with its values, and in the plural form of the language", () => {
  assert.equal(textOf("emails.frame.hello", "es", { name: "mia" }), "Hola, mia:");
  const shown = (locale: "en" | "es" | "ar", count: number) => textOf("shell.seen.minutes", locale, { count });
  assert.deepEqual([shown("en", 1), shown("en", 2)], ["1 minute ago", "2 minutes ago"]);
  assert.deepEqual([shown("ar", 2), shown("ar", 3), shown("ar", 11)], ["قبل دقيقتين", "قبل 3 دقائق", "قبل 11 دقيقة"]);
});

test("the name of the product is filled in, and the address of the market is left to the mail module", () => {
  const never = textOf("emails.frame.never", "en");
  assert.ok(never.includes(BRAND) && !never.includes("{"), never);
  assert.equal(textOf("emails.frame.details", "en", { link: "{origin}/x" }), "View details: {origin}/x");
  assert.match(textOf("notifications.email.password_changed.sentence", "en"), /\{origin\}/);
});

test("a stored value without a text has none, whatever it is called", () => {
  assert.equal(findText("catalog.methods.bank-transfer", "es"), "Transferencia bancaria");
  for (const key of [
    "catalog.methods.no-such",
    "catalog.methods",
    "catalog.methods.",
    "catalog.methods.constructor",
    "catalog.methods.a.b",
  ])
    assert.equal(findText(key, "en"), undefined, key);
});
