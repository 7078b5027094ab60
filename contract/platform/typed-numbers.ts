/**
 * Numbers as people type and paste them: digits of every script, the separators in use, signs and the currency around
 * them. A text with two readings is never decided here unless the page's own format decides it.
 */
import { LOCALES } from "./locales.ts";
import { latinDigits } from "./plain-text.ts";

/** How the page writes its own numbers; `group` is "" where it is none of the known separators. */
export type NumberStyle = { readonly decimal: string; readonly group: string };

/** Given on for a text that is not one number. No call accepts it. */
export const UNREADABLE = "?";

export type NumberFault = "unreadable" | "unit" | "negative" | "fraction" | "long";

export type ReadNumber =
  /** isPlain: written in the page's own format, so that there is no doubt about the reading. */
  | { readonly kind: "number"; readonly text: string; readonly isPlain: boolean }
  /** The reading in the page's own format first. */
  | { readonly kind: "unclear"; readonly readings: readonly [string, string] }
  | { readonly kind: "fault"; readonly fault: NumberFault }
  | { readonly kind: "empty" };

type Rules = {
  readonly style: NumberStyle;
  /** Units allowed around the number, from `unitNames`. */
  readonly units?: ReadonlySet<string>;
  readonly isSigned?: boolean;
  readonly isWhole?: boolean;
};

