import assert from "node:assert/strict";
import { test } from "node:test";
import { latinDigits } from "./plain-text.ts";
import { oneTimeCode, readNumber, readNumbers, typedCode, unitNames } from "./typed-numbers.ts";

const STYLES = {
  en: { decimal: ".", group: "," },
  es: { decimal: ",", group: "." },
  ar: { decimal: ".", group: "," },
  de: { decimal: ",", group: "." },
  fr: { decimal: ",", group: " " },
  hi: { decimal: ".", group: "," },
  deCH: { decimal: ".", group: "'" },
};
type Style = keyof typeof STYLES;

function say(typed: string, style: Style, more: Partial<Parameters<typeof readNumber>[1]> = {}): string {
  const read = readNumber(typed, { style: STYLES[style], units: unitNames("USD"), ...more });
  if (read.kind === "number") return read.text;
  if (read.kind === "unclear") return `${read.readings.join(" or ")}?`;
  return read.kind === "fault" ? read.fault : "empty";
}

test("texts with one reading mean the same on a page of every language", () => {
  const rows: [string, string][] = [
    ["2,500.75", "2500.75"],
    ["2.500,75", "2500.75"],
    ["1.250,50", "1250.50"],
    ["2,962.762623", "2962.762623"],
    ["1,000,000", "1000000"],
    ["1.000.000", "1000000"],
    ["1,00,000", "100000"],
    ["12,34,567.5", "1234567.5"],
    ["1 250,50", "1250.50"],
    ["1\u00a0250.50", "1250.50"],
    ["1\u202f250,50", "1250.50"],
    ["1\u2009250", "1250"],
    ["1'250.50", "1250.50"],
    ["1’250,50", "1250.50"],
    ["1250", "1250"],
    ["1250.5", "1250.5"],
    ["1250,5", "1250.5"],
    ["1234,567", "1234.567"],
    ["0.125", "0.125"],
    ["0,125", "0.125"],
    [".5", "0.5"],
    [",5", "0.5"],
    ["5.", "5"],
    ["007", "7"],
    ["0.50", "0.50"],
    ["1.0", "1"],
    ["1,00000001", "1.00000001"],
    ["١٢٥٠", "1250"],
    ["۱۲۳۴۵۶", "123456"],
    ["١٬٢٥٠٫٥٠", "1250.50"],
    ["١٢٣٫٤٥٦", "123.456"],
    ["१,२५,०००", "125000"],
    ["১২৫০", "1250"],
    ["１，２５０．５０", "1250.50"],
    ["𝟏𝟐𝟓𝟎", "1250"],
    ["\u20681250\u2069", "1250"],
    ["\u200f1250\ufeff", "1250"],
    ["$1,250.50", "1250.50"],
    ["$ 1250", "1250"],
    ["US$1250", "1250"],
    ["1250 USD", "1250"],
    ["usd 1250.00", "1250"],
    ["1.250,50 $", "1250.50"],
    ["$.50", "0.50"],
    ["+5", "5"],
    ["", "empty"],
    ["  ", "empty"],
  ];
  for (const style of Object.keys(STYLES) as Style[])
    for (const [typed, meant] of rows) assert.equal(say(typed, style), meant, `${typed} on a page in ${style}`);
});

test("a comma or a point before three digits is read in the page's own way of grouping and otherwise asked about", () => {
  const rows: [string, Record<Style, string>][] = [
    [
      "1,000",
      { en: "1000", ar: "1000", hi: "1000", es: "1 or 1000?", de: "1 or 1000?", fr: "1 or 1000?", deCH: "1000 or 1?" },
    ],
    [
      "1.250",
      {
        en: "1.250 or 1250?",
        ar: "1.250 or 1250?",
        hi: "1.250 or 1250?",
        es: "1250",
        de: "1250",
        fr: "1250 or 1.250?",
        deCH: "1.250 or 1250?",
      },
    ],
  ];
  for (const [typed, by] of rows)
    for (const style of Object.keys(STYLES) as Style[]) assert.equal(say(typed, style), by[style], `${typed} ${style}`);
  assert.equal(say("١،٢٥٠", "es"), "1.250 or 1250?");
});

