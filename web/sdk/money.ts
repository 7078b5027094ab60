/** Money for the eye: grouping by Intl, exact decimal text in, never a float in between. */
import { fiatDigitsOf } from "#contract/fiat-digits.ts";
import { type CryptoCode, cryptoOf } from "#contract/money.ts";
import type { Locale } from "#contract/page.ts";
import { numeralLocale } from "./t.ts";

const formats = new Map<string, Intl.NumberFormat>();

type Digits = readonly [min: number, max: number];

/** Coins are cut, so that nobody sees more than there is; money is rounded. */
function numberFormat(locale: Locale, [min, max]: Digits, roundingMode: "trunc" | "halfExpand"): Intl.NumberFormat {
  const key = `${locale}|${min}|${max}|${roundingMode}`;
  let found = formats.get(key);
  if (!found) {
    found = new Intl.NumberFormat(numeralLocale(locale), {
      minimumFractionDigits: min,
      maximumFractionDigits: max,
      roundingMode,
    });
    formats.set(key, found);
  }
  return found;
}

type DecimalText = Intl.StringNumericLiteral;

/** "0.015" as "0.015": all the digits it has, up to the currency's own. */
export function cryptoText(locale: Locale, amount: string, code: CryptoCode): string {
  return numberFormat(locale, [0, cryptoOf(code).digits], "trunc").format(amount as DecimalText);
}

/** "1250" as "1,250", "1250.5" as "1,250.50": the decimal places of the currency or none. */
export function fiatText(locale: Locale, amount: string, code: string): string {
  const digits = fiatDigitsOf(code);
  const [, fraction = ""] = amount.split(".");
  const isWhole = /^0*$/.test(fraction);
  return numberFormat(locale, isWhole ? [0, 0] : [digits, digits], "halfExpand").format(amount as DecimalText);
}

/** A price keeps the places of its currency, so that prices under each other line up, and more where it is small. */
export function priceText(locale: Locale, amount: string, code: string): string {
  const digits = fiatDigitsOf(code);
  const whole = (amount.split(".")[0] ?? "").replace("-", "");
  const most = whole.length === 1 ? 4 : whole.length <= 3 ? 2 : 0;
  return numberFormat(locale, [digits, Math.max(digits, most)], "halfExpand").format(amount as DecimalText);
}

/** "1.5" as "1.5": a share of a hundred, without its sign. */
export function percentText(locale: Locale, pct: string): string {
  return numberFormat(locale, [0, 2], "halfExpand").format(pct as DecimalText);
}

/** "2.5" as "+2.5%"; the sign is always there, because a margin is read as a difference. */
export function marginText(locale: Locale, pct: string): string {
  const isAbove = !pct.startsWith("-") && !/^[0.]*$/.test(pct);
  return `${isAbove ? "+" : ""}${percentText(locale, pct)}%`;
}

/** "0.0385" of an ounce as "0.0385": a weight shows its four digits at the most. */
export function weightText(locale: Locale, ounces: string): string {
  return numberFormat(locale, [0, 4], "trunc").format(ounces as DecimalText);
}

export function countText(locale: Locale, count: number): string {
  return numberFormat(locale, [0, 0], "trunc").format(count);
}

/** Inside a sentence of the other direction a sign or a currency would jump to the wrong end; <bdi> for texts. */
export function isolated(text: string): string {
  return `\u2068${text}\u2069`;
}
