/**
 * Files with one's own trades: requested with filters, made by a job, kept for seven days.
 * Fields and states are those of the specification; profile and time zone are ours.
 */
import * as z from "zod/mini";
import { CRYPTO_CODES } from "../../money/money.ts";
import { endpoint } from "../../platform/endpoint.ts";
import { day, hash, text } from "../../platform/wire.ts";
import { EXPORT_FORMATS, EXPORT_PROFILES } from "./export/names.ts";
import { exportState } from "./export/state.ts";
import { HISTORY_STATUSES } from "./trade/statuses.ts";

const filters = {
  cryptoCurrencyCode: z.optional(z.enum(CRYPTO_CODES)),
  /** "buy": trades in which the caller bought coins. */
  offerType: z.optional(z.enum(["buy", "sell"])),
  paymentMethodId: z.optional(z.int().check(z.minimum(1), z.maximum(2_000_000_000))),
  status: z.optional(z.enum(HISTORY_STATUSES)),
  /** Trades that were started on these days and between; both belong to it. */
  startDate: day,
  endDate: day,
};

const tradeExport = z.strictObject({
  ...exportState,
  profile: z.enum(EXPORT_PROFILES),
  filters: z.strictObject({ ...filters, timezone: z.string() }),
});
export type TradeExport = z.infer<typeof tradeExport>;

const path = "/rest/v1/trades/exports";

export const askForTradeExport = endpoint({
  name: "askForTradeExport",
  method: "POST",
  path,
  summary: "Have a file of one's own trades made, of at most 31 days",
  body: z.strictObject({
    ...filters,
    format: z.enum(EXPORT_FORMATS),
    /** Columns of a tax program instead of ours; only as csv, and only with trades in which coins were paid. */
    profile: z.optional(z.enum(EXPORT_PROFILES)),
    /** Of the two days; the account's if there is none. */
    timezone: z.optional(text({ min: 1, max: 64 })),
  }),
  reply: tradeExport,
  refusals: ["export.days", "export.many", "export.profile", "export.running", "export.timezone"],
});

export const listTradeExports = endpoint({
  name: "listTradeExports",
  method: "GET",
  path,
  summary: "The files of one's own trades that were requested in the last thirty days, the newest first",
  reply: z.array(tradeExport),
});

export const getTradeExport = endpoint({
  name: "getTradeExport",
  method: "GET",
  path: `${path}/:id`,
  summary: "How far a file of one's own trades is, and where it is",
  params: z.strictObject({ id: hash }),
  reply: tradeExport,
  refusals: ["export.not_found"],
});

export const cancelTradeExport = endpoint({
  name: "cancelTradeExport",
  method: "POST",
  path: `${path}/:id/cancel`,
  summary: "Stop making a file of one's own trades",
  params: z.strictObject({ id: hash }),
  reply: tradeExport,
  refusals: ["export.not_found", "export.over"],
});
