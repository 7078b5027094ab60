/** Metals that pay by weight. An offer that one of them pays says what a troy ounce counts for, in its own currency. */
import { type Decimal, decimalText, over } from "../platform/decimal.ts";

/** By their codes of ISO 4217: gold, silver, platinum, palladium. */
export const METALS = ["XAU", "XAG", "XPT", "XPD"] as const;
export type Metal = (typeof METALS)[number];

/** A scale for coins and bars shows no more. */
const OUNCE_DIGITS = 4;

/** How many troy ounces pay so much: the least weight of four decimals that is worth no less. */
export function ouncesFor({ fiat, customRate }: { readonly fiat: Decimal; readonly customRate: Decimal }): string {
  return decimalText(over(fiat, customRate, OUNCE_DIGITS, "up"));
}
