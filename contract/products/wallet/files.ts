/** Files of a wallet's history and statements of its months: requested, made by a job, kept for seven days. */
import * as z from "zod/mini";
import { exportState } from "../../market/trades/export/state.ts";
import { endpoint } from "../../platform/endpoint.ts";
import { day, hash, text } from "../../platform/wire.ts";
import { historyFilters } from "./history.ts";
import { HISTORY_FORMATS } from "./history-names.ts";

const period = { startDate: day, endDate: day };

const walletFile = z.strictObject({
  ...exportState,
  /** A file of the filtered history, or a statement of a month. */
  source: z.enum(["history", "statement"]),
  filters: z.strictObject({ ...historyFilters, ...period, timezone: z.string() }),
});
export type WalletFile = z.infer<typeof walletFile>;

const path = "/rest/v2/wallet/files";

export const askForWalletFile = endpoint({
  name: "askForWalletFile",
  method: "POST",
  path,
  summary: "Have a file of one's own wallet history made, of at most a year",
  body: z.strictObject({
    ...historyFilters,
    ...period,
    format: z.enum(HISTORY_FORMATS),
    /** Of the two days; the account's if there is none. */
    timezone: z.optional(text({ min: 1, max: 64 })),
  }),
  reply: walletFile,
  refusals: ["export.days", "export.many", "export.running", "export.timezone"],
});

export const askForStatement = endpoint({
  name: "askForStatement",
  method: "POST",
  path: "/rest/v2/wallet/statements",
  summary:
    "Have the statement of a month made, as a PDF document: the balances before and after it, and each movement between",
  body: z.strictObject({
    /** Such as 2026-11, in the account's time zone; the current month until now. */
    month: z.string().check(z.regex(/^20\d\d-(0[1-9]|1[0-2])$/)),
  }),
  reply: walletFile,
  refusals: ["export.many", "export.month", "export.running"],
});

export const listWalletFiles = endpoint({
  name: "listWalletFiles",
  method: "GET",
  path,
  summary: "The files and statements of one's own wallet that were requested in the last thirty days, the newest first",
  reply: z.array(walletFile),
});

export const getWalletFile = endpoint({
  name: "getWalletFile",
  method: "GET",
  path: `${path}/:id`,
  summary: "How far a file of one's own wallet is, and where it is",
  params: z.strictObject({ id: hash }),
  reply: walletFile,
  refusals: ["export.not_found"],
});

export const cancelWalletFile = endpoint({
  name: "cancelWalletFile",
  method: "POST",
  path: `${path}/:id/cancel`,
  summary: "Stop making a file of one's own wallet",
  params: z.strictObject({ id: hash }),
  reply: walletFile,
  refusals: ["export.not_found", "export.over"],
});
