/**
 * The partner program: a user's link, whom it brought, and what they earn of the fees of those users. Calls of one's own earnings may
 * carry the header `sub` with the external id of the caller; another id is refused.
 */
import * as z from "zod/mini";
import { CODE_MAX } from "../../platform/lengths.ts";
import { endpoint } from "../../platform/endpoint.ts";
import { amount, count, cryptoCode, day, hash, instant, rowNumber, text, username } from "../../platform/wire.ts";
import { AMBASSADOR_LEVELS } from "../ambassador-names.ts";
import { CASE_DECISIONS, CASE_LISTS, CASE_RULES, CASE_STATUSES } from "./case-names.ts";
import { CODE_STATES, REFERRAL_FAULTS, REWARD_PRODUCTS, REWARD_REASONS, REWARD_STATUSES } from "./names.ts";

const code = text({ min: 1, max: CODE_MAX });
const signed = z.string();
const tier = z.union([z.literal(1), z.literal(2)]);
/** 0: what an ambassador gets for a newcomer. */
const rewardTier = z.union([z.literal(0), ...tier.def.options]);
/** In percent. */
const share = z.number().check(z.minimum(0), z.maximum(100));

export const partnerRate = z.strictObject({
  tier,
  /** The version that rewards of fees booked now are computed with; null before the first. */
  version: z.nullable(rowNumber),
  percent: share,
  months: count,
  /** The fee counts up to this share of the trade. */
  capPercent: share,
});
export type PartnerRate = z.infer<typeof partnerRate>;

export const partnerBalance = z.strictObject({
  cryptoCurrencyCode: cryptoCode,
  held: amount,
  /** Below zero while reversed fees of claimed rewards are owed. */
  open: signed,
  claimed: amount,
  /** Of what is open; null while there is no price. */
  openUsd: z.nullable(signed),
  mayClaim: z.boolean(),
});
export type PartnerBalance = z.infer<typeof partnerBalance>;

export const partnerProgram = z.strictObject({
  code: z.string(),
  link: z.string(),
  /** Of this user: by whom they came. */
  referredBy: z.nullable(
    z.strictObject({
      code: z.string(),
      username: z.nullable(username),
      fault: z.nullable(z.enum(REFERRAL_FAULTS)),
      endsAt: z.nullable(instant),
    }),
  ),
  /** Until when a code can be entered by hand; null where that is over. */
  mayEnterUntil: z.nullable(instant),
  rates: z.array(partnerRate),
  hasSecondTier: z.boolean(),
  holdDays: count,
  claimUsd: count,
  funnel: z.strictObject({ clicks: count, signUps: count, verified: count, traded: count }),
  balances: z.array(partnerBalance),
});
export type PartnerProgram = z.infer<typeof partnerProgram>;

export const getPartnerProgram = endpoint({
  name: "getPartnerProgram",
  method: "GET",
  path: "/rest/v1/partner",
  summary: "The caller's link, whom it brought, and their rewards in each coin",
  reply: partnerProgram,
  isOfSubject: true,
});

export const partnerReward = z.strictObject({
  id: rowNumber,
  /** What it comes from; of spot trading, all trades of a day. */
  product: z.enum(REWARD_PRODUCTS),
  /** Of a trade, some of its letters. */
  trade: z.nullable(z.string()),
  tier: rewardTier,
  rateVersion: rowNumber,
  cryptoCurrencyCode: cryptoCode,
  /** What counts of the fee. */
  fee: amount,
  /** Below zero where the fee was reversed after the claim. */
  amount: signed,
  status: z.enum(REWARD_STATUSES),
  why: z.nullable(z.enum(REWARD_REASONS)),
  at: instant,
  heldUntil: instant,
});
export type PartnerReward = z.infer<typeof partnerReward>;

export const listPartnerRewards = endpoint({
  name: "listPartnerRewards",
  method: "GET",
  path: "/rest/v1/partner/rewards",
  summary: "The caller's rewards, latest first, also those that are nothing, with the reason",
  query: z.strictObject({ status: z.optional(z.enum(REWARD_STATUSES)), before: z.optional(rowNumber) }),
  reply: z.array(partnerReward),
  /** Where the next page begins; null at the end. */
  meta: z.strictObject({ next: z.nullable(rowNumber) }),
  isOfSubject: true,
});

export const partnerDay = z.strictObject({
  day,
  tier: rewardTier,
  cryptoCurrencyCode: cryptoCode,
  amount: signed,
  rewards: count,
});
export type PartnerDay = z.infer<typeof partnerDay>;

export const listPartnerEarnings = endpoint({
  name: "listPartnerEarnings",
  method: "GET",
  path: "/rest/v1/partner/earnings",
  summary: "The caller's earnings of the last ninety days, by day of their time zone, tier and coin",
  reply: z.array(partnerDay),
  isOfSubject: true,
});

