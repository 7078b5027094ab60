/** Sums that people type. */
import { fiatDigitsOf } from "#contract/money/fiat-digits.ts";
import { amountFault, unitsFromDisplay } from "#contract/money/money.ts";
import { fieldRefusal } from "#contract/platform/errors/refusals.ts";

/** Refuses money.malformed, money.too_many_digits. */
export function unitsOf(text: string, digits: number, field: string): bigint {
  const fault = amountFault(text, digits);
  if (fault) throw fieldRefusal(`money.${fault}`, field, { digits });
  const units = unitsFromDisplay(text, digits);
  if (units <= 0n || units > 10n ** 15n) throw fieldRefusal("money.malformed", field);
  return units;
}

export const unitsIn = (currency: string, text: string, field: string): bigint =>
  unitsOf(text, fiatDigitsOf(currency), field);
