/** Money for the eye: grouping by Intl, exact decimal text in, never a float in between. */
import { type CryptoCode, cryptoOf } from "#contract/money.ts";
import type { Locale } from "#contract/page.ts";
import { numeralLocale } from "./t.ts";

const formats = new Map<string, Intl.NumberFormat>();

function numberFormat(locale: Locale, min: number, max: number): Intl.NumberFormat {
  const key = `${locale}|${min}|${max}`;
  let found = formats.get(key);
  if (!found) {
    found = new Intl.NumberFormat(numeralLocale(locale), {
      minimumFractionDigits: min,
      maximumFractionDigits: max,
      roundingMode: "trunc",
    });
    formats.set(key, found);
  }
  return found;
}

type DecimalText = Intl.StringNumericLiteral;

/** "0.015" as "0.015": all the digits it has, up to the currency's own. */
export function cryptoText(locale: Locale, amount: string, code: CryptoCode): string {
  return numberFormat(locale, 0, cryptoOf(code).digits).format(amount as DecimalText);
}

/** "1250" as "1,250", "1250.5" as "1,250.50": two digits or none; small prices keep four. */
export function fiatText(locale: Locale, amount: string): string {
  const [whole = "0", fraction = ""] = amount.split(".");
  if (/^0*$/.test(fraction)) return numberFormat(locale, 0, 0).format(whole as DecimalText);
  const digits = whole.replace("-", "") === "0" ? 4 : 2;
  return numberFormat(locale, 2, digits).format(amount as DecimalText);
}

/** A price always keeps two digits, so that prices under each other line up. */
export function priceText(locale: Locale, amount: string): string {
  return numberFormat(locale, 2, amount.startsWith("0.") ? 4 : 2).format(amount as DecimalText);
}

/** "2.5" as "+2.5%"; the sign is always there, because a margin is read as a difference. */
export function marginText(locale: Locale, pct: string): string {
  const isAbove = !pct.startsWith("-") && !/^[0.]*$/.test(pct);
  return `${isAbove ? "+" : ""}${numberFormat(locale, 0, 2).format(pct as DecimalText)}%`;
}

/** "0.0385" of an ounce as "0.0385": a weight shows its four digits at the most. */
export function weightText(locale: Locale, ounces: string): string {
  return numberFormat(locale, 0, 4).format(ounces as DecimalText);
}

export function countText(locale: Locale, count: number): string {
  return numberFormat(locale, 0, 0).format(count);
}

/** Inside a sentence of the other direction a sign or a currency would jump to the wrong end; <bdi> for texts. */
export function isolated(text: string): string {
  return `\u2068${text}\u2069`;
}
