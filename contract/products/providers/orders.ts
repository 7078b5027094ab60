/** Orders at providers as administrators see them: by state, circuits, and statements with what they do not match. */
import * as z from "zod/mini";
import { endpoint } from "../../platform/endpoint.ts";
import { amount, cryptoCode, fiatCode, hash, instant, iso2, rowNumber, username } from "../../platform/wire.ts";
import {
  ORDER_CASES,
  ORDER_DECISIONS,
  ORDER_ENDS,
  ORDER_LISTS,
  ORDER_PRODUCTS,
  ORDER_STATUSES,
} from "./order-names.ts";

export const providerOrder = z.strictObject({
  id: hash,
  /** To read on from. */
  row: rowNumber,
  username,
  product: z.enum(ORDER_PRODUCTS),
  provider: z.string(),
  countryIso: iso2,
  /** Our reference at the provider. */
  reference: z.string(),
  cryptoCurrencyCode: cryptoCode,
  total: amount,
  currencyCode: fiatCode,
  amount,
  delivered: z.nullable(amount),
  /** In dollars: at most, and what it charged. */
  costUsd: amount,
  chargedUsd: z.nullable(amount),
  status: z.enum(ORDER_STATUSES),
  endReason: z.nullable(z.enum(ORDER_ENDS)),
  caseReason: z.nullable(z.enum(ORDER_CASES)),
  /** Of a purchase whose money is held: who paid, and the name of the user. */
  payerName: z.nullable(z.string()),
  userName: z.nullable(z.string()),
  /** Both are alike: a slip, an initial, one of several names. */
  isNameClose: z.boolean(),
  /** Its provider gives no statements and no answers about refunds: staff look there, and send money back, by hand. */
  isByHand: z.boolean(),
  calls: z.int(),
  /** Of the newest call. */
  fault: z.nullable(z.string()),
  createdAt: instant,
  endedAt: z.nullable(instant),
  /** Decisions that it can have. */
  decisions: z.array(z.enum(ORDER_DECISIONS)),
});
export type ProviderOrder = z.infer<typeof providerOrder>;

export const providerOrders = z.strictObject({
  orders: z.array(providerOrder),
  next: z.nullable(rowNumber),
  counts: z.strictObject({ cases: z.int(), open: z.int(), ended: z.int() }),
  circuits: z.array(
    z.strictObject({
      provider: z.string(),
      product: z.enum(ORDER_PRODUCTS),
      countryIso: iso2,
      tries: z.int(),
      failures: z.int(),
      failuresInRow: z.int(),
      /** Of the newest twenty calls, in milliseconds: the slowest of twenty. */
      slowestMs: z.int(),
      pausedUntil: z.nullable(instant),
    }),
  ),
  /** The newest thirty. */
  statements: z.array(
    z.strictObject({
      provider: z.string(),
      day: z.string(),
      currencyCode: fiatCode,
      opening: z.string(),
      closing: z.string(),
      isAccepted: z.boolean(),
      lines: z.int(),
    }),
  ),
  /** Lines of statements that no order explains, newest first. */
  unmatched: z.array(
    z.strictObject({
      provider: z.string(),
      day: z.string(),
      reference: z.string(),
      amount: z.string(),
      currencyCode: fiatCode,
    }),
  ),
  /** The operator's money at providers, less what open orders may cost. */
  leftUsd: z.string(),
});
export type ProviderOrders = z.infer<typeof providerOrders>;

export const listProviderOrders = endpoint({
  name: "listProviderOrders",
  method: "GET",
  path: "/rest/v1/staff/provider-orders",
  summary: "Orders at providers by state, circuits, statements and the lines that no order explains",
  query: z.strictObject({ show: z.optional(z.enum(ORDER_LISTS)), before: z.optional(rowNumber) }),
  reply: providerOrders,
});
