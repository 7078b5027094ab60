/** Figures of the market by day, for the public; whole for the staff and for holders of the badge `ceo`. */
import * as z from "zod/mini";
import { endpoint } from "../platform/endpoint.ts";
import { count, day, instant, username } from "../platform/wire.ts";
import { STATISTIC_COINS, STATISTIC_DAYS } from "./statistics-names.ts";

const dollars = z.string().check(z.regex(/^[0-9]+\.[0-9]{2}$/));

const statisticDay = z.strictObject({
  date: day,
  /** Of fewer than five people: everything of the day is null, for the public. */
  trades: z.nullable(count),
  volumeUsd: z.nullable(dollars),
  people: z.nullable(count),
  /** Seconds from the payment to the release. Null as well where fewer than five were timed, or none. */
  releaseMedianSec: z.nullable(count),
  disputes: z.nullable(count),
});
export type StatisticDay = z.infer<typeof statisticDay>;

const marketStatistics = z.strictObject({
  coin: z.enum(STATISTIC_COINS),
  /** Whether nothing is hidden from this reader. */
  isWhole: z.boolean(),
  /** When the newest day was computed last; null before the first one. */
  computedAt: z.nullable(instant),
  /** Of the shown days. */
  totals: z.strictObject({
    trades: count,
    volumeUsd: dollars,
    disputes: count,
    /** The middle of the days' medians. */
    releaseMedianSec: z.nullable(count),
    /** People of a day, the middle of the days. */
    people: z.nullable(count),
    hiddenDays: count,
  }),
  /** From where registrations and started trades of these days and of today came, as far as links said so; null for the public. */
  sources: z.nullable(z.array(z.strictObject({ source: z.string(), registrations: count, trades: count }))),
  /** The oldest first; days that are over. */
  days: z.array(statisticDay),
});
export type MarketStatistics = z.infer<typeof marketStatistics>;

const statisticsQuery = z.strictObject({
  days: z.optional(z.enum(STATISTIC_DAYS)),
  coin: z.optional(z.enum(STATISTIC_COINS)),
});

export const getMarketStatistics = endpoint({
  name: "getMarketStatistics",
  method: "GET",
  path: "/rest/v1/statistics",
  summary: "Figures of the market by day: trades, volume in dollars, people, median time of release, disputes",
  query: statisticsQuery,
  reply: marketStatistics,
});

const traderGroup = z.strictObject({
  /** How many trades each of them had: from so many to so many, or any number above. */
  least: count,
  most: z.nullable(count),
  people: count,
  /** Whole percent of the trades and of the volume of all groups. */
  tradesPct: count,
  volumePct: count,
});
export type TraderGroup = z.infer<typeof traderGroup>;

const traderFigures = z.strictObject({
  username,
  trades: count,
  /** Of these, those in which they sold. */
  sold: count,
  volumeUsd: dollars,
  /** Seconds from a payment to their release, the mean; null of none. */
  releaseMeanSec: z.nullable(count),
  disputes: count,
});

const traderStatistics = z.strictObject({
  isWhole: z.boolean(),
  /** Those with the fewest trades first. For the public a group of fewer than five people is joined with its neighbor. */
  groups: z.array(traderGroup),
  /** Those with the most volume first, at most a hundred; null for the public. */
  traders: z.nullable(z.array(traderFigures)),
});
export type TraderStatistics = z.infer<typeof traderStatistics>;

export const getTraderStatistics = endpoint({
  name: "getTraderStatistics",
  method: "GET",
  path: "/rest/v1/statistics/traders",
  summary:
    "How trades are spread over traders, in groups; each trader by name for the staff and holders of the badge ceo",
  query: statisticsQuery,
  reply: traderStatistics,
});
