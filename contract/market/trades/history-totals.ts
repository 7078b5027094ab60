/** Sums over the caller's completed trades, with the filters of their history; of a divided escrow what went to the buyer. */
import * as z from "zod/mini";
import { endpoint } from "../../platform/endpoint.ts";
import { amount, count, cryptoCode, day, fiatCode, slug, text } from "../../platform/wire.ts";

export const historyTotals = z.strictObject({
  sums: z.array(
    z.strictObject({
      role: z.enum(["buyer", "seller"]),
      cryptoCurrencyCode: cryptoCode,
      fiatCurrencyCode: fiatCode,
      trades: count,
      cryptoAmount: amount,
      fiatAmount: amount,
      /** Of what was sold. */
      fee: amount,
    }),
  ),
  /** False where there are more trades than are summed: these are the newest. */
  isWhole: z.boolean(),
});
export type HistoryTotals = z.infer<typeof historyTotals>;

export const getHistoryTotals = endpoint({
  name: "getHistoryTotals",
  method: "GET",
  path: "/rest/v1/trades/totals",
  summary:
    "What the caller bought and sold in completed and divided trades, by asset and currency, with the filters of the history",
  query: z.strictObject({
    role: z.optional(z.enum(["buyer", "seller"])),
    crypto_currency_code: z.optional(cryptoCode),
    payment_method: z.optional(slug),
    partner: z.optional(text({ max: 40 })),
    /** Started on or after, and on or before, these days in the account's time zone. */
    start_date: z.optional(day),
    end_date: z.optional(day),
  }),
  reply: historyTotals,
});
