/** Texts that the server writes itself (emails, messages to phones, notifications), from the catalog in web/i18n. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import compile from "icu-minify/compile";
import format, { type CompiledMessage } from "icu-minify/format";
import { BRAND } from "#contract/platform/brand.ts";
import { DEFAULT_LOCALE, type Locale, numeralLocale } from "#contract/platform/locales.ts";
import type { MessageKey } from "#i18n/keys.ts";

type Texts = { readonly [key: string]: string | Texts };
type Values = Readonly<Record<string, string | number>>;

const CATALOG = join(import.meta.dirname, "../../web/i18n");

const FORMATTERS = {
  getDateTimeFormat: (...args: ConstructorParameters<typeof Intl.DateTimeFormat>) => new Intl.DateTimeFormat(...args),
  getNumberFormat: (...args: ConstructorParameters<typeof Intl.NumberFormat>) => new Intl.NumberFormat(...args),
  getPluralRules: (...args: ConstructorParameters<typeof Intl.PluralRules>) => new Intl.PluralRules(...args),
};

/** {brand} is filled in. {origin} stays as it is: the mail module fills it in. */
export function textOf(key: MessageKey, locale: Locale, values?: Values): string {
  const text = compiledOf(key, locale);
  if (text === undefined) throw new Error(`there is no text ${key} in ${locale}`);
  return typeof text === "string" ? text : formatted(text, locale, values);
}

/** For the key of a stored value, such as the slug of a payment method; undefined if it has no text. */
export function findText(key: string, locale: Locale, values?: Values): string | undefined {
  const text = compiledOf(key, locale);
  return text === undefined || typeof text === "string" ? text : formatted(text, locale, values);
}

/** Undefined for a key without a text, and for a text that takes values. */
export function findPlainText(key: string, locale: Locale): string | undefined {
  if (!existsSync(join(CATALOG, key.split(".")[0] ?? "", `${locale}.json`))) return undefined;
  const text = compiledOf(key, locale);
  return typeof text === "string" ? text : undefined;
}

/** Pictures and PDF files are drawn with one font. It has no letters of these languages, whose readers get English. */
const UNDRAWN: readonly Locale[] = ["hi", "zh-Hans"];

export const drawnLocale = (locale: Locale): Locale => (UNDRAWN.includes(locale) ? DEFAULT_LOCALE : locale);

function formatted(text: CompiledMessage, locale: Locale, values?: Values): string {
  const parts = format<string>(
    text,
    numeralLocale(locale),
    { origin: "{origin}", ...values },
    { formatters: FORMATTERS },
  );
  return Array.isArray(parts) ? parts.join("") : String(parts);
}

/** Compiled once, because lists of emails are written in bulk. Keys without a text are not remembered: they come from stored values. */
const compiled = new Map<string, CompiledMessage>();

function compiledOf(key: string, locale: Locale): CompiledMessage | undefined {
  const place = `${locale}/${key}`;
  const known = compiled.get(place);
  if (known !== undefined) return known;
  const source = sourceOf(key, locale);
  if (source === undefined) return undefined;
  const made = compile(source.replaceAll("{brand}", BRAND));
  compiled.set(place, made);
  return made;
}

const files = new Map<string, Texts>();

function sourceOf(key: string, locale: Locale): string | undefined {
  const [namespace = "", ...path] = key.split(".");
  const file = join(CATALOG, namespace, `${locale}.json`);
  let place: string | Texts | undefined = files.get(file);
  if (place === undefined) {
    place = JSON.parse(readFileSync(file, "utf8")) as Texts;
    files.set(file, place);
  }
  for (const part of path) place = typeof place === "object" && Object.hasOwn(place, part) ? place[part] : undefined;
  return typeof place === "string" ? place : undefined;
}
