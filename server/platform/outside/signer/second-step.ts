/** The second step of signing in, as the signer is asked about it. */
import type { CodeChannelName, Shown } from "#contract/people/sign-in/proofs.ts";
import type { CalledFrom } from "../../postgres/caller-rows.ts";

/** Any one of these; codes that are sent only where there is neither an app nor a passkey. */
export type SecondStep = {
  readonly hasApp: boolean;
  readonly passkeyIds: readonly string[];
  readonly channels: readonly CodeChannelName[];
  readonly takesTexts: boolean;
  readonly hasRecoveryCodes: boolean;
};

export type Approved = { readonly approved: true };

export type SecondStepAsked = {
  /** Where a person asks from, for the activity of the account. */
  readonly from?: CalledFrom | undefined;
  readonly userId: string;
  /** The public id of the sign-in that waits: what a passkey says yes to, and what a code was sent for. */
  readonly signInId: string;
  /** Or that another browser of the account has approved it. */
  readonly shown: Shown | Approved;
  /** What leaves is held then. */
  readonly isNewDevice: boolean;
};

/** factor: this takes an app or a passkey. isStrong: it was one of them. */
export type SecondStepOutcome =
  | { readonly outcome: "done"; readonly isStrong: boolean }
  | { readonly outcome: "wrong" | "factor" };

export type ApprovalAsked = {
  readonly from?: CalledFrom | undefined;
  /** The signed-in user, who is also the user of the waiting sign-in. */
  readonly userId: string;
  /** What a passkey says yes to, and what a code was sent for. */
  readonly requestId: string;
  /** As chosen; another one than the new browser shows denies it. */
  readonly number: number;
  readonly shown: Shown;
};

/** gone: it waits no longer. factor: this takes an app or a passkey, or more than the password. */
export type ApprovalOutcome = { readonly outcome: "approved" | "gone" | "number" | "factor" | "wrong" };
