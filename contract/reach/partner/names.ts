/** The names of the partner program, as screens need them without the code that parses requests. */
export const REWARD_STATUSES = ["held", "open", "claimed", "cancelled"] as const;
export type RewardStatus = (typeof REWARD_STATUSES)[number];

/** What a reward comes from: a trade, or fees of a product. */
export const REWARD_PRODUCTS = ["trade", "store", "ramp", "card", "spot"] as const;
export type RewardProduct = (typeof REWARD_PRODUCTS)[number];

/** Why a reward is nothing, or was taken back. */
export const REWARD_REASONS = [
  "own_trade",
  "household",
  "payout_account",
  "pair_limit",
  "closed",
  "off",
  "voided",
  "no_fee",
  "too_small",
  "fee_reversed",
] as const;
export type RewardReason = (typeof REWARD_REASONS)[number];

/** Why a code that was entered found no referrer. */
export const REFERRAL_FAULTS = ["unknown", "look_alike", "own", "younger"] as const;
export const CODE_STATES = ["known", "look_alike", "unknown"] as const;

/** The picture of one's own profile, with a code that leads to it. */
export const SHARE_PICTURE = "/trader-settings/share-profile.png";

/** Of a code in a link: what visits by it are counted by, and the form of a registration begins with. */
export const REFERRAL_COOKIE = "parley_referral";
export const REFERRAL_DAYS = 30;
/** The form of the codes that we make, old ones included. */
export const CODE_FORM = /^[A-Za-z0-9]{4,20}$/;
