/** The operator's exposure: of each currency what is held outside, what is owed to others, and what is left as the operator's own. */
import * as z from "zod/mini";
import { endpoint } from "../platform/endpoint.ts";
import { amount, cryptoCode, day, fiatCode, hash, instant, rowNumber, text, username } from "../platform/wire.ts";
import { LEDGER_PLACES } from "./ledger.ts";

const signed = z.string();

/** `people` is everything that users and escrows have. */
const LEDGER_PARTS = [...LEDGER_PLACES, "people"] as const;
const HEDGE_MOVES = ["buy", "sell"] as const;
/** Lapsed: the exposure came to its target, or the target or the band was changed. */
const ADVICE_STATES = ["open", "done", "dismissed", "lapsed"] as const;
/** Why nothing is advised beyond the band: no price that holds, too small a trade, or staff ended an advice a short time ago. */
const ADVICE_HOLDS = ["stale", "small", "waits"] as const;

const exposurePart = z.strictObject({ place: z.enum(LEDGER_PARTS), amount: signed });
export type ExposurePart = z.infer<typeof exposurePart>;

/** The own spot markets, or a venue outside. */
const HEDGE_VENUES = ["spot", "okx"] as const;
/** Why the operator places no orders there: not turned on, no account for it, balances outside that are not read, a halt, no result of the day, a loss at its bound. */
const HEDGE_HOLDS = ["off", "no_trader", "no_balance", "halted", "no_day", "stopped"] as const;
const HOUSE_ORDER_STATES = ["planned", "placed", "unknown", "ended", "refused", "missing"] as const;
/** Other: what the rules of the book refuse of any order. */
export const HOUSE_ORDER_REFUSALS = [
  ...HEDGE_HOLDS,
  "late",
  "none",
  "closed",
  "price",
  "insufficient",
  "venue",
  "not_arrived",
  "other",
] as const;

const houseAdvice = z.strictObject({
  id: hash,
  currencyCode: cryptoCode,
  side: z.enum(HEDGE_MOVES),
  amount,
  /** As they were when it was made. */
  usd: signed,
  rateUsd: amount,
  exposure: signed,
  target: amount,
  low: signed,
  high: signed,
  madeAt: instant,
  state: z.enum(ADVICE_STATES),
  endedAt: z.nullable(instant),
  /** The administrator who ended it, and why. */
  endedBy: z.nullable(username),
  endedWhy: z.nullable(z.string()),
});
export type HouseAdvice = z.infer<typeof houseAdvice>;

const exposureAim = z.strictObject({
  target: amount,
  low: signed,
  high: signed,
  /** What leads back to the target; null within the band. */
  move: z.nullable(z.strictObject({ side: z.enum(HEDGE_MOVES), amount, usd: z.nullable(signed) })),
  /** Why no advice is made of it; null where one is open or is made within a minute. */
  hold: z.nullable(z.enum(ADVICE_HOLDS)),
  advice: z.nullable(houseAdvice),
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
  /** At venues outside, which the ledger does not know. */
  outside: signed,
  /** What open orders of users bring or cost at their fixed prices once they are delivered. */
  ordered: signed,
  /** Own, outside and ordered. */
  exposure: signed,
  /** At the rate of now; null where there is none. */
  usd: z.nullable(signed),
  rateUsd: z.nullable(amount),
  /** Null without a band, and of fiat. */
  aim: z.nullable(exposureAim),
});
export type CurrencyExposure = z.infer<typeof currencyExposure>;

const exposureDay = z.strictObject({
  day,
  beganAt: instant,
  notedAt: instant,
  /** What the amounts that changed are worth now, and what prices changed of those of the start. In dollars. */
  realizedUsd: signed,
  unrealizedUsd: signed,
  resultUsd: signed,
  /** The loss reached its bound then: no advice is executed until the day is over. */
  stoppedAt: z.nullable(instant),
});
export type ExposureDay = z.infer<typeof exposureDay>;

/** An order of the operator. */
const houseOrder = z.strictObject({
  /** The client's id of the order at its market. */
  id: hash,
  venue: z.enum(HEDGE_VENUES),
  market: z.string(),
  side: z.enum(HEDGE_MOVES),
  amount,
  /** The worst one. */
  price: amount,
  filled: amount,
  filledValue: amount,
  fee: amount,
  feeCurrency: cryptoCode,
  state: z.enum(HOUSE_ORDER_STATES),
  why: z.nullable(z.enum(HOUSE_ORDER_REFUSALS)),
  plannedAt: instant,
  endedAt: z.nullable(instant),
});
export type HouseOrder = z.infer<typeof houseOrder>;

const houseHedger = z.strictObject({
  /** Null where open advice is followed on the spot markets. */
  hold: z.nullable(z.enum(HEDGE_HOLDS)),
  /** A venue outside; null where the operator has none. */
  outside: z.nullable(
    z.strictObject({
      venue: z.enum(HEDGE_VENUES),
      hold: z.nullable(z.enum(HEDGE_HOLDS)),
      readAt: instant,
      balances: z.array(z.strictObject({ currencyCode: cryptoCode, amount })),
    }),
  ),
  /** The newest twenty. */
  orders: z.array(houseOrder),
});
export type HouseHedger = z.infer<typeof houseHedger>;

const houseExposure = z.strictObject({
  currencies: z.array(currencyExposure),
  /** Of all together; null where a rate is missing. */
  usd: z.nullable(signed),
  /** The result of today (UTC); null before the first look at it. */
  today: z.nullable(exposureDay),
  /** Dollars; null without a bound. */
  lossBoundUsd: z.nullable(amount),
  hedger: houseHedger,
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

const advicePage = z.strictObject({
  rows: z.array(houseAdvice),
  /** Where the next page begins; null at the end. */
  next: z.nullable(rowNumber),
});
export type AdvicePage = z.infer<typeof advicePage>;

export const listHouseAdvice = endpoint({
  name: "listHouseAdvice",
  method: "GET",
  path: "/rest/v1/staff/exposure/advice",
  summary: "Advice to buy or sell coins for the operator, newest first, fifty on a page",
  query: z.strictObject({ after: z.optional(rowNumber) }),
  reply: advicePage,
});

export const endHouseAdvice = endpoint({
  name: "endHouseAdvice",
  method: "POST",
  path: "/rest/v1/staff/exposure/advice/end",
  summary: "Say that an advice was followed outside of this market, or that it will not be",
  body: z.strictObject({ id: hash, state: z.enum(["done", "dismissed"]), reason: text({ min: 3, max: 300 }) }),
  reply: houseExposure,
  refusals: ["auth.forbidden", "exposure.advice_over"],
});
