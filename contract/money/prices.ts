/** Prices: market rate and margin to the price of an offer, and amounts between fiat and crypto at a price. */
import { type Decimal, decimal, decimalText, digitsFor, over, rounded, times } from "../platform/decimal.ts";
import { divideDown, divideUp } from "./money.ts";

/** The digits of a price of this market: those of the currency, and at least six leading ones. */
export function priceDigits(rate: Decimal, fiatDigits: number): number {
  return Math.max(fiatDigits, digitsFor(rate, 6));
}

/**
 * rate × (100 + margin) / 100, to the nearest digit of a price in this market. The margin is in hundredths of a percent.
 * The digits depend on the rate alone, so a higher margin never gives a lower price.
 */
export function priceOf({
  rate,
  marginBp,
  fiatDigits,
}: {
  rate: Decimal;
  marginBp: number;
  fiatDigits: number;
}): Decimal {
  return rounded(
    times(rate, { units: BigInt(10_000 + marginBp), digits: 4 }),
    priceDigits(rate, fiatDigits),
    "nearest",
  );
}

/** The distance of a price from the market, in hundredths of a percent, rounded to the nearest one. */
export function marginBpOf({ rate, price }: { rate: Decimal; price: Decimal }): number {
  return Number(over(price, rate, 4, "nearest").units) - 10_000;
}

/** Whole base units for a sum of fiat, rounded down, so that the buyer gets no more than was paid for. */
export function cryptoUnitsOf({
  fiatUnits,
  fiatDigits,
  price,
  cryptoDigits,
}: {
  fiatUnits: bigint;
  fiatDigits: number;
  price: Decimal;
  cryptoDigits: number;
}): bigint {
  if (price.units <= 0n) throw new RangeError("a price is above zero");
  const shift = cryptoDigits + price.digits - fiatDigits;
  return shift >= 0
    ? divideDown(fiatUnits * 10n ** BigInt(shift), price.units)
    : divideDown(fiatUnits, price.units * 10n ** BigInt(-shift));
}

/** The price of base units in whole fiat units, rounded up. */
export function fiatUnitsOf({
  units,
  cryptoDigits,
  price,
  fiatDigits,
}: {
  units: bigint;
  cryptoDigits: number;
  price: Decimal;
  fiatDigits: number;
}): bigint {
  const shift = fiatDigits - cryptoDigits - price.digits;
  return shift >= 0 ? units * price.units * 10n ** BigInt(shift) : divideUp(units * price.units, 10n ** BigInt(-shift));
}

const PERCENT = /^-?\d{1,5}(\.\d{1,2})?$/;

/** "-1.5" percent is -150. Throws a RangeError for more than two digits after the point. */
export function marginBpFromText(text: string): number {
  if (!PERCENT.test(text)) throw new RangeError(`not a margin: ${text.slice(0, 20)}`);
  return Number(rounded(decimal(text), 2, "nearest").units);
}

/** Hundredths of a percent as percent: -150 is "-1.5". */
export function marginText(marginBp: number): string {
  return decimalText({ units: BigInt(marginBp), digits: 2 });
}
