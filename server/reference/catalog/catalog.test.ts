// Guards: the reference data is whole, its ids never move, and old slugs still lead somewhere.
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { COUNTRIES, countryName, countryByIso, flagAddress } from "./countries.ts";
import { FIATS, fiatByCode } from "./currencies.ts";
import {
  findPaymentMethod,
  iconAddress,
  METHOD_RULES,
  isMethodOpen,
  metalOf,
  PAYMENT_METHOD_GROUPS,
  PAYMENT_METHODS,
  viewGroups,
} from "./payment-methods.ts";
import { LOCALES } from "#contract/platform/locales.ts";
import { fiatDigitsOf } from "#contract/money/fiat-digits.ts";
import { byNameIn } from "./by-name.ts";
import { TAGS, tagFits, tagsOf } from "./tags.ts";

const generated = join(import.meta.dirname, "generated");

test("the US dollar has id 144, and payment methods that clients know by id keep it", () => {
  assert.equal(fiatByCode("USD")?.id, 144);
  const known = { "western-union": 1, "amazon-gift-card": 4, paypal: 14, "any-creditdebit-card": 142 };
  for (const [slug, id] of Object.entries(known)) assert.equal(findPaymentMethod(slug)?.id, id);
  assert.equal(findPaymentMethod("onevanilla-visamastercard-gift-card")?.id, 195);
});

test("a rule of a payment method is in the catalog, and code asks for it by its name", () => {
  const used = new Set(PAYMENT_METHODS.flatMap(({ rules }) => rules).filter((rule) => !rule.startsWith("metal-")));
  assert.deepEqual([...used].sort(), [...METHOD_RULES].sort());
  for (const [file, ...rules] of READERS) {
    const text = readFileSync(join(import.meta.dirname, "../..", file), "utf8");
    for (const rule of rules) assert.ok(text.includes(`rules.includes("${rule}")`), `${file} reads ${rule}`);
  }
  assert.deepEqual(READERS.flatMap(([, ...rules]) => rules).sort(), [...METHOD_RULES].sort());
});

const READERS = [
  [
    "reference/catalog/payment-methods.ts",
    "disabled",
    "location",
    "payment-country",
    "bond",
    "legacy",
    "id-and-address",
  ],
  ["market/offers/terms/terms.ts", "bt-auto", "bin-codes", "amazon-regions"],
  ["market/listing/offer-page/view-offer.ts", "risky"],
  ["market/offers/owners/fee.ts", "fee-5"],
] as const;

test("there are 486 payment methods, no id or slug twice, each with the number of its group", () => {
  assert.equal(PAYMENT_METHODS.length, 486);
  assert.equal(new Set(PAYMENT_METHODS.map(({ id }) => id)).size, 486);
  assert.equal(new Set(PAYMENT_METHODS.flatMap(({ slug, aliases }) => [slug, ...aliases])).size, 489);
  const groups = new Map<string, number>(PAYMENT_METHOD_GROUPS.map(({ slug, id }) => [slug, id]));
  for (const method of PAYMENT_METHODS) {
    assert.equal(method.categoryId, groups.get(method.group), method.slug);
    for (const iso of method.countries) assert.ok(countryByIso(iso), `${method.slug}: ${iso}`);
    assert.ok(method.windowMinutes >= 15 && method.windowMinutes <= 43_200, method.slug);
  }
});

test("gold, silver, platinum and palladium are assets, by their fixed ids and the codes of the metals", () => {
  const metals = PAYMENT_METHODS.filter((method) => metalOf(method) !== null);
  assert.deepEqual(
    metals.map((method) => [method.id, metalOf(method), method.categoryId]),
    [
      [668, "XAU", 43],
      [669, "XAG", 43],
      [670, "XPT", 43],
      [671, "XPD", 43],
    ],
  );
});

test("an old slug leads to the method that took its place", () => {
  assert.equal(findPaymentMethod("mpesa")?.slug, "m-pesa");
  assert.equal(findPaymentMethod("green-dot-card")?.slug, "greendot-card");
  assert.equal(findPaymentMethod("getcarbon")?.slug, "carbon");
  assert.equal(findPaymentMethod("no-such-thing"), undefined);
});

