/** Market rates: what a coin costs in each currency, how old that is, and whether it may be traded on. */
/** Past days of a price, for charts. */
export { chartRangeOf, firstDayOf, rateChart, weekOfPrices } from "./calculator.ts";
export { module } from "./module.ts";
/** Writes the recorded rates of tx.now: for the first start, and for tests that move the clock. */
export { playRecordedRates } from "./play-recorded-rates.ts";
/** The recording at any instant: for past days of the demo market. */
export { recordedRatesAt } from "./recorded.ts";
/** A rate as functions pass it on, and what a stored one is worth. */
export { type Rate, rateStateOf } from "./rate.ts";
/** Rates: to show, to decide by, against the dollar. */
export { fiatPerUsd, getTradableRate, rateOf, ratesOf, refuseUntradable } from "./rate-of.ts";
/** Keeps which rate a trade or a conversion was decided by. */
export { recordRateUses } from "./record-rate-uses.ts";
/** For statements that join rates by themselves. */
export { isPlayMoney } from "./rows.ts";
/** Asks the live sources once. */
export { refreshLiveRates } from "./refresh-live-rates.ts";

export { unitsWorth, usdCentsNow, usdCentsOf } from "./usd-value.ts";
