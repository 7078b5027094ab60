/** Statistics of one's own trades, by period. */
import * as z from "zod/mini";
import { endpoint } from "../platform/endpoint.ts";
import { count, cryptoCode } from "../platform/wire.ts";
import { STATISTICS_PERIODS } from "./statistics-names.ts";

const figures = {
  /** Finished trades, and those of them that were completed. */
  trades: count,
  successful: count,
  /** Percent with one decimal; null without trades. */
  successRate: z.nullable(z.string()),
  /** Of completed trades, in dollars when they began. */
  volumeUsd: z.string(),
  /** Median seconds from start to payment where the caller bought, and from payment to release where they sold; to about two per cent. */
  paymentMedianSec: z.nullable(count),
  releaseMedianSec: z.nullable(count),
};

const statistics = z.strictObject({
  period: z.enum(STATISTICS_PERIODS),
  ...figures,
  parts: z.array(
    z.strictObject({
      role: z.enum(["buyer", "seller"]),
      cryptoCurrencyCode: cryptoCode,
      ...figures,
      /** Coins of completed trades. */
      volume: z.string(),
    }),
  ),
});
export type OwnStatistics = z.infer<typeof statistics>;

export const getOwnStatistics = endpoint({
  name: "getOwnStatistics",
  method: "GET",
  path: "/rest/v1/statistics/me",
  summary:
    "Volume, number, success and times of the caller's own finished trades in the last days of UTC, by role and coin.",
  query: z.strictObject({ period: z.optional(z.enum(STATISTICS_PERIODS)) }),
  reply: statistics,
});
