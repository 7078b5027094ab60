/** Names of the market's statistics. */
export const STATISTIC_DAYS = ["30", "90", "365"] as const;
export const STATISTIC_COINS = ["all", "BTC", "ETH", "USDT"] as const;
/** Of a group of fewer people nothing is shown to the public. */
export const LEAST_PEOPLE = 5;
