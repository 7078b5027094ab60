/** Cents as a page shows them. */
import { displayFromUnits } from "#contract/money/money.ts";

export const dollars = (cents: bigint): string => displayFromUnits(cents, 2, { pad: true });
