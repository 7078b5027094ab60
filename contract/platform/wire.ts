/** The small shapes that many endpoints share: texts, ids, amounts, pages. Objects are strict; texts have a maximum. */
import * as z from "zod/mini";
import { findLocale, inEachLocale, LOCALES } from "./locales.ts";
import { hasLetters, latinDigits, plainText, trimmed } from "./plain-text.ts";
import { form } from "./errors/shape-faults.ts";

// A NUL byte or half of a surrogate pair is a sure database error or a silent replacement: refuse it at the edge.
// biome-ignore lint/suspicious/noControlCharactersInRegex: the NUL byte is what this looks for.
const UNSTORABLE = /\u0000|[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/;

/** The maximum length of a text whose limits are settings: a rule refuses a longer text with those limits, not the schema. */
export const JUDGED_BY_RULE = 200_000;

/** Text from users, without invisible characters: at least `min` visible letters, at most `max` characters. */
export function text({ min = 0, max }: { min?: number; max: number }) {
  return z.string().check(
    z.refine((value) => !UNSTORABLE.test(value), { error: form("unstorable"), abort: true }),
    z.overwrite(plainText),
    ...(min > 0 ? [seenAtLeast(min)] : []),
    atMost(max),
  );
}

/** Blanks do not count. Checks of a length also run on what is no text. */
function seenAtLeast(min: number) {
  const check = z.minLength(min);
  check._zod.check = (payload) => {
    const input: unknown = payload.value;
    if (typeof input === "string" && !hasLetters(input, min))
      payload.issues.push({
        ...{ origin: "string", code: "too_small", minimum: min },
        inclusive: true,
        input,
        inst: check,
      });
  };
  return check;
}

/** Counts code points, as PostgreSQL and JSON Schema do. */
function atMost(max: number) {
  const check = z.maxLength(max);
  check._zod.check = (payload) => {
    const input: unknown = payload.value;
    if (typeof input === "string" && input.length > max && [...input].length > max)
      payload.issues.push({
        ...{ origin: "string", code: "too_big", maximum: max },
        inclusive: true,
        input,
        inst: check,
      });
  };
  return check;
}

/** What staff write for everybody, by language: English must be there. See written.ts. */
export function writtenText<S extends z.ZodMiniType<string>>(words: S) {
  const { en: _, ...others } = inEachLocale(() => z.optional(words));
  return z.strictObject({ en: words, ...others });
}

/** A language of the pages, in any spelling: "ES", "pt-PT" and "zh_CN" are es, pt-BR and zh-Hans from here on. */
export const textLocale = z.enum(LOCALES);
const { run } = textLocale._zod;
textLocale._zod.run = (payload, context) => {
  if (typeof payload.value === "string")
    payload.value = findLocale(payload.value.replaceAll("_", "-")) ?? payload.value;
  return run(payload, context);
};

/** A text of one line, like a name: with a line break it could pass for a line of ours where it is shown. */
export function lineText(bounds: { min?: number; max: number }) {
  return text(bounds).check(z.refine((value) => !value.includes("\n"), { error: form("line_break") }));
}

/** As printed on a document, in any script; digits of every script are kept as Latin ones, and each dash as a hyphen. */
export const documentNumber = z.string().check(
  z.maxLength(80),
  z.refine((value) => !UNSTORABLE.test(value), { error: form("unstorable"), abort: true }),
  z.overwrite((typed) => latinDigits(trimmed(plainText(typed).normalize("NFKC"))).replaceAll(/\p{Pd}/gu, "-")),
  z.regex(/^[\p{L}\p{N}][\p{L}\p{M}\p{N} .,/()&'’-]{1,39}$/u, form("document_number")),
);

/** Text that is taken as it comes, seen or not: a password. */
export function secretText({ min = 0, max }: { min?: number; max: number }) {
  return z.string().check(
    z.minLength(min),
    z.maxLength(max),
    z.refine((value) => !UNSTORABLE.test(value), { error: form("unstorable") }),
  );
}

/** As the operator has named a provider of accounts. */
export const socialProviderId = z.string().check(z.regex(/^[a-z][a-z0-9-]{0,29}$/));

/** A public hash of an offer, trade, upload and the like: 12 to 32 letters and digits. */
export const hash = z.string().check(z.regex(/^[A-Za-z0-9]{10,32}$/));

/** Of the staff's lists. */
export const ROWS_PER_PAGE = 50;

/** Where a page of a queue ends, by time and number: what the next one is asked for by. */
export const queuePlace = z.string().check(z.regex(/^[0-9]{1,17}\.[0-9]{1,18}$/));

/** The number of a row. */
export const rowNumber = z.string().check(z.regex(/^[1-9][0-9]{0,17}$/, form("whole")));

/** A decimal amount as text, at most 24 digits before the point and 18 after; which number of them fits, the verb says. */
export const amount = z
  .string()
  .check(z.maxLength(44), z.regex(/^(0|[1-9][0-9]{0,23})(\.[0-9]{1,18})?$/, form("amount")));

/** Whole base units of a coin (satoshi, gwei, micro-USDT): for values that a proof must contain to the unit. */
export const units = z.string().check(z.regex(/^(0|[1-9][0-9]{0,17})$/, form("whole")));

/** A decimal that may be negative: a margin in percent. */
export const signedDecimal = z
  .string()
  .check(z.maxLength(12), z.regex(/^-?(0|[1-9][0-9]{0,4})(\.[0-9]{1,4})?$/, form("margin")));

export const cryptoCode = z.enum(["BTC", "ETH", "USDT"]);
export const fiatCode = z.string().check(z.regex(/^[A-Z]{3}$/, form("currency")));
export const iso2 = z.string().check(z.regex(/^[A-Z]{2}$/, form("country")));
export const username = z.string().check(z.regex(/^[A-Za-z0-9_-]{3,20}$/, form("username")));
export const slug = z.string().check(z.regex(/^[a-z0-9][a-z0-9-]{0,79}$/));
export const instant = z.iso.datetime();
/** A day of this millennium, such as 2026-11-28. */
export const day = z.iso.date().check(z.regex(/^2/, { error: form("day") }));
export const count = z.int().check(z.minimum(0));
export const empty = z.strictObject({});

/** A whole number written as query text, within bounds. */
export function queryInt({ min, max }: { min: number; max: number }) {
  return z.string().check(
    z.regex(/^-?[0-9]{1,10}$/, form("whole")),
    z.refine((value) => Number(value) >= min && Number(value) <= max, { error: form("between"), params: { min, max } }),
    z.describe(`from ${min} to ${max}`),
  );
}

export const pageQuery = z.optional(queryInt({ min: 1, max: 100_000 }));
export const flagQuery = z.optional(z.enum(["0", "1", "true", "false"]));

export const pagination = z.strictObject({ total: count, currentPage: count, perPage: count, lastPage: count });

/** Page numbers from a total: the first page exists even when empty. */
export function paginationOf({ total, page, perPage }: { total: number; page: number; perPage: number }) {
  return { total, currentPage: page, perPage, lastPage: Math.max(1, Math.ceil(total / perPage)) };
}