test("a closed method is not open for offers", () => {
  const qiwi = findPaymentMethod("qiwi");
  const paypal = findPaymentMethod("paypal");
  assert.ok(qiwi && paypal);
  assert.equal(isMethodOpen(qiwi, []), false);
  assert.equal(isMethodOpen(paypal, []), true);
  assert.equal(isMethodOpen(paypal, ["paypal"]), false);
});

test("currencies keep the digits of ISO 4217, where the browser's tables are wrong", () => {
  const digits = { USD: 2, JPY: 0, KWD: 3, HUF: 2, IQD: 3, LBP: 2, MGA: 2, CLP: 0, XCG: 2 };
  for (const [code, expected] of Object.entries(digits)) assert.equal(fiatByCode(code)?.digits, expected, code);
  for (const fiat of FIATS) assert.equal(fiatDigitsOf(fiat.code), fiat.digits, `${fiat.code} on pages`);
  assert.equal(fiatByCode("BGN"), undefined, "Bulgaria pays in euro since 2026");
  assert.equal(new Set(FIATS.map(({ id }) => id)).size, FIATS.length);
});

test("every country has a name, its codes, and a currency that we know", () => {
  assert.ok(COUNTRIES.length >= 249);
  assert.equal(new Set(COUNTRIES.map(({ id }) => id)).size, COUNTRIES.length);
  for (const country of COUNTRIES) {
    assert.match(country.iso, /^[A-Z]{2}$/);
    assert.match(country.iso3, /^[A-Z]{3}$/);
    if (country.currency) assert.ok(fiatByCode(country.currency), country.iso);
  }
  assert.equal(countryByIso("BG")?.currency, "EUR");
  assert.equal(countryName("DE", "de"), "Deutschland");
  assert.equal(countryName("DE", "zz"), "Germany");
});

test("every flag and mark that is named is there", () => {
  for (const { iso } of COUNTRIES) {
    const address = flagAddress(iso);
    if (address) assert.ok(existsSync(join(generated, "flags", address.split("/").at(-1) ?? "")), address);
  }
  const marks = PAYMENT_METHODS.flatMap((method) => iconAddress(method) ?? []);
  assert.ok(marks.length > 60);
  for (const address of marks)
    assert.ok(existsSync(join(generated, "icons", address.split("/").at(-1) ?? "")), address);
});

test("names are sorted as people look them up, whatever the case of their letters", () => {
  const names = ["no VPN", "BIN restricted", "No ID", "Balance only"].map((name) => ({ name }));
  const sorted = names.sort(byNameIn("en")).map(({ name }) => name);
  assert.deepEqual(sorted, ["Balance only", "BIN restricted", "No ID", "no VPN"]);
});

test("tags and groups are named in each language and sorted by that name", () => {
  for (const locale of LOCALES) {
    const { compare } = new Intl.Collator(locale);
    const [all, ...groups] = viewGroups(locale);
    assert.equal(all?.slug, "all-payment-methods");
    for (const list of [tagsOf([], locale), groups]) {
      const names = list.map(({ name }) => name);
      assert.deepEqual(names, [...names].sort(compare), locale);
    }
    const english = new Set(
      [...tagsOf([]), ...viewGroups("en")].flatMap(({ name, description }) => [name, description]),
    );
    const texts = [...tagsOf([], locale), ...viewGroups(locale)].flatMap(({ name, description }) => [
      name,
      description,
    ]);
    assert.equal(
      texts.some((text) => english.has(text)),
      locale === "en",
    );
  }
});

test("a tag fits only its groups", () => {
  assert.equal(TAGS.length, 32);
  assert.ok(tagFits("e-codes-accepted", "gift-cards"));
  assert.ok(!tagFits("e-codes-accepted", "bank-transfers"));
  assert.ok(tagFits("no-vpn", "bank-transfers"));
});
