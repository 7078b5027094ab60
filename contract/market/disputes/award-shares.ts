/**
 * What a moderator's division of an escrow gives to whom. In whole base units; the shares are of the trade's amount, beside
 * which the seller has locked the fee. The database divides by the same rule (migration 0200).
 */
import { decimal, fixedText, times } from "../../platform/decimal.ts";
import { displayFromUnits, divideUp } from "../../money/money.ts";

export type Escrow = {
  /** The amount of the trade, without the fee. */
  readonly units: bigint;
  readonly feeUnits: bigint;
};

export type Division = {
  /** The party whose status the trade gets: the one with the larger share. */
  readonly winner: "buyer" | "seller";
  readonly buyerUnits: bigint;
  /** The rest of the amount, and the part of the fee that is not due. */
  readonly sellerUnits: bigint;
  /** The fee of what goes over, rounded up to a whole unit as every fee is. */
  readonly feeUnits: bigint;
};

/** Less than all and more than nothing: those are awards to one side. */
export function isShare(buyerUnits: bigint, { units }: Pick<Escrow, "units">): boolean {
  return buyerUnits > 0n && buyerUnits < units;
}

/** The three parts are the escrow, to the unit. Throws a RangeError for what is no share. */
export function divideEscrow({ units, feeUnits }: Escrow, buyerUnits: bigint): Division {
  if (!isShare(buyerUnits, { units })) throw new RangeError(`${buyerUnits} is no share of ${units}`);
  const due = divideUp(feeUnits * buyerUnits, units);
  return {
    winner: winnerOf(buyerUnits, { units }),
    buyerUnits,
    sellerUnits: units + feeUnits - buyerUnits - due,
    feeUnits: due,
  };
}

/** Halves are the seller's: no more than half has gone over, and half of the fee comes back as well. */
export function winnerOf(buyerUnits: bigint, { units }: Pick<Escrow, "units">): Division["winner"] {
  return buyerUnits > units - buyerUnits ? "buyer" : "seller";
}

export type Shown = {
  /** Of the coin, and of the currency that is paid with. */
  readonly digits: number;
  readonly fiatDigits: number;
  /** Of one coin. */
  readonly price: string;
};

/** As people see it: in coins, and what they are worth at the price of the trade, to the nearest digit of its currency. */
export function shownDivision({ buyerUnits, sellerUnits, feeUnits }: Division, { digits, fiatDigits, price }: Shown) {
  const coins = (units: bigint) => displayFromUnits(units, digits);
  const worth = (units: bigint) => fixedText(times({ units, digits }, decimal(price)), fiatDigits);
  return {
    buyer: coins(buyerUnits),
    seller: coins(sellerUnits),
    fee: coins(feeUnits),
    buyerFiat: worth(buyerUnits),
    sellerFiat: worth(sellerUnits),
  };
}
