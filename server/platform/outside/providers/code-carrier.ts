/**
 * A carrier of codes to telephones, as texts and as calls: the interface that the market needs, and the meaning of its answers.
 */
import type { Locale } from "#contract/platform/locales.ts";

export type CodeChannel = "sms" | "call";

export type CodeMessage = {
  /** In E.164: + and digits. */
  readonly to: string;
  readonly channel: CodeChannel;
  /** Six digits, made by the market: a carrier can lose them, and cannot choose them. */
  readonly code: string;
  readonly locale: Locale;
  /** What is confirmed by it, in their language; null for the number itself. A carrier with fixed texts leaves it out. */
  readonly about: string | null;
};

/** As the specification numbers them: too many, no such number, the number takes no texts. */
export type NumberFault = 1 | 3 | 5;

/** refused: this number, for good. later: again, after so many seconds where the carrier says so. */
export type CarryOutcome =
  | { readonly outcome: "sent" }
  | { readonly outcome: "refused"; readonly errorCode: NumberFault; readonly fault: string }
  | {
      readonly outcome: "later";
      readonly fault: string;
      readonly waitSec?: number;
      /** It gave no answer: it may have taken the message. */
      readonly isUnknown?: true;
    };

export type CodeCarrier = {
  readonly kind: "outbox" | "twilio";
  start(message: CodeMessage): Promise<CarryOutcome>;
  /** Reports to the carrier that this code was shown. False while the carrier could not be reached. */
  check(shown: { readonly to: string; readonly code: string }): Promise<boolean>;
};