const MOST_WHOLE = 24;
const MOST_FRACTION = 18;
const FORMAT = /\p{Cf}/gu;
const MINUS = "\\-\u2010-\u2015\u2212\uFE58\uFE63\uFF0D";
const PLUS = "+\uFE62\uFF0B";
const SIGN = `[${MINUS}${PLUS}]?`;
const COMMAS = /[,\u060C\u3001\uFE10\uFE50\uFF0C]/g;
const POINTS = /[.\u00B7\u3002\uFE52\uFF0E\uFF61]/g;
const APOSTROPHES = /['\u2018\u2019\u02BC\u00B4`\uFF07]/g;
const SEPARATOR = /[,.' \u066B\u066C]/;
const NUMBER = "[.,\\u066B]?[0-9](?:[0-9,.' \\u066B\\u066C]*[0-9])?[,.\\u066B]?";
const AROUND = "[^0-9]*?";
const SHAPE = new RegExp(`^(${SIGN}) ?(${AROUND}) ?(${SIGN}) ?(${NUMBER}) ?(${AROUND}) ?(${SIGN})$`, "su");

/** A code, card number or phone number: digits of every script, one kind of dash, nothing unseen. */
export function typedCode(text: string): string {
  return latinDigits(text.replace(FORMAT, ""))
    .replace(new RegExp(`[${MINUS}]`, "g"), "-")
    .replace(/\uFF0B/g, "+")
    .replace(/\s+/g, " ");
}

/** A code of so many digits with what people paste around it; what is no such code comes back as it was typed. */
export function oneTimeCode(text: string, length: number): string {
  const plain = typedCode(text).trim();
  const joined = plain.replace(/[ -]/g, "");
  if (/^\d*$/.test(joined)) return joined;
  const runs = plain.match(/\d+/g) ?? [];
  return runs.length === 1 && runs[0]?.length === length ? runs[0] : plain;
}

/** The names and signs of a currency, or of percent, that may be typed beside a number. */
export function unitNames(unit: string): ReadonlySet<string> {
  const names = [unit, ...(MORE_NAMES[unit] ?? [])];
  if (/^[A-Z]{3}$/.test(unit))
    for (const locale of LOCALES)
      for (const currencyDisplay of ["symbol", "narrowSymbol"] as const) {
        const format = new Intl.NumberFormat(locale, { style: "currency", currency: unit, currencyDisplay });
        names.push(format.formatToParts(1).find(({ type }) => type === "currency")?.value ?? unit);
      }
  return new Set(names.map(nameOf));
}

const MORE_NAMES: Readonly<Record<string, readonly string[]>> = {
  "%": ["٪"],
  BTC: ["₿", "XBT"],
  ETH: ["Ξ"],
  USDT: ["₮", "USD₮"],
  USD: ["US$"],
  INR: ["Rs"],
  PEN: ["S/"],
  BRL: ["R$"],
  CRC: ["₡"],
};

function nameOf(text: string): string {
  return text.replace(FORMAT, "").normalize("NFKC").replace(/[\s.]/g, "").toLowerCase();
}

/** "1250.5" for "$1,250.50", "١٬٢٥٠٫٥" and "1 250,5". */
export function readNumber(typed: string, rules: Rules): ReadNumber {
  const plain = normal(typed);
  if (plain === "") return { kind: "empty" };
  const match = SHAPE.exec(plain);
  if (!match) return { kind: "fault", fault: "unreadable" };
  const [, first = "", before = "", second = "", body = "", after = "", last = ""] = match;
  const signs = first + second + last;
  if (signs.length > 1) return { kind: "fault", fault: "unreadable" };
  const isBelow = signs !== "" && !new RegExp(`[${PLUS}]`).test(signs);
  const names = [before, after].map(nameOf).filter(Boolean);
  if (names.some((name) => !/[\p{L}\p{M}\p{Sc}%٪]/u.test(name))) return { kind: "fault", fault: "unreadable" };
  if (names.some((name) => !rules.units?.has(name))) return { kind: "fault", fault: "unit" };
  const readings = readingsOf(before, body, rules.style);
  if (readings.length === 0) return { kind: "fault", fault: "unreadable" };
  const fault = faultOf(readings, isBelow, rules);
  if (fault) return { kind: "fault", fault };
  const texts = readings.map((text) => (isBelow && /[1-9]/.test(text) ? `-${text}` : text));
  const [one = "", other] = texts;
  if (other !== undefined) return { kind: "unclear", readings: [one, other] };
  const isPlain = names.length === 0 && typed.trim() === latinDigits(typed).trim() && isInStyle(body, one, rules.style);
  return { kind: "number", text: one, isPlain };
}

/** Amounts in one line, between commas, semicolons or spaces; unclear where a comma may belong to a number. */
export function readNumbers(typed: string, rules: Rules): NumberList {
  const plain = latinDigits(typed.replace(FORMAT, "")).replace(/[\s,;،؛]+$/u, "");
  if (plain.trim() === "") return { kind: "list", texts: [] };
  const between = /[;؛\n]/u.test(plain)
    ? [/[;؛\n]/u]
    : /[,،、，]\s/u.test(plain)
      ? [/[,،、，]\s+/u]
      : [/$^/, /\s+/, /[,،、，]/u];
  const found = between.map((by) => listOf(plain.split(by), rules)).filter((list) => list !== undefined);
  const lists = [...new Map(found.map((texts) => [texts.join(), texts])).values()];
  const [one, other] = lists;
  if (!one) return { kind: "fault" };
  return other ? { kind: "unclear", readings: [one, other] } : { kind: "list", texts: one };
}

export type NumberList =
  | { readonly kind: "list"; readonly texts: readonly string[] }
  | { readonly kind: "unclear"; readonly readings: readonly [readonly string[], readonly string[]] }
  | { readonly kind: "fault" };

function listOf(parts: readonly string[], rules: Rules): string[] | undefined {
  const texts: string[] = [];
  for (const part of parts) {
    const read = readNumber(part, rules);
    if (read.kind === "empty") continue;
    if (read.kind !== "number" || (parts.length > 1 && /^0\d/.test(part.trim()))) return undefined;
    texts.push(read.text);
  }
  return texts;
}

function normal(typed: string): string {
  return latinDigits(typed.replace(FORMAT, ""))
    .replace(COMMAS, ",")
    .replace(POINTS, ".")
    .replace(APOSTROPHES, "'")
    .replace(/[\s_]+/g, " ")
    .trim();
}

function faultOf(readings: readonly string[], isBelow: boolean, rules: Rules): NumberFault | undefined {
  if (isBelow && !rules.isSigned) return "negative";
  if (rules.isWhole && readings.length === 1 && readings[0]?.includes(".")) return "fraction";
  const isLong = readings.some((text) => {
    const [whole = "", fraction = ""] = text.split(".");
    return whole.length > MOST_WHOLE || fraction.length > MOST_FRACTION;
  });
  return isLong ? "long" : undefined;
}

/** One reading, or two with the page's own first, or none. */
function readingsOf(before: string, body: string, style: NumberStyle): string[] {
  const parts = body.split(SEPARATOR);
  const marks = [...body].filter((one) => SEPARATOR.test(one));
  if (marks.length === 0) return [tidy(body, "")];
  // "Rs.5": the point ends the word or begins a fraction.
  if (/\p{L}$/u.test(before) && body.startsWith("."))
    return marks.length === 1 ? [tidy(parts[1] ?? "", ""), tidy("", parts[1] ?? "")] : [];
  const grouped = groupedReading(parts, marks);
  const split = fractionReading(parts, marks);
  if (grouped === undefined || split === undefined) return [grouped ?? split].filter((one) => one !== undefined);
  if (marks[0] === style.group) return [grouped];
  return marks[0] === style.decimal ? [split, grouped] : [grouped, split];
}

function groupedReading(parts: readonly string[], marks: readonly string[]): string | undefined {
  return marks.at(-1) !== "\u066B" && isGrouped(parts, marks) ? tidy(parts.join(""), "") : undefined;
}

function fractionReading(parts: readonly string[], marks: readonly string[]): string | undefined {
  const mark = marks.at(-1) ?? "";
  if (!/[.,\u066B]/.test(mark) || marks.indexOf(mark) !== marks.length - 1) return undefined;
  const wholes = parts.slice(0, -1);
  if (wholes.length > 1 && !isGrouped(wholes, marks.slice(0, -1))) return undefined;
  return tidy(wholes.join(""), parts.at(-1) ?? "");
}

/** 1,234,567 or, as in India, 12,34,567. */
function isGrouped(parts: readonly string[], marks: readonly string[]): boolean {
  const sizes = parts.map((part) => part.length);
  const [first = 0, ...rest] = sizes;
  if (first === 0 || parts[0]?.startsWith("0") || new Set(marks).size > 1) return false;
  const isByThree = first <= 3 && rest.every((size) => size === 3);
  const isIndian = first <= 2 && rest.at(-1) === 3 && rest.slice(0, -1).every((size) => size === 2);
  return isByThree || isIndian;
}

function tidy(whole: string, fraction: string): string {
  const digits = whole.replace(/^0+(?=\d)/, "") || "0";
  const rest = fraction.replace(/[^0-9]/g, "");
  return /[1-9]/.test(rest) ? `${digits}.${rest}` : digits;
}

function isInStyle(body: string, reading: string, { decimal, group }: NumberStyle): boolean {
  const [whole = "", fraction = "", ...more] = body.split(decimal);
  return more.length === 0 && tidy(whole.replaceAll(group, ""), fraction) === reading.replace("-", "");
}
