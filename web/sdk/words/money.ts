/** Money for the eye: prices, percents and counts beside the amounts of contract/money/money-text.ts. */
import { fiatDigitsOf } from "#contract/money/fiat-digits.ts";
import { type DecimalText, numberFormat } from "#contract/money/money-text.ts";
import type { Locale } from "#contract/platform/page.ts";

export { amountText, cryptoText, fiatText } from "#contract/money/money-text.ts";

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
