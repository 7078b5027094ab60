// Guards: no reader sees a raw key or a missing language.
import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import compile from "icu-minify/compile";
import { BRAND } from "#contract/platform/brand.ts";
import { DISPUTE_REASONS } from "#contract/market/disputes/dispute-reasons.ts";
import mails from "#contract/reach/mail-texts.json" with { type: "json" };
import catalog from "#contract/reference/catalog-texts.json" with { type: "json" };
import notifications from "#contract/reach/notification-texts.json" with { type: "json" };
import { LOCALES, type Locale } from "#contract/platform/page.ts";
import { TRADE_EVENTS, WALLET_EVENTS } from "#contract/platform/events.ts";
import { REFUSALS } from "#contract/platform/refusals.ts";
import { SHAPE_FORMS } from "#contract/platform/shape-faults.ts";
import { railClosure, sendOutFault } from "#contract/products/wallet.ts";
import { TAG_SLUGS } from "../apps/marketplace/listing/tag-slugs.ts";
import { withBrand } from "../build/messages.ts";
import { APP_NAMES, filesBelow } from "../build/place.ts";
import { inLanguage, withRuleRefusals } from "./by-language.ts";

const here = dirname(fileURLToPath(import.meta.url));
/** The English texts of refusals are in the contract. */
const REFUSED = "refusals";
/** A folder has a file for each language; a file has all of them. */
const namespaces = readdirSync(here, { withFileTypes: true })
  .filter((entry) => (entry.isDirectory() || entry.name.endsWith(".json")) && entry.name !== REFUSED)
  .map((entry) => entry.name.replace(".json", ""))
  .concat(APP_NAMES.filter((name) => existsSync(join(here, "../apps", name, "texts.json"))));

type Texts = { [key: string]: string | Texts };

const parse = (...path: string[]) => JSON.parse(readFileSync(join(here, ...path), "utf8"));

function read(namespace: string, locale: Locale): Map<string, string> {
  for (const file of [`${namespace}.json`, `../apps/${namespace}/texts.json`])
    if (existsSync(join(here, file))) return flat(inLanguage<string>(parse(file), locale), namespace);
  const texts = parse(namespace, `${locale}.json`) as Texts;
  return flat(namespace === REFUSED ? withRuleRefusals(texts, parse("rules.json"), locale) : texts, namespace);
}

function flat(texts: Texts, prefix: string): Map<string, string> {
  return new Map(
    Object.entries(texts).flatMap(([key, value]): [string, string][] =>
      typeof value === "string" ? [[`${prefix}.${key}`, value]] : [...flat(value, `${prefix}.${key}`)],
    ),
  );
}

const argumentsOf = (message: string) =>
  [...new Set([...message.matchAll(/\{(\w+)[,}]/g)].map(([, name]) => name))].sort().join(" ");

test("every language has every text, and none more", () => {
  assert.ok(namespaces.length >= 4, `only ${namespaces.length} namespaces were looked at`);
  for (const namespace of namespaces) {
    const wanted = [...read(namespace, "en").keys()].sort();
    for (const locale of LOCALES)
      assert.deepEqual([...read(namespace, locale).keys()].sort(), wanted, `${namespace}/${locale}`);
  }
});

test("every text is readable ICU and takes the same arguments in every language", () => {
  for (const namespace of namespaces) {
    const english = read(namespace, "en");
    for (const locale of LOCALES)
      for (const [key, message] of read(namespace, locale)) {
        assert.doesNotThrow(() => compile(message), `${key} in ${locale}`);
        assert.ok(message.trim(), `${key} in ${locale} is empty`);
        assert.equal(argumentsOf(message), argumentsOf(english.get(key) ?? ""), `${key} in ${locale}`);
      }
  }
});

test("no text contains the name of the product: another name is a change of one file", () => {
  let named = 0;
  for (const namespace of namespaces)
    for (const locale of LOCALES)
      for (const [key, message] of read(namespace, locale)) {
        assert.ok(!message.includes(BRAND), `${key} in ${locale} says ${BRAND}`);
        if (message.includes("{brand}")) named++;
        assert.ok(!withBrand(message).includes("{brand}"), key);
      }
  assert.ok(named > 30, "texts that name it");
  assert.ok(!JSON.stringify([mails, notifications, catalog]).includes(BRAND), "emails and notifications");
});

