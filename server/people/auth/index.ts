/** Who people prove to be: sessions, codes, and proofs spent for money. */
export { routes } from "./http.ts";
/** Old failures are forgotten by a job. */
export { forgetOldFailures } from "./attempts.ts";
export { checkPassword, hashPassword } from "./password.ts";
export { spendProof, spendProofs } from "./proofs.ts";
/** The viewer of a session token: the platform's identify port. */
export { identify, listSessions, openSessions, startSession } from "./sessions.ts";
export { isSessionOpen, markProved } from "./session-rows.ts";
