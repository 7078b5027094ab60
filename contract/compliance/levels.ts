/** Levels of accounts: requirements, limits, and the caller's use of them. */
import * as z from "zod/mini";
import { endpoint } from "../platform/endpoint.ts";
import { LEVEL_NAMES, LEVEL_CONDITIONS } from "./level-names.ts";
import { START_LIMIT_KINDS } from "../market/trades/start-limits.ts";
import { count, fiatCode, hash } from "../platform/wire.ts";

const levelName = z.enum(LEVEL_NAMES);

export const levelCheck = z.strictObject({
  level: levelName,
  /** Of the level; -1 for a demo account. */
  number: z.number(),
  /** In the account's or the asked currency; null is no limit. */
  unusedTradingVolumeInFiatCurrency: z.nullable(z.string()),
});
/** US dollars as a decimal; null is no limit. */
const usd = z.nullable(z.string());

const limits = z.strictObject({
  /** Of all open trades together, the new one included. */
  openTradesUsd: usd,
  dayUsd: usd,
  lifetimeUsd: usd,
  /** Open trades at once; null is no limit. */
  openTrades: z.nullable(count),
  mayCreateOffers: z.boolean(),
});
export type LevelLimits = z.infer<typeof limits>;

const level = z.strictObject({
  level: levelName,
  hasLevel: z.boolean(),
  /** Its requirements in addition to those of lower levels. */
  requirements: z.array(
    z.strictObject({ condition: z.enum(LEVEL_CONDITIONS), isPending: z.boolean(), isPassed: z.boolean() }),
  ),
  limits,
});
export type LevelInfo = z.infer<typeof level>;

const levelsInfo = z.strictObject({
  /** The caller's own. */
  level: levelName,
  /** An account that trades play money: its level counts in this market and nowhere else. */
  isDemo: z.boolean(),
  levels: z.array(level),
  used: z.strictObject({ openTradesUsd: z.string(), dayUsd: z.string(), lifetimeUsd: z.string(), openTrades: count }),
});
export type LevelsInfo = z.infer<typeof levelsInfo>;
/** Of the reader's own level. */
export type OwnLimits = Pick<LevelsInfo, "level" | "used"> & { readonly limits: LevelLimits };

export const getLevelsInfo = endpoint({
  name: "getLevelsInfo",
  method: "GET",
  path: "/rest/v1/limits/levels-info",
  summary: "Every level with its requirements and limits, and the caller's used limits",
  reply: levelsInfo,
});

export const getLevelLimits = endpoint({
  name: "getLevelLimits",
  method: "GET",
  path: "/rest/v1/limits/:level-level-limitations",
  summary: "The limits of one level; Dashboard is the caller's own",
  params: z.strictObject({ level: z.enum(["Dashboard", ...LEVEL_NAMES]) }),
  reply: z.strictObject({ level: levelName, limits }),
});

export const kycCheck = endpoint({
  name: "kycCheck",
  method: "GET",
  path: "/rest/v1/users/kyc-check",
  summary: "The caller's level, and the rest of its limits in a currency; null is no limit",
  query: z.strictObject({ fiatCurrencyCode: z.optional(fiatCode) }),
  reply: levelCheck,
  refusals: ["rates.unknown"],
});

const tradeLimits = z.strictObject({
  level: levelName,
  /** In the offer's currency, what the caller's level leaves for the next trade; null is no limit. */
  ownMax: z.nullable(z.string()),
  /** The same of the offer's owner. */
  ownerMax: z.nullable(z.string()),
  /**
   * Everything that bounds a trade of the caller now, the tightest first: `max` in the offer's currency, `code` what a larger one is refused
   * with. Not firm is what the caller's own coins cover where they sell: a larger trade starts and waits for the rest of them.
   */
  limits: z.array(
    z.strictObject({ kind: z.enum(START_LIMIT_KINDS), code: z.string(), max: z.string(), isFirm: z.boolean() }),
  ),
});
export type TradeLimits = z.infer<typeof tradeLimits>;

export const getTradeLimits = endpoint({
  name: "getTradeLimits",
  method: "GET",
  path: "/rest/v1/offers/:id/trade-limits",
  summary:
    "The possible amounts of a trade, by the levels of the caller and the owner, the offer and the seller's balance",
  params: z.strictObject({ id: hash }),
  reply: tradeLimits,
  refusals: ["offer.not_found"],
});