test("every refusal has a text in every language, and there are no texts of unknown refusals", () => {
  const codes = [...Object.keys(REFUSALS), ...Object.keys(SHAPE_FORMS).map((form) => `shape.${form}`)];
  for (const locale of LOCALES.filter((one) => one !== "en")) {
    const known = [...read(REFUSED, locale).keys()].map((key) => key.slice(REFUSED.length + 1));
    assert.deepEqual(
      known.filter((code) => !codes.includes(code)),
      [],
      `${locale} tells refusals that are gone`,
    );
    const missing = codes.filter((code) => !known.includes(code));
    assert.deepEqual(
      missing.filter((code) => code.startsWith("shape.")),
      [],
      `${locale} tells no fault of a shape in English`,
    );
    assert.ok(missing.length <= codes.length / 20, `${locale} lacks ${missing.join(", ")}`);
  }
});

test("why a dispute was opened, a coin is closed or a send-out failed has a text for every code", () => {
  const codes = [
    ...DISPUTE_REASONS.map((code) => ["disputes", `disputes.reason.${code}`] as const),
    ...sendOutFault.options.map((code) => ["wallet", `wallet.fault.${code}`] as const),
    ...railClosure.options.map((code) => ["wallet", `wallet.closed.${code}`] as const),
  ];
  for (const [namespace, key] of codes) {
    const english = read(namespace, "en").get(key);
    assert.ok(english, key);
    for (const locale of LOCALES.filter((one) => one !== "en"))
      assert.notEqual(read(namespace, locale).get(key), english, `${key} is English in ${locale}`);
  }
});

test("every kind of notification has its title in every language and its email", () => {
  const kinds = Object.entries(notifications);
  assert.ok(kinds.length > 10, `only ${kinds.length} kinds were looked at`);
  for (const [kind, { title, mail }] of kinds) {
    for (const locale of LOCALES) assert.doesNotThrow(() => compile(title[locale] || "{"), `${kind} in ${locale}`);
    for (const text of [mail.subject, mail.sentence]) assertEverywhere(text, kind);
  }
});

test("every tag and group of payment methods is named and described everywhere, and each tag can be filtered by", () => {
  const leaves = leavesOf(catalog);
  assert.ok(leaves.length > 80, `only ${leaves.length} texts were looked at`);
  for (const [key, text] of leaves) assertEverywhere(text, key);
  assert.deepEqual([...TAG_SLUGS], Object.keys(catalog.tags).sort());
});

test("every text of an email is there in every language, with the same places to fill in", () => {
  const leaves = leavesOf(mails);
  assert.ok(leaves.length > 20, `only ${leaves.length} texts were looked at`);
  for (const [key, text] of leaves) assertEverywhere(text, key);
});

function assertEverywhere(text: Readonly<Record<Locale, string>>, key: string): void {
  for (const locale of LOCALES) {
    assert.ok(text[locale]?.trim(), `${key} in ${locale}`);
    assert.equal(argumentsOf(text[locale]), argumentsOf(text.en), `${key} in ${locale}`);
  }
}

function leavesOf(texts: object, prefix = ""): [string, Record<Locale, string>][] {
  if ("en" in texts) return [[prefix, texts as Record<Locale, string>]];
  return Object.entries(texts).flatMap(([key, inner]) => leavesOf(inner as object, `${prefix}.${key}`));
}

test("a key that the sources name exists", () => {
  // Refusals and live events are named with dots too.
  const named = new Set<string>([
    ...Object.keys(REFUSALS),
    ...TRADE_EVENTS,
    ...WALLET_EVENTS,
    "trade.changed",
    "wallet.changed",
  ]);
  const keys = namespaces.flatMap((namespace) => [...read(namespace, "en").keys()]);
  // A screen may name one part of a namespace.
  const known = new Set([...keys, ...keys.map((key) => key.split(".").slice(0, 2).join("."))]);
  const sources = filesBelow(dirname(here)).filter((file) => /\.tsx?$/.test(file) && !file.endsWith(".test.ts"));
  const pattern = new RegExp(`"((?:${namespaces.join("|")})(?:\\.(?!json")[\\w-]+)+)"`, "g");
  let seen = 0;
  for (const file of sources)
    for (const [, key = ""] of readFileSync(file, "utf8").matchAll(pattern)) {
      seen += 1;
      assert.ok(named.has(key) || known.has(key), `${file} names ${key}, which has no text`);
    }
  assert.ok(seen > 50, `only ${seen} keys were looked at`);
});
