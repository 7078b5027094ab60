/** Parses a moderator's division of an escrow, or returns the error. Pure. */
import { type Division, divideEscrow, isShare, shownDivision } from "#contract/market/disputes/award-shares.ts";
import { amountFault, type CryptoCode, cryptoOf, displayFromUnits, unitsFromDisplay } from "#contract/money/money.ts";

/** All in decimals. */
export type Divisible = {
  readonly cryptoCurrencyCode: CryptoCode;
  readonly amount: string;
  readonly fee: string;
  readonly price: string;
  readonly fiatCode: string;
  readonly fiatDigits: number;
};

export type ShareFault = "malformed" | "too_many_digits" | "nothing" | "all";
export type ReadShare =
  | { readonly fault: ShareFault }
  | { readonly parts: Division; readonly shown: ReturnType<typeof shownDivision> };

/** Undefined for what is empty. */
export function readShare(typed: string, escrow: Divisible): ReadShare | undefined {
  if (typed === "") return undefined;
  const { digits } = cryptoOf(escrow.cryptoCurrencyCode);
  // On the way to "0.5".
  const text = typed.replace(/^\./, "0.").replace(/\.$/, "");
  const fault = amountFault(text, digits);
  if (fault) return { fault };
  const buyerUnits = unitsFromDisplay(text, digits);
  const whole = { units: unitsFromDisplay(escrow.amount, digits), feeUnits: unitsFromDisplay(escrow.fee, digits) };
  if (!isShare(buyerUnits, whole)) return { fault: buyerUnits === 0n ? "nothing" : "all" };
  const parts = divideEscrow(whole, buyerUnits);
  return { parts, shown: shownDivision(parts, { digits, fiatDigits: escrow.fiatDigits, price: escrow.price }) };
}

/** So many hundredths of the amount, rounded down, as it would be typed. */
export function percentOf(percent: bigint, { amount, cryptoCurrencyCode }: Divisible): string {
  const { digits } = cryptoOf(cryptoCurrencyCode);
  const units = (unitsFromDisplay(amount, digits) * percent) / 100n;
  return displayFromUnits(units, digits);
}
