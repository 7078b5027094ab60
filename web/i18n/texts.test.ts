// Guards: every language has every text, in every plural form, and every text is used; a fault names language, namespace and key.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import compile from "icu-minify/compile";
import { BRAND } from "#contract/platform/brand.ts";
import { DISPUTE_REASONS } from "#contract/market/disputes/reasons.ts";
import { OFFER_RULES, type OfferRule } from "#contract/market/offers/offer-fields.ts";
import { RULE_REFUSALS } from "#contract/market/offers/rule-refusals.ts";
import { LOCALES, type Locale } from "#contract/platform/locales.ts";
import { TRADE_EVENTS, WALLET_EVENTS } from "#contract/platform/events.ts";
import { REFUSALS } from "#contract/platform/errors/refusals.ts";
import { SHAPE_FORMS } from "#contract/platform/errors/shape-faults.ts";
import { railClosure, sendOutFault } from "#contract/products/wallet/wallet.ts";
import { namespacesOfCatalog, namespacesText, typesOfNamespaces } from "../../tools/write-namespaces.ts";
import { TAG_SLUGS } from "../apps/marketplace/listing/tag-slugs.ts";
import { withBrand } from "../build/messages.ts";
import { filesBelow } from "../build/place.ts";

const HERE = import.meta.dirname;
const ROOT = join(HERE, "../..");

type Texts = { [key: string]: string | Texts };
/** The texts of one file by key; undefined if there is no file. */
type File = ReadonlyMap<string, string> | undefined;
type Catalog = ReadonlyMap<string, Readonly<Partial<Record<string, File>>>>;

const flat = (texts: Texts, prefix = ""): [string, string][] =>
  Object.entries(texts).flatMap(([key, value]): [string, string][] =>
    typeof value === "string" ? [[prefix + key, value]] : flat(value, `${prefix}${key}.`),
  );

const CATALOG: Catalog = new Map(
  namespacesOfCatalog().map((namespace) => {
    const files = readdirSync(join(HERE, namespace)).map((file): [string, File] => {
      const texts = JSON.parse(readFileSync(join(HERE, namespace, file), "utf8")) as Texts;
      return [file.replace(".json", ""), new Map(flat(texts))];
    });
    return [namespace, Object.fromEntries(files)];
  }),
);

const textsOf = (namespace: string, locale: Locale): ReadonlyMap<string, string> =>
  CATALOG.get(namespace)?.[locale] ?? new Map();
const englishKeys = () =>
  [...CATALOG.keys()].flatMap((namespace) => [...textsOf(namespace, "en").keys()].map((key) => `${namespace}.${key}`));

function faultsOf(catalog: Catalog, locales: readonly string[]): string[] {
  return [...catalog].flatMap(([namespace, files]) => {
    const english = files.en ?? new Map<string, string>();
    const strange = Object.keys(files).filter((locale) => !locales.includes(locale));
    return [
      ...strange.map((locale) => `${locale} ${namespace}: no such language`),
      ...locales.flatMap((locale) => {
        const texts = files[locale];
        if (!texts) return [`${locale} ${namespace}: the file is missing`];
        const said = (key: string, fault: string) => `${locale} ${namespace} ${key}: ${fault}`;
        return [
          ...[...english.keys()].filter((key) => !texts.has(key)).map((key) => said(key, "missing")),
          ...[...texts.keys()].filter((key) => !english.has(key)).map((key) => said(key, "not in English")),
          ...[...texts].flatMap(([key, text]) =>
            faultsOfText(text, english.get(key) ?? text, locale).map((fault) => said(key, fault)),
          ),
        ];
      }),
    ];
  });
}

function faultsOfText(text: string, english: string, locale: string): string[] {
  if (!text.trim()) return ["empty"];
  try {
    const [places, expected] = [placesOf(text), placesOf(english)];
    return [
      ...(places === expected ? [] : [`the places are "${places}", in English "${expected}"`]),
      ...missingForms(compile(text), locale).map((form) => `the plural form "${form}" is missing`),
    ];
  } catch (error) {
    return [`no ICU message: ${error instanceof Error ? error.message : error}`];
  }
}

const placesOf = (text: string) =>
  [...new Set([...text.matchAll(/\{(\w+)[,}]/g)].map(([, name]) => name))].sort().join(" ");

/** Numbers that select every category of every language. */
const SAMPLES = [...Array.from({ length: 201 }, (_, number) => number), 1_000_000];
const [PLURAL, ORDINAL] = [2, 3];

