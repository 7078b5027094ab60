/** The second step of signing in, as the signer is asked about it. */
import type { CodeChannelName, Shown } from "#contract/proofs.ts";
import type { CalledFrom } from "../caller-rows.ts";

/** Any one of these; codes that are sent only where there is neither an app nor a passkey. */
export type SecondStep = {
  readonly hasApp: boolean;
  readonly passkeyIds: readonly string[];
  readonly channels: readonly CodeChannelName[];
  readonly hasRecoveryCodes: boolean;
};

export type SecondStepAsked = {
  /** Where a person asks from, for the activity of the account. */
  readonly from?: CalledFrom | undefined;
  readonly userId: string;
  /** The public id of the sign-in that waits: what a passkey says yes to, and what a code was sent for. */
  readonly signInId: string;
  readonly shown: Shown;
  /** What leaves is held then. */
  readonly isNewDevice: boolean;
};

/** factor: this takes an app or a passkey. isStrong: it was one of them. */
export type SecondStepOutcome =
  | { readonly outcome: "done"; readonly isStrong: boolean }
  | { readonly outcome: "wrong" | "factor" };
