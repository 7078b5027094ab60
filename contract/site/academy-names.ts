/** What pages know of the academy without its calls. */
import type { CryptoCode } from "../money/money.ts";

/** Of the key watch-and-learn: the partner program rewards it once. */
export const REWARDED_LESSON = "spot-a-scam";

export const LESSON_REWARD_STATES = [
  /** The lesson is not passed yet. */
  "unread",
  "open",
  "paid",
  /** The account has no verified level. */
  "unverified",
  "restricted",
  /** The budget of the month is spent. */
  "empty",
] as const;

export type LessonReward = {
  amount: string;
  cryptoCurrencyCode: CryptoCode;
  state: (typeof LESSON_REWARD_STATES)[number];
};
