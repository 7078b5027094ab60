/** The refusals for the outcomes of a payment's price and of its reservation. */
import type { RefusalCode } from "#contract/platform/errors/refusals.ts";
import { ORDER_REFUSES } from "../providers/index.ts";

export const REFUSES: Readonly<Record<string, RefusalCode>> = {
  ...ORDER_REFUSES,
  stale: "rates.stale",
  own: "lightning.own_invoice",
  paid: "lightning.paid",
  in_flight: "lightning.in_flight",
  too_small: "lightning.too_small",
  over: "lightning.invoice_over",
  other_amount: "lightning.other_amount",
  payment_limit: "lightning.payment_limit",
  month_limit: "lightning.month_limit",
  away: "lightning.away",
  no_capacity: "lightning.no_capacity",
};
