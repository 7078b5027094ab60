/** Ticks and lots of a market as decimal text, and back. */
import { CRYPTO, displayFromUnits, unitsFromDisplay, amountFault } from "#contract/money/money.ts";
import { fieldRefusal } from "#contract/platform/errors/refusals.ts";
import type { MarketRow } from "./market-rows.ts";

type Sizes = Pick<MarketRow, "base" | "quote" | "lot_units" | "tick_units">;

export const priceText = ({ quote, tick_units }: Sizes, ticks: bigint): string =>
  displayFromUnits(ticks * tick_units, CRYPTO[quote].digits);
export const amountText = ({ base, lot_units }: Sizes, lots: bigint): string =>
  displayFromUnits(lots * lot_units, CRYPTO[base].digits);
export const baseText = ({ base }: Sizes, units: bigint): string => displayFromUnits(units, CRYPTO[base].digits);
/** A lot for a tick is one unit of the quote currency. */
export const quoteText = ({ quote }: Sizes, units: bigint): string => displayFromUnits(units, CRYPTO[quote].digits);

/** Beyond it no product of a price and an amount is money that exists. */
const MOST = 10n ** 12n;

/** Refuses spot.price_step for what is no whole number of ticks. */
export function ticksOf({ quote, tick_units }: Sizes, price: string, field = "price"): bigint {
  const units = amountFault(price, CRYPTO[quote].digits) ? -1n : unitsFromDisplay(price, CRYPTO[quote].digits);
  if (units <= 0n || units % tick_units !== 0n || units / tick_units > MOST)
    throw fieldRefusal("spot.price_step", field);
  return units / tick_units;
}

/** Refuses spot.amount_step for what is no whole number of lots. */
export function lotsOf({ base, lot_units }: Sizes, text: string): bigint {
  const units = amountFault(text, CRYPTO[base].digits) ? -1n : unitsFromDisplay(text, CRYPTO[base].digits);
  if (units <= 0n || units % lot_units !== 0n || units / lot_units > MOST)
    throw fieldRefusal("spot.amount_step", "amount");
  return units / lot_units;
}

/** Refuses spot.amount_step for what is no sum of the quote currency. */
export function quoteUnitsOf({ quote }: Sizes, text: string): bigint {
  const units = amountFault(text, CRYPTO[quote].digits) ? -1n : unitsFromDisplay(text, CRYPTO[quote].digits);
  if (units <= 0n || units > MOST * 1000n) throw fieldRefusal("spot.amount_step", "quote_amount");
  return units;
}
