/** The factors of a user that the signer knows. */
import type { FactorUses } from "#contract/people/sign-in/factor-uses.ts";
import type { CodeChannelName } from "#contract/people/sign-in/proofs.ts";
import type { QuestionName } from "#contract/people/sign-in/question-names.ts";
import type { Receiver } from "../receiver.ts";

/** As the given API numbers them: never on, on, turned off, waiting for its first code. */
export type ChannelState = 0 | 1 | 2 | 3;

export type Factors = {
  readonly authenticator: { readonly addedAt: string } | null;
  readonly passkeys: readonly { readonly id: string; readonly name: string; readonly addedAt: string }[];
  readonly channels: Readonly<
    Record<CodeChannelName, { readonly state: ChannelState; readonly addedAt: string | null }>
  >;
  readonly uses: FactorUses;
  /** They want no code by text. */
  readonly noTexts: boolean;
  /** A text gets there: not to a landline, and not where they want none. */
  readonly takesTexts: boolean;
  /** A code by Telegram gets there. */
  readonly takesTelegram: boolean;
  /** Of ten recovery codes; null where none were made. */
  readonly recoveryCodesLeft: number | null;
  /** Security questions; empty where none are set. */
  readonly questions: readonly QuestionName[];
  /** Browsers and phones that take notifications of the account, and which of them get codes. */
  readonly receivers: readonly Receiver[];
  /** Send-outs are held until then; null when they are not. */
  readonly heldUntil: string | null;
  /** The rest of the daily withdrawal limit; null for a user with a factor who has not just replaced a lost one. */
  readonly limit: { readonly limitUsd: string; readonly leftUsd: string } | null;
};
