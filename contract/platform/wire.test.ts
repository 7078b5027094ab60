// Guards: the basic shapes accept exactly their documented values.
import assert from "node:assert/strict";
import { test } from "node:test";
import * as z from "zod/mini";
import { email } from "../people/email-address.ts";
import {
  amount,
  count,
  documentNumber,
  fiatCode,
  flagQuery,
  hash,
  pageQuery,
  paginationOf,
  queryInt,
  signedDecimal,
  slug,
  text,
  textLocale,
  username,
} from "./wire.ts";
import { elevenDigits } from "../people/eleven-digits.ts";

const long = (length: number, letter = "a") => letter.repeat(length);

const SHAPES: readonly (readonly [string, z.ZodMiniType, readonly unknown[], readonly unknown[]])[] = [
  [
    "text",
    text({ min: 2, max: 4 }),
    ["ab", "abcd", "\u{1F600}".repeat(4)],
    ["a", "abcde", 5, "a\u0000b", "\ud83d.", ".\ude00", null],
  ],
  ["text of any length", text({ max: 1 }), ["", "a"], ["ab"]],
  ["hash", hash, [long(10), long(32), "Ab3456789012"], [long(9), long(33), "abc-defghij", ""]],
  [
    "amount",
    amount,
    ["0", "0.1", long(24, "9"), `0.${long(18, "1")}`],
    ["00", "01", ".1", "1.", "-1", long(25, "9"), `0.${long(19, "1")}`],
  ],
  ["signedDecimal", signedDecimal, ["0", "-0", "-99999.9999", "12345"], ["100000", "1.12345", "01", "--1", "+1"]],
  ["fiatCode", fiatCode, ["USD"], ["usd", "US", "USDT"]],
  ["username", username, ["abc", long(20), "a_b-C"], ["ab", long(21), "a b", "ä-b"]],
  [
    "documentNumber",
    documentNumber,
    [
      "A123456(3)",
      "ΑΚ 123456",
      "٢٩٠٠١٠١١٢٣٤٥٦٧",
      "۱۲۳۴۵",
      "ab-12/34.5",
      "12.345.678/0001-90",
      "京A12345",
      "CHE–123.456.789",
      " X1 ",
    ],
    ["", " ", "x", "<b>12</b>", "a\u0000b", "12\n34", long(41, "1"), 5],
  ],
  ["slug", slug, ["a", "0", long(80), "a-b"], ["-a", long(81), "A", "a_b", ""]],
  ["count", count, [0, 1], [-1, 0.5, "1"]],
  ["pageQuery", pageQuery, ["1", "100000", undefined], ["0", "100001", "-1", "x", "1.5", ""]],
  ["queryInt", queryInt({ min: -5, max: 7 }), ["-5", "0", "7"], ["-6", "8", "00000000001", "+1"]],
  ["flagQuery", flagQuery, ["0", "1", "true", "false", undefined], ["yes", "", 1]],
  ["textLocale", textLocale, ["en", "pt-BR", "PT", "zh_CN"], ["", "xx", "english", "e", 5, null, ["en"]]],
  [
    "email",
    email,
    [
      "a@b.de",
      `${long(64)}@b.de`,
      "a.b+c@d-e.example",
      "o'brien@a.museum",
      "info@xn--80a1acny.xn--p1ai",
      "a@münchen.de",
    ],
    [
      "a..b@c.de",
      `${long(65)}@b.de`,
      "a@b",
      "a@b.c",
      "a b@c.de",
      "@b.de",
      "a@-b.de",
      "a@b.1",
      "jürgen@b.de",
      "a@b.de/c",
    ],
  ],
  [
    "email of 254 letters",
    email,
    [`${long(62)}@${`${long(62)}.`.repeat(3)}de`],
    [`${long(63)}@${`${long(62)}.`.repeat(3)}de`, `a@${long(64)}.de`],
  ],
];

for (const [name, shape, taken, refused] of SHAPES)
  test(`${name} takes what it says and nothing else`, () => {
    for (const value of taken) assert.ok(z.safeParse(shape, value).success, `refused ${JSON.stringify(value)}`);
    for (const value of refused) assert.ok(!z.safeParse(shape, value).success, `took ${JSON.stringify(value)}`);
  });

test("a document's number is kept in Latin digits and with hyphens", () => {
  assert.equal(z.parse(documentNumber, " ٢٩٠\u00a0–١٢ "), "290 -12");
  for (const typed of ["12345678901", "1234 567-8901", "١٢٣٤٥٦٧٨٩٠١", "۱۲۳۴ ۵۶۷۸ ۹۰۱", "\u200f१२३४५६७८९०१"])
    assert.equal(z.parse(elevenDigits, typed), "12345678901", typed);
  for (const typed of ["1234567890", "123456789012", "1234567890a", "⑪"])
    assert.ok(!z.safeParse(elevenDigits, typed).success, typed);
});

test("there is a first page even of nothing, and a last one holds the rest", () => {
  for (const [total, perPage, lastPage] of [
    [0, 10, 1],
    [1, 10, 1],
    [10, 10, 1],
    [11, 10, 2],
    [20, 10, 2],
  ] as const)
    assert.deepEqual(paginationOf({ total, page: 3, perPage }), { total, currentPage: 3, perPage, lastPage });
});

test("a language in any spelling is one of ours, also in an object", () => {
  const asked = z.strictObject({ locale: z.optional(textLocale) });
  for (const [spelling, locale] of [
    ["ES", "es"],
    ["pt", "pt-BR"],
    ["pt_PT", "pt-BR"],
    ["zh-CN", "zh-Hans"],
    ["ZH-hant-TW", "zh-Hans"],
    ["en-GB", "en"],
  ] as const)
    assert.deepEqual(z.parse(asked, { locale: spelling }), { locale }, spelling);
});
