/** Periods of a trader's own statistics: the last days, today among them. */
export const STATISTICS_PERIODS = ["30_days", "90_days", "year", "all"] as const;
export type StatisticsPeriod = (typeof STATISTICS_PERIODS)[number];
