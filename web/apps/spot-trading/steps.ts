/** Prices and amounts of a market as whole steps, and as text for the eye. A step is a power of ten. */
import { CRYPTO, type CryptoCode, displayFromUnits, unitsFromDisplay, amountFault } from "#contract/money/money.ts";
import { type DecimalText, numberFormat } from "#contract/money/money-text.ts";
import type { Locale } from "#contract/platform/page.ts";

export const digitsOf = (step: string): number => step.split(".")[1]?.length ?? 0;

/** How many steps; undefined for what is no whole number of them. */
export function stepsOf(text: string, step: string): bigint | undefined {
  if (text === "" || amountFault(text, digitsOf(step))) return undefined;
  return unitsFromDisplay(text, digitsOf(step));
}

export const textOfSteps = (steps: bigint, step: string): string => displayFromUnits(steps, digitsOf(step));

/** A step of the amount for a step of the price is the smallest unit of the quote currency. */
export const valueText = (units: bigint, quote: CryptoCode): string => displayFromUnits(units, CRYPTO[quote].digits);
export const valueUnits = (text: string, quote: CryptoCode): bigint | undefined =>
  text === "" || amountFault(text, CRYPTO[quote].digits) ? undefined : unitsFromDisplay(text, CRYPTO[quote].digits);

/** With all the places of its step, so that numbers under each other line up. */
export function fixed(locale: Locale, text: string, step: string): string {
  const digits = digitsOf(step);
  return numberFormat(locale, [digits, digits], "trunc").format(text as DecimalText);
}

/** A sum of the quote currency: two places of a stablecoin, all of bitcoin. */
export function sum(locale: Locale, text: string, code: CryptoCode): string {
  const digits = code === "USDT" ? 2 : CRYPTO[code].digits;
  return numberFormat(locale, [code === "USDT" ? 2 : 0, digits], "trunc").format(text as DecimalText);
}
