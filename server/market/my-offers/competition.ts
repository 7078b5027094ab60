/** The rank of a price among the active offers of the same side, coin, currency and method. */
import { type Decimal, decimal, rounded, times } from "#contract/platform/decimal.ts";
import { priceDigits } from "#contract/money/prices.ts";
import type { ReadTx } from "../../platform/postgres/db.ts";
import { getFiat } from "../../reference/catalog/index.ts";
import { type Market, pricesBeside } from "./rows.ts";

export type Competition = {
  readonly competitors: number;
  /** From 1; the best for the taker is first. */
  readonly position: number;
  readonly bestPrice: Decimal | null;
  readonly medianPrice: Decimal | null;
};

/** Without the offer `except`. `overBp` is how far the owner's price is above the market, in hundredths of a percent. */
export async function competitionOf(
  tx: ReadTx,
  market: Market,
  { rate, overBp, except }: { rate: Decimal; overBp: number; except?: bigint },
): Promise<Competition> {
  const row = await pricesBeside(tx, market, {
    rate: rateText(rate),
    overBp,
    except: except ?? null,
  });
  const price = (text: string | null | undefined) => (text ? priceOver(rate, text, market.fiat) : null);
  const isSell = market.side === "sell";
  return {
    competitors: row?.total ?? 0,
    position: (isSell ? (row?.lower ?? 0) : (row?.higher ?? 0)) + 1,
    bestPrice: price(isSell ? row?.least : row?.most),
    medianPrice: price(row?.middle),
  };
}

function rateText(rate: Decimal): string {
  return `${rate.units}e-${rate.digits}`;
}

function priceOver(rate: Decimal, overBp: string, fiat: string): Decimal {
  const over = decimal(overBp);
  const factor = { units: over.units + 10_000n * 10n ** BigInt(over.digits), digits: over.digits + 4 };
  return rounded(times(rate, factor), priceDigits(rate, getFiat(fiat).digits), "nearest");
}
