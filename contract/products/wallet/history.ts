/** What changed one's available balances, as the ledger has it: filtered, page by page. */
import * as z from "zod/mini";
import { endpoint } from "../../platform/endpoint.ts";
import { cryptoCode, day, instant, queuePlace, text } from "../../platform/wire.ts";
import { DIRECTIONS, HISTORY_SEARCH_MAX, MOVEMENT_FILTERS, MOVEMENT_KINDS } from "./history-names.ts";

export const movement = z.strictObject({
  /** The number of the journal and the coin. */
  id: z.string(),
  kind: z.enum(MOVEMENT_KINDS),
  /** The kind of the journal: trade_lock, trade_release, send_out_reserve, … */
  type: z.string(),
  cryptoCurrencyCode: cryptoCode,
  /** Signed: what the available balance gained or lost, fee included. */
  amount: z.string(),
  /** Signed: the part of it that is a fee; below zero where one came back. */
  fee: z.string(),
  /** The available balance of the coin after it. */
  balanceAfter: z.string(),
  trade: z.nullable(z.string()),
  /** The other side of the trade. */
  partner: z.nullable(z.string()),
  /** Of a deposit or a transfer. */
  address: z.nullable(z.string()),
  txid: z.nullable(z.string()),
  sendOutId: z.nullable(z.string()),
  conversion: z.nullable(
    z.strictObject({ from: cryptoCode, to: cryptoCode, fromAmount: z.string(), toAmount: z.string() }),
  ),
  /** Of a correction: the case that it belongs to. */
  reference: z.nullable(z.string()),
  at: instant,
});
export type Movement = z.infer<typeof movement>;

export const historyFilters = {
  code: z.optional(cryptoCode),
  kind: z.optional(z.enum(MOVEMENT_FILTERS)),
  direction: z.optional(z.enum(DIRECTIONS)),
};

export const listWalletHistory = endpoint({
  name: "listWalletHistory",
  method: "GET",
  path: "/rest/v2/wallet/history",
  summary: "What changed the caller's available balances, with the balance after each change, newest first.",
  query: z.strictObject({
    ...historyFilters,
    /** The whole of an address, a transaction id, a trade's number or a partner's username. */
    q: z.optional(text({ min: 1, max: HISTORY_SEARCH_MAX })),
    /** Days in the account's time zone; both belong to the period. */
    start_date: z.optional(day),
    end_date: z.optional(day),
    /** `next` of the answer before. */
    after: z.optional(queuePlace),
  }),
  reply: z.strictObject({ rows: z.array(movement), next: z.nullable(queuePlace) }),
});
