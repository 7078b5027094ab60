/** Amounts for the eye, on screens and in messages: grouping by Intl, exact decimal text in, never a float in between. */
import { fiatDigitsOf } from "./fiat-digits.ts";
import { type Locale, numeralLocale } from "../platform/locales.ts";
import { type CryptoCode, cryptoOf, isCryptoCode } from "./money.ts";

const formats = new Map<string, Intl.NumberFormat>();

type Digits = readonly [min: number, max: number];

/** Coin amounts are truncated, so that no more than the balance is shown; fiat is rounded. */
export function numberFormat(
  locale: Locale,
  [min, max]: Digits,
  roundingMode: "trunc" | "halfExpand",
): Intl.NumberFormat {
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

export type DecimalText = Intl.StringNumericLiteral;

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

/** "1250.50 USD", as the server keeps it, as "1.250,50 USD" in Spanish. A text of another form stays as it is. */
export function amountText(locale: Locale, kept: string): string {
  const [, amount, code] = /^(-?\d+(?:\.\d+)?) ([A-Z]{3,5})$/.exec(kept) ?? [];
  if (amount === undefined || code === undefined) return kept;
  return `${isCryptoCode(code) ? cryptoText(locale, amount, code) : fiatText(locale, amount, code)} ${code}`;
}
