/**
 * Exact decimals for rates, margins and prices: a bigint and its number of decimal places. Every division says how it rounds.
 * What is money in an account is not this but whole units (money.ts).
 */
import { divideDown, divideUp } from "../money/money.ts";

export type Decimal = { readonly units: bigint; readonly digits: number };

/** up and down are towards plus and minus infinity; nearest sends a half up. */
export type Rounding = "up" | "down" | "nearest";

const TEXT = /^(-?)(\d{1,30})(?:\.(\d{1,30}))?$/;

/** "-1.50" is -150 with two digits. Throws a RangeError for anything that is not a plain decimal. */
export function decimal(text: string): Decimal {
  const match = TEXT.exec(text);
  if (!match) throw new RangeError(`not a decimal: ${text.slice(0, 60)}`);
  const [, sign = "", whole = "0", fraction = ""] = match;
  const units = BigInt(whole + fraction);
  return { units: sign === "-" ? -units : units, digits: fraction.length };
}

export function isDecimal(text: string): boolean {
  return TEXT.test(text);
}

/** The shortest text that says the same number: no zeros at the end of the fraction, no minus before zero. */
export function decimalText({ units, digits }: Decimal): string {
  const plain = (units < 0n ? -units : units).toString().padStart(digits + 1, "0");
  const whole = digits === 0 ? plain : plain.slice(0, -digits);
  const fraction = digits === 0 ? "" : plain.slice(-digits).replace(/0+$/, "");
  return `${units < 0n ? "-" : ""}${whole}${fraction ? `.${fraction}` : ""}`;
}

/** The number with exactly so many digits after the point: "1.50". */
export function fixedText(value: Decimal, digits: number, rounding: Rounding = "nearest"): string {
  const { units } = rounded(value, digits, rounding);
  const plain = (units < 0n ? -units : units).toString().padStart(digits + 1, "0");
  const text = digits === 0 ? plain : `${plain.slice(0, -digits)}.${plain.slice(-digits)}`;
  return `${units < 0n ? "-" : ""}${text}`;
}

export function plus(a: Decimal, b: Decimal): Decimal {
  const digits = Math.max(a.digits, b.digits);
  const widen = (value: Decimal) => value.units * 10n ** BigInt(digits - value.digits);
  return { units: widen(a) + widen(b), digits };
}

export function times(a: Decimal, b: Decimal): Decimal {
  return { units: a.units * b.units, digits: a.digits + b.digits };
}

/** a / b to so many digits after the point. Throws a RangeError when b is not above zero. */
export function over(a: Decimal, b: Decimal, digits: number, rounding: Rounding): Decimal {
  const shift = digits + b.digits - a.digits;
  const numerator = shift >= 0 ? a.units * 10n ** BigInt(shift) : a.units;
  const denominator = shift >= 0 ? b.units : b.units * 10n ** BigInt(-shift);
  return { units: divideRounded(numerator, denominator, rounding), digits };
}

export function rounded(value: Decimal, digits: number, rounding: Rounding): Decimal {
  if (digits >= value.digits) return { units: value.units * 10n ** BigInt(digits - value.digits), digits };
  return { units: divideRounded(value.units, 10n ** BigInt(value.digits - digits), rounding), digits };
}

/** Below zero, zero, or above zero, as a is less than, equal to or more than b. */
export function compareDecimals(a: Decimal, b: Decimal): number {
  const digits = Math.max(a.digits, b.digits);
  const difference = rounded(a, digits, "down").units - rounded(b, digits, "down").units;
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}

/** Keeps so many leading digits, and never cuts before the point. */
export function significant(value: Decimal, leading: number): Decimal {
  return rounded(value, digitsFor(value, leading), "nearest");
}

/** How many digits after the point give so many leading digits: 2 for 83212.4 and 7, 5 for 1.00052 and 6. */
export function digitsFor(value: Decimal, leading: number): number {
  const size = (value.units < 0n ? -value.units : value.units).toString().length;
  const beforePoint = value.units === 0n ? 0 : size - value.digits;
  return Math.max(0, leading - beforePoint);
}

function divideRounded(numerator: bigint, denominator: bigint, rounding: Rounding): bigint {
  if (rounding === "up") return divideUp(numerator, denominator);
  if (rounding === "down") return divideDown(numerator, denominator);
  return divideDown(2n * numerator + denominator, 2n * denominator);
}
