/** Markets with the figures of their day. */
import { displayFromUnits } from "#contract/money/money.ts";
import type { SpotFigures, SpotMarket } from "#contract/products/spot/spot.ts";
import type { ReadTx } from "../../../platform/postgres/db.ts";
import { readSettings } from "../../../reference/settings/index.ts";
import { type DayRow, dayFigures, hourCloses, listMarkets, type MarketRow } from "../market-rows.ts";
import { amountText, priceText, quoteText } from "../sizes.ts";

export async function viewMarkets(tx: ReadTx): Promise<SpotMarket[]> {
  const markets = await listMarkets(tx);
  const [days, closes, fees] = await Promise.all([
    dayFigures(
      tx,
      markets.map(({ symbol }) => symbol),
    ),
    hourCloses(tx),
    readSettings(tx, ["spot.maker_bp", "spot.taker_bp"]),
  ]);
  return markets.map((market) => ({
    symbol: market.symbol,
    base: market.base,
    quote: market.quote,
    status: market.status,
    amountStep: amountText(market, 1n),
    priceStep: priceText(market, 1n),
    minimumValue: quoteText(market, market.min_quote_units),
    mostOrders: market.max_orders,
    bandBp: market.band_bp,
    makerBp: fees["spot.maker_bp"],
    takerBp: fees["spot.taker_bp"],
    figures: figuresOf(
      market,
      days.find((day) => day.market === market.symbol),
    ),
    trend: closes.filter((one) => one.market === market.symbol).map((one) => priceText(market, one.close_ticks)),
  }));
}

export function figuresOf(market: MarketRow, day: DayRow | undefined): SpotFigures {
  const price = (ticks: bigint | null | undefined) => (ticks == null ? null : priceText(market, ticks));
  return {
    last: price(market.last_ticks),
    reference: price(market.reference_ticks),
    changePercent: day ? changeOf(day) : null,
    high: price(day?.high_ticks),
    low: price(day?.low_ticks),
    baseVolume: amountText(market, day?.lots ?? 0n),
    quoteVolume: quoteText(market, day?.quote_units ?? 0n),
  };
}

/** In percent, to two places. */
function changeOf({ open_ticks: open, close_ticks: close }: DayRow): string {
  return displayFromUnits(((close - open) * 10_000n) / open, 2, { pad: true });
}
