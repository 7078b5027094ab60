/** Actions of staff in a trade for a side that a restriction blocks. */
import * as z from "zod/mini";
import { CASE_REASON } from "./chargeback-names.ts";
import { endpoint } from "../../platform/endpoint.ts";
import { STEPS_IN_PLACE } from "../../compliance/restriction-names.ts";
import { tradeView } from "../trades/trade/trades.ts";
import { hash, text } from "../../platform/wire.ts";

export const actInPlace = endpoint({
  name: "actInPlace",
  method: "POST",
  path: "/rest/v1/staff/trades/:id/in-place",
  summary:
    "Mark a trade as paid, or open its dispute, for a side whose restriction leaves that to the staff; the caller then has the case, for a recorded reason. A release for a side is the award of that dispute",
  params: z.strictObject({ id: hash }),
  body: z.strictObject({
    of: z.enum(["buyer", "seller"]),
    step: z.enum(STEPS_IN_PLACE),
    reason: text(CASE_REASON),
  }),
  reply: tradeView,
  refusals: [
    "trade.not_found",
    "trade.wrong_status",
    "dispute.own_trade",
    "dispute.not_in_place",
    "dispute.too_early",
    "dispute.text_needed",
  ],
});
