/** Another password, as the signer is asked for it. */
import type { ShownFactor } from "#contract/people/sign-in/proofs.ts";
import type { QuestionName } from "#contract/people/sign-in/question-names.ts";
import type { CalledFrom } from "../../postgres/caller-rows.ts";

/** Where a person asks from, for the activity of the account. */
type Asked = { readonly from?: CalledFrom | undefined };

export type PasswordChange = Asked & {
  readonly userId: string;
  /** Goes on, as the only one of the user's. */
  readonly sessionId: string;
  readonly oldPassword: string;
  readonly newPassword: string;
  readonly factor?: ShownFactor | undefined;
};

export type PasswordReset = Asked & {
  readonly token: string;
  readonly newPassword: string;
  readonly factor?: ShownFactor | undefined;
  /** What they confirm with is lost: the link works after a wait. */
  readonly isLost: boolean;
  /** Answers to the security questions of a user who lost the factor, in their order. */
  readonly answers?: readonly string[] | undefined;
};

/** By the link after staff have approved and the wait is over. */
export type RecoveryFinish = Asked & { readonly token: string; readonly newPassword: string };
/** taken: another account confirmed the new address meanwhile. */
export type RecoveryOutcome = { readonly outcome: "done" | "gone" | "taken" };

/**
 * wrong: the old password, the factor or an answer is not right. answers: these questions are to be answered. factor: one has to be shown, of these. waits: the link works from
 * then on. gone: it never was, has ended, or was used.
 */
export type PasswordOutcome =
  | { readonly outcome: "done" | "wrong_password" | "wrong_factor" | "wrong_answers" | "gone" }
  | { readonly outcome: "answers"; readonly questions: readonly QuestionName[] }
  | { readonly outcome: "factor"; readonly hasApp: boolean; readonly passkeyIds: readonly string[] }
  | { readonly outcome: "waits"; readonly until: string };