test("no character is dropped: what is no number, or another currency, is refused", () => {
  for (const typed of [
    "1,2,3",
    "1.2.3",
    "1,234,56",
    "12 34",
    "1250k",
    "1e5",
    "50-100",
    "1.5.",
    "½",
    "abc",
    "-",
    "$",
    "1,000.50.2",
    "--5",
    "#5",
    "5/6",
  ])
    assert.match(say(typed, "en"), /^(unreadable|unit)$/, typed);
  for (const typed of ["€1250", "1250 EUR", "1250 BTC", "5%"]) assert.equal(say(typed, "en"), "unit", typed);
  assert.equal(say("Rs.5", "en", { units: unitNames("INR") }), "5 or 0.5?");
  assert.equal(say("Rs. 1,250", "en", { units: unitNames("INR") }), "1250");
  assert.equal(say("1.250,5 €", "es", { units: unitNames("EUR") }), "1250.5");
  assert.equal(say("د.إ 1250", "ar", { units: unitNames("AED") }), "1250");
  assert.equal(say("1".repeat(30), "en"), "long");
  assert.equal(say("2.5", "en", { isWhole: true }), "fraction");
  assert.equal(say("1,000", "en", { isWhole: true }), "1000");
});

test("every minus sign counts, and a field without negative numbers refuses it", () => {
  const signed = { isSigned: true, units: unitNames("%") };
  for (const minus of ["-", "\u2212", "\u2013", "\u2010", "\u2011", "\uff0d", "\ufe63"])
    for (const typed of [`${minus}1.5`, `${minus} 1,5 %`, `1.5${minus}`, `%${minus}1.5`, `\u200e${minus}1.5`]) {
      assert.equal(say(typed, "en", signed), "-1.5", typed);
      assert.equal(say(typed, "en", { units: unitNames("%") }), "negative", typed);
    }
  assert.equal(say("-0", "en", signed), "0");
  assert.equal(say("٪1.5", "ar", signed), "1.5");
  assert.equal(say("+1.5％", "en", signed), "1.5");
});

test("a number in the page's own format needs no confirmation of its reading", () => {
  const isPlain = (typed: string, style: Style) => {
    const read = readNumber(typed, { style: STYLES[style], units: unitNames("USD") });
    return read.kind === "number" && read.isPlain;
  };
  assert.deepEqual(
    ["1,000", "1000.5", "1,5", "1.000,5", "$5", "١٢"].map((typed) => isPlain(typed, "en")),
    [true, true, false, false, false, false],
  );
  assert.deepEqual(
    ["1.000", "1000,5", "1000.5"].map((typed) => isPlain(typed, "es")),
    [true, true, false],
  );
});

test("amounts in one line are separated, and refused as ambiguous if a comma may belong to a number", () => {
  const list = (typed: string, style: Style = "en") => {
    const read = readNumbers(typed, { style: STYLES[style], units: unitNames("USD") });
    if (read.kind === "list") return read.texts.join(" ");
    return read.kind === "unclear" ? `${read.readings.map((texts) => texts.join(" ")).join(" or ")}?` : "fault";
  };
  const rows: [string, string][] = [
    ["50, 100, 200", "50 100 200"],
    ["50; 100;200", "50 100 200"],
    ["50، 100، 200", "50 100 200"],
    ["٥٠، ١٠٠", "50 100"],
    ["1,000, 2,500.50", "1000 2500.50"],
    ["1,000; 2,000", "1000 2000"],
    ["1,000 2,000", "1000 2000"],
    ["50,", "50"],
    ["", ""],
    ["50,100,200", "50100200 or 50 100 200?"],
    ["50 100", "50100 or 50 100?"],
    ["10,20", "10.20 or 10 20?"],
    ["1,000,2,000", "fault"],
    ["50; abc", "fault"],
  ];
  for (const [typed, meant] of rows) assert.equal(list(typed), meant, typed);
  assert.equal(list("1,5; 2.000", "es"), "1.5 2000");
});

test("codes are read in every script with what people paste around them, and never cut", () => {
  assert.equal(latinDigits("۱۲۳۴۵۶ 𝟗𝟗 ۹"), "123456 99 9");
  for (const typed of [
    "123456",
    "123 456",
    "123-456",
    "١٢٣٤٥٦",
    "۱۲۳۴۵۶",
    "１２３４５６",
    " 123–456 ",
    "Your code: 123456.",
  ])
    assert.equal(oneTimeCode(typed, 6), "123456", typed);
  assert.equal(oneTimeCode("1234567", 6), "1234567");
  assert.equal(oneTimeCode("12a", 6), "12a");
  assert.equal(typedCode("12–34–56"), "12-34-56");
  assert.equal(typedCode("＋٤٩ ١٥١"), "+49 151");
});