/** Categories of the language that a plural neither has nor covers by exact numbers such as `=0`. */
function missingForms(node: unknown, locale: string): string[] {
  if (!Array.isArray(node)) return typeof node === "object" && node ? missingForms(Object.values(node), locale) : [];
  const [, type, forms] = node as [unknown, unknown, Record<string, unknown>];
  const inner = node.flatMap((part) => missingForms(part, locale));
  if (typeof node[0] !== "string" || (type !== PLURAL && type !== ORDINAL) || typeof forms !== "object") return inner;
  const rules = new Intl.PluralRules(locale, { type: type === PLURAL ? "cardinal" : "ordinal" });
  const needed = SAMPLES.filter((number) => !Object.hasOwn(forms, `=${number}`)).map((number) => rules.select(number));
  return [...new Set(needed)].filter((form) => !Object.hasOwn(forms, form)).concat(inner);
}

test("every language has every text and every plural form, with the places of the English text", () => {
  assert.ok(CATALOG.size > 40, `only ${CATALOG.size} namespaces were read`);
  assert.deepEqual(faultsOf(CATALOG, LOCALES), []);
});

test("a fault is named by language, namespace and key", () => {
  const file = (texts: Record<string, string>): File => new Map(Object.entries(texts));
  const en = file({ a: "A", n: "{n, plural, one {# trade} other {# trades}}", p: "{name}" });
  const broken: Catalog = new Map([
    ["whole", { en, es: file({ a: "A", n: "{n, plural, one {#} many {#} other {#}}", p: "{name}" }) }],
    ["lost", { en }],
    ["wrong", { en, es: file({ b: "B", n: "{n, plural, one {#} other {#}}", p: "{nombre}" }), xx: en }],
    ["torn", { en: file({ a: "A", b: "B" }), es: file({ a: "{a", b: " " }) }],
  ]);
  assert.deepEqual(faultsOf(broken, ["en", "es"]), [
    "es lost: the file is missing",
    "xx wrong: no such language",
    "es wrong a: missing",
    "es wrong b: not in English",
    'es wrong n: the plural form "many" is missing',
    'es wrong p: the places are "nombre", in English "name"',
    ...faultsOf(new Map([["torn", broken.get("torn") ?? {}]]), ["en", "es"]),
  ]);
  const [torn, blank] = faultsOf(new Map([["torn", broken.get("torn") ?? {}]]), ["en", "es"]);
  assert.match(torn ?? "", /^es torn a: no ICU message/);
  assert.equal(blank, "es torn b: empty");
});

test("the compiler knows the keys of every namespace", () => {
  assert.ok(namespacesText() === typesOfNamespaces(), "run: npm run docs");
});

test("every text is used", () => {
  const files = ["contract", "server", "web"].flatMap((folder) => filesBelow(join(ROOT, folder)));
  const sources = files.filter((file) => /\.tsx?$/.test(file) && !file.endsWith(".test.ts"));
  const used = keysNamedIn(sources.map((file) => readFileSync(file, "utf8")).join("\n"));
  assert.deepEqual(
    // The texts of rules are read by the wire names of the rules.
    englishKeys().filter((key) => !used(key) && !key.startsWith("rules.refusal.")),
    [],
  );
});

/** Whether a literal of the code is the key, or a template of the code can become it. */
function keysNamedIn(code: string): (key: string) => boolean {
  const literals = new Set([...code.matchAll(/"([\w-]+(?:\.[\w -]+)+)"/g)].map(([, literal = ""]) => literal));
  const namespaces = [...CATALOG.keys()].join("|");
  // A template that begins with a value names at least one part of the key.
  const begins = `(?:(?:${namespaces})\\.|\\$\\{\\w+\\}\\.[a-z_]+)`;
  const templates = [...code.matchAll(new RegExp(`\`(${begins}(?:[\\w.-]|\\$\\{[^}\`]*\\})*)\``, "g"))];
  const patterns = new Set(
    templates.map(([, template = ""]) => template.replaceAll(".", "\\.").replace(/\$\{[^}]*\}/g, ".+")),
  );
  const isMade = new RegExp(`^(?:${[...patterns].join("|")})$`);
  return (key) => literals.has(key) || isMade.test(key);
}

