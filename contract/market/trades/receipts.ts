/** The public receipt of a finished trade. */
import * as z from "zod/mini";
import { endpoint } from "../../platform/endpoint.ts";
import { division } from "./trade/parts.ts";
import { tradeStatus } from "./trade/parts.ts";
import { amount, cryptoCode, fiatCode, hash, instant, textLocale } from "../../platform/wire.ts";

export const receipt = z.strictObject({
  uuid: z.string(),
  tradeHash: hash,
  status: tradeStatus,
  /** Names with most letters hidden: the page is public. */
  buyer: z.string(),
  seller: z.string(),
  paymentMethod: z.string(),
  fiatAmount: amount,
  fiatCurrencyCode: fiatCode,
  cryptoAmount: amount,
  fee: amount,
  division: z.nullable(division),
  cryptoCurrencyCode: cryptoCode,
  fiatPricePerCrypto: amount,
  startedAt: instant,
  paidAt: z.nullable(instant),
  completedAt: instant,
  /** SHA-256 over the canonical text of the fields above. */
  digest: z.string(),
  /** The payment method in the language asked for; the digest has the name in English. */
  methodName: z.string(),
});
export type Receipt = z.infer<typeof receipt>;

export const getReceipt = endpoint({
  name: "getReceipt",
  method: "GET",
  path: "/rest/v1/receipts/:invoiceUUID",
  summary: "The public receipt of a finished trade",
  params: z.strictObject({ invoiceUUID: z.uuid() }),
  query: z.strictObject({ locale: z.optional(textLocale) }),
  reply: receipt,
  refusals: ["trade.not_found"],
});
