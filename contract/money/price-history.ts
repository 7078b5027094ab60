/** A chart of a price. */
import type { CryptoCode } from "./money.ts";
import type { ChartRange } from "./rates.ts";

/** Days of a price as they were kept, oldest first, and the price now; none are added between them. */
export type PriceHistory = {
  crypto: CryptoCode;
  fiat: string;
  range: ChartRange;
  source: "live" | "recorded";
  points: { date: string; rate: string }[];
};
