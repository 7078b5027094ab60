/** Who people prove to be: sessions, codes, and proofs spent for money. */
export { routes } from "./http.ts";
/** Old failures are forgotten by a job. */
export { forgetOldFailures } from "./attempts.ts";
export { checkPassword } from "./password.ts";
/** The email with a link to a new password. */
export { sendResetLinks } from "./forgot-password.ts";
export { proofRefusal, proveWithPasskey } from "./proofs.ts";
/** For the seeding of a demo market. */
export { insertSpentProofs } from "./proof-rows.ts";
/** The platform's port of who calls: kept in the process, dropped when it changes. */
export { keepViewers } from "./kept-viewers.ts";
/** The viewer of a session token, from the tables. */
export { endSessions, identify, listSessions, openSessions, startSession } from "./sessions.ts";
export { isSessionOpen } from "./session-rows.ts";
