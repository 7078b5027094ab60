/** The operator's exposure: of each currency what is held outside, what is owed to others, and what is left as the operator's own. */
import * as z from "zod/mini";
import { endpoint } from "../platform/endpoint.ts";
import { amount, cryptoCode, fiatCode, instant } from "../platform/wire.ts";
import { LEDGER_PLACES } from "./staff-ledger.ts";

const signed = z.string();

/** `people` is everything that users and escrows have. */
const LEDGER_PARTS = [...LEDGER_PLACES, "people"] as const;
const HEDGE_MOVES = ["buy", "sell"] as const;

const exposurePart = z.strictObject({ place: z.enum(LEDGER_PARTS), amount: signed });
export type ExposurePart = z.infer<typeof exposurePart>;

const exposureAim = z.strictObject({
  target: amount,
  low: signed,
  high: signed,
  /** What leads back to the target; null within the band. */
  move: z.nullable(z.strictObject({ side: z.enum(HEDGE_MOVES), amount, usd: z.nullable(signed) })),
});

const currencyExposure = z.strictObject({
  currencyCode: z.union([cryptoCode, fiatCode]),
  /** At the chain, at banks and at providers. */
  held: z.array(exposurePart),
  heldSum: signed,
  /** To users, partners and buyers. */
  owed: z.array(exposurePart),
  owedSum: signed,
  /** The rest, by account: held less owed, to the unit. */
  own: z.array(exposurePart),
  ownSum: signed,
  /** What open orders of users bring or cost at their fixed prices once they are delivered. */
  ordered: signed,
  /** Own and ordered. */
  exposure: signed,
  /** At the rate of now; null where there is none. */
  usd: z.nullable(signed),
  rateUsd: z.nullable(amount),
  /** Null without a band, and of fiat. */
  aim: z.nullable(exposureAim),
});
export type CurrencyExposure = z.infer<typeof currencyExposure>;

const houseExposure = z.strictObject({
  currencies: z.array(currencyExposure),
  /** Of all together; null where a rate is missing. */
  usd: z.nullable(signed),
  at: instant,
});
export type HouseExposure = z.infer<typeof houseExposure>;

export const getExposure = endpoint({
  name: "getExposure",
  method: "GET",
  path: "/rest/v1/staff/exposure",
  summary: "The operator's exposure in each currency, explained by the ledger, against its target",
  reply: houseExposure,
});