test("no text contains the name of the product: another name is a change of one file", () => {
  let named = 0;
  for (const [namespace, files] of CATALOG)
    for (const locale of LOCALES)
      for (const [key, message] of files[locale] ?? []) {
        assert.ok(!message.includes(BRAND), `${locale} ${namespace} ${key} says ${BRAND}`);
        if (message.includes("{brand}")) named++;
        assert.ok(!withBrand(message).includes("{brand}"), key);
      }
  assert.ok(named > 30, "texts that name it");
});

test("every refusal has its text, and no text is of an unknown refusal", () => {
  const codes = Object.keys(REFUSALS).filter((code) => !Object.hasOwn(RULE_REFUSALS, code));
  const wanted = [...codes, ...SHAPE_FORMS.map((form) => `shape.${form}`)].sort();
  assert.deepEqual([...textsOf("refusals", "en").keys()].sort(), wanted);
  const rules: readonly OfferRule[] = Object.values(OFFER_RULES);
  const ofRules = rules.filter(({ refusal }) => refusal).map(({ wire }) => `refusal.${wire}`);
  const keys = [...textsOf("rules", "en").keys()].filter((key) => key.startsWith("refusal."));
  assert.deepEqual(keys.sort(), ofRules.sort());
});

test("the browser fills refusals without ICU, so they have plain places only", () => {
  const texts = LOCALES.flatMap((locale) => [...textsOf("refusals", locale), ...textsOf("rules", locale)]);
  assert.ok(texts.length > 1000, `only ${texts.length} texts were looked at`);
  const odd = texts.filter(([, text]) => /[{}]/.test(text.replace(/\{\w+\}/g, "")));
  assert.deepEqual(odd, []);
});

test("why a dispute was opened, a coin is closed or a send-out failed has a text for every code", () => {
  const keys = [
    ...DISPUTE_REASONS.map((code) => ["disputes", `reason.${code}`] as const),
    ...sendOutFault.options.map((code) => ["wallet", `fault.${code}`] as const),
    ...railClosure.options.map((code) => ["wallet", `closed.${code}`] as const),
  ];
  for (const [namespace, key] of keys) {
    const english = textsOf(namespace, "en").get(key);
    assert.ok(english, key);
    for (const locale of LOCALES.filter((one) => one !== "en"))
      assert.notEqual(textsOf(namespace, locale).get(key), english, `${key} is English in ${locale}`);
  }
});

test("every kind of notification has its title and its email, and every tag can be filtered by", () => {
  const keys = [...textsOf("notifications", "en").keys()];
  const kinds = keys.filter((key) => key.startsWith("title.")).map((key) => key.replace("title.", ""));
  assert.ok(kinds.length > 50, `only ${kinds.length} kinds were looked at`);
  const emails = kinds.flatMap((kind) => [`email.${kind}.subject`, `email.${kind}.sentence`]);
  assert.deepEqual(keys.filter((key) => key.startsWith("email.")).sort(), emails.sort());
  const tags = [...textsOf("catalog", "en").keys()].filter((key) => key.startsWith("tags."));
  assert.deepEqual([...TAG_SLUGS], tags.map((key) => key.replace("tags.", "")).sort());
});

test("a key that the sources name exists", () => {
  // A page may load a part of a namespace, such as "notifications.title".
  const known = new Set(englishKeys().flatMap((key) => [key, key.split(".", 2).join(".")]));
  // Refusals, live events and settings are named with dots too.
  const others = new Set<string>([
    ...Object.keys(REFUSALS),
    ...TRADE_EVENTS,
    ...WALLET_EVENTS,
    ...textsOf("settings", "en").keys(),
  ]);
  for (const name of [
    "trade.changed",
    "wallet.changed",
    "messenger.changed",
    "spot.orders",
    "spot.market",
    "spot.change",
  ])
    others.add(name);
  const sources = filesBelow(dirname(HERE)).filter((file) => /\.tsx?$/.test(file) && !file.endsWith(".test.ts"));
  const pattern = new RegExp(`"((?:${[...CATALOG.keys()].join("|")})(?:\\.(?!json")[\\w-]+)+)"`, "g");
  let seen = 0;
  for (const file of sources)
    for (const [, key = ""] of readFileSync(file, "utf8").matchAll(pattern)) {
      seen += 1;
      assert.ok(others.has(key) || known.has(key), `${file} names ${key}, which has no text`);
    }
  assert.ok(seen > 50, `only ${seen} keys were looked at`);
});
