/** The payloads that several events share. */
import type { SpotChange, SpotState } from "../products/spot/changes.ts";
import type { CryptoCode } from "../money/money.ts";

/** Changes in a wallet. `subject` of the event is the hash of the deposit, send-out or conversion. */
export type WalletPayload = {
  /** An id as text: payloads are JSON. */
  userId: string;
  cryptoCurrencyCode: CryptoCode;
  /** Decimal of the coin. */
  amount: string;
  txid: string | null;
  /** The status of a send-out; of a rule that did not convert, why. */
  status?: string;
};

/** Of events written before 24 November 2026 there is the detail alone, in English and with all of it. */
export type RestrictionPayload = {
  /** The state. */
  detail: string;
  caseNumber?: string;
  /** YYYY-MM-DD; null where it is lifted. */
  reviewOn?: string | null;
  /** The message of staff to the user. */
  why?: string | null;
};

/** A change of a badge: the badge now and before, and the condition that is met or missing, with its current value. */
export type BadgePayload = {
  detail: string;
  before: string;
  badgeWhy: string;
  has: number | null;
  needs: number | null;
};

/** Live messages of spot trading. */
export type SpotMessages = {
  /** Something about the reader's orders changed. */
  "spot.orders": Record<string, never>;
  /** The whole state of a market, on its public channel: on entering, and where a message was missed. */
  "spot.market": SpotState;
  /** What changed since the message before. */
  "spot.change": SpotChange;
};