export const claimPartnerRewards = endpoint({
  name: "claimPartnerRewards",
  method: "POST",
  path: "/rest/v1/partner/claims",
  summary: "Take all open rewards of one coin into the caller's balance",
  body: z.strictObject({ crypto_currency_code: cryptoCode }),
  reply: z.strictObject({ id: hash, cryptoCurrencyCode: cryptoCode, amount, at: instant }),
  isOfSubject: true,
  refusals: [
    "partner.nothing",
    "partner.too_little",
    "rates.stale",
    "wallet.on_hold",
    "ledger.halted",
    "LEDGER_ASYNC_MODE",
  ],
});

export const checkReferralCode = endpoint({
  name: "checkReferralCode",
  method: "GET",
  path: "/rest/v1/partner/codes/:code",
  summary: "Whether a code belongs to a user; look_alike if it only looks like one",
  params: z.strictObject({ code }),
  reply: z.strictObject({ state: z.enum(CODE_STATES) }),
});

export const enterReferralCode = endpoint({
  name: "enterReferralCode",
  method: "POST",
  path: "/rest/v1/partner/referrer",
  summary: "Name the user who brought the caller, by their code: once, within the first days",
  body: z.strictObject({ code }),
  reply: partnerProgram,
  isOfSubject: true,
  refusals: [
    "partner.code_unknown",
    "partner.code_look_alike",
    "partner.code_own",
    "partner.code_younger",
    "partner.code_late",
    "partner.code_fixed",
  ],
});

export const partnerCase = z.strictObject({
  number: z.string(),
  rule: z.enum(CASE_RULES),
  people: z.array(username),
  findings: count,
  /** The trade of the newest finding, where it was one. */
  trade: z.nullable(hash),
  status: z.enum(CASE_STATUSES),
  openedAt: instant,
  changedAt: instant,
  decision: z.nullable(z.strictObject({ by: username, at: instant, why: z.string() })),
});
export type PartnerCase = z.infer<typeof partnerCase>;

const caseNumber = z.string().check(z.regex(/^PARTNER-[0-9]{6,12}$/));

export const listPartnerCases = endpoint({
  name: "listPartnerCases",
  method: "GET",
  path: "/rest/v1/staff/partner/cases",
  summary: "Accounts that earned from each other: the open cases, oldest first, or the decided ones, latest first",
  query: z.strictObject({ show: z.optional(z.enum(CASE_LISTS)), after: z.optional(rowNumber) }),
  reply: z.array(partnerCase),
  meta: z.strictObject({ next: z.nullable(rowNumber) }),
});

export const decidePartnerCase = endpoint({
  name: "decidePartnerCase",
  method: "POST",
  path: "/rest/v1/staff/partner/cases/:number",
  summary:
    "Decide a case: dismissed lifts the rules between these accounts, confirmed ends their referrals and takes back open rewards",
  params: z.strictObject({ number: caseNumber }),
  body: z.strictObject({ decision: z.enum(CASE_DECISIONS), reason: text({ min: 3, max: 1000 }) }),
  reply: partnerCase,
  refusals: [
    "auth.forbidden",
    "partner.no_case",
    "partner.case_own",
    "partner.case_closed",
    "ledger.halted",
    "LEDGER_ASYNC_MODE",
  ],
});

export const partnerRates = z.strictObject({
  /** Every version, the newest first. */
  versions: z.array(z.strictObject({ ...partnerRate.shape, version: rowNumber, validFrom: z.nullable(instant) })),
  /** What an ambassador of each level got for a newcomer, in USDT, by version. */
  levels: z.array(
    z.strictObject({
      level: z.enum(AMBASSADOR_LEVELS),
      version: rowNumber,
      amount,
      validFrom: z.nullable(instant),
    }),
  ),
  /** What each tier has cost in thirty days, and what it would cost by another share of the same fees. */
  costs: z.array(
    z.strictObject({
      tier: rewardTier,
      cryptoCurrencyCode: cryptoCode,
      fees: amount,
      cost: amount,
      wouldCost: z.nullable(amount),
    }),
  ),
});
export type PartnerRates = z.infer<typeof partnerRates>;

export const viewPartnerRates = endpoint({
  name: "viewPartnerRates",
  method: "GET",
  path: "/rest/v1/staff/partner/rates",
  summary: "The shares of the fee by version, with their cost of thirty days, and of a share that one thinks of",
  query: z.strictObject({
    tier: z.optional(z.enum(["1", "2"])),
    percent: z.optional(z.string().check(z.regex(/^[0-9]{1,2}(\.[0-9]{1,2})?$/))),
  }),
  reply: partnerRates,
});
