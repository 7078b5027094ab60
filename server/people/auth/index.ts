/** Authentication: sessions, codes, and proofs spent for money. */
export { module } from "./module.ts";
export { viewRequests } from "./second-step/approvals.ts";
/** Old failures are forgotten by a job. */
export {
  countRecoveryAsk,
  countSocialAnswer,
  countSocialBegin,
  countStrangersMail,
  countTicket,
  forgetSocialBegin,
  mailsFrom,
  recoveriesFrom,
  withdrawAttempt,
} from "./attempts/attempts.ts";
/** Work before a request of a visitor without an account, and a password that the signer sets. */
export { askVerifier, inPasswordQueue } from "./ask-verifier.ts";
export { checkNewPassword } from "./passwords/new-password.ts";
export { needWork } from "./attempts/puzzles.ts";
/** The activity log of accounts; a job deletes entries older than a year. */
export { listActivity } from "./sessions/activity.ts";
/** The people of a demo market are everybody's. */
export { refuseSharedAccount } from "./sessions/shared-account.ts";
/** How far the code is that confirms an email. */
export { emailCodeOf } from "./codes/email-code-rows.ts";
/** The acts that require a second factor. */
export { factorUsesOf } from "./second-step/pending-rows.ts";
/** For signing in and registering without a password. */
export { goOnWithout, logIn } from "./log-in.ts";
export { prepareCredential, register } from "./register.ts";
export { endSessionById } from "./sessions/sessions.ts";
export { checkPassword, leastLetters } from "./passwords/password.ts";
export { proofRefusal, settleProof, showProof, type ShownProof } from "./second-step/proofs.ts";
/** For the seeding of a demo market. */
export { insertSpentProofs } from "./second-step/proof-rows.ts";
export { knownAccount } from "./known-account.ts";
/** The platform's port of who calls: kept in the process, dropped when it changes. */
export { keepViewers } from "./sessions/kept-viewers.ts";
export { endSessions, exchangeSessionToken, listSessions, startSession } from "./sessions/sessions.ts";
export { findOpenSessions } from "./sessions/session-rows.ts";
export { emailCodeWaitSec } from "./codes/email-codes.ts";
