/**
 * Computes what a trade costs, by the same function for every screen and for the ledger. The seller pays; the fee is in
 * whole base units, rounded up.
 */
import { type Decimal, decimalText, rounded, times } from "../platform/decimal.ts";
import { CRYPTO, type CryptoCode, displayFromUnits, divideDown, divideUp } from "./money.ts";

export type FeeParts = {
  /** "0.5": percent of the traded amount. */
  readonly sellerPct: string;
  readonly buyerPct: string;
  /** Coins are exact; sums of fiat are for the eye, rounded to the nearest. */
  readonly sellerCrypto: string;
  readonly sellerFiat: string;
  readonly buyerCrypto: string;
  readonly buyerFiat: string;
  /** The amount that the seller locks: amount and fee. */
  readonly escrowCrypto: string;
  readonly escrowFiat: string;
};

/** The fee of these base units at so many hundredths of a percent, rounded up. */
export function feeUnitsOf(units: bigint, feeBp: number): bigint {
  return divideUp(units * BigInt(feeBp), 10_000n);
}

/** The most that can be traded so that amount and fee fit into what is there. */
export function tradableUnitsOf(availableUnits: bigint, feeBp: number): bigint {
  let units = divideDown(availableUnits * 10_000n, BigInt(10_000 + feeBp));
  while (units > 0n && units + feeUnitsOf(units, feeBp) > availableUnits) units -= 1n;
  return units;
}

export type FeeInput = {
  readonly crypto: CryptoCode;
  readonly units: bigint;
  readonly feeBp: number;
  /** Fiat for one whole coin. */
  readonly price: Decimal;
  readonly fiatDigits: number;
};

export function feesOf({ crypto, units, feeBp, price, fiatDigits }: FeeInput): FeeParts {
  const { digits } = CRYPTO[crypto];
  const feeUnits = feeUnitsOf(units, feeBp);
  const fiat = (part: bigint) => decimalText(rounded(times({ units: part, digits }, price), fiatDigits, "nearest"));
  return {
    sellerPct: decimalText({ units: BigInt(feeBp), digits: 2 }),
    buyerPct: "0",
    sellerCrypto: displayFromUnits(feeUnits, digits),
    sellerFiat: fiat(feeUnits),
    buyerCrypto: "0",
    buyerFiat: "0",
    escrowCrypto: displayFromUnits(units + feeUnits, digits),
    escrowFiat: fiat(units + feeUnits),
  };
}
