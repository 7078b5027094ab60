/** What is promised of passwords that are forgotten or change. */
import type { Guard } from "./guard.ts";

const MADE = "server/migrations/0310-password-changes.sql";
const TEST = "server/people/auth/new-password.test.ts";

export const GUARDS_OF_PASSWORDS: readonly Guard[] = [
  {
    promise: "a link to a new password is for the password as it stood",
    file: "server/signer/password-rows.ts",
    text: " and credentials.changes = reset.changes",
    without: "",
    test: TEST,
    only: "the signer itself takes a link once",
  },
  {
    promise: "a link to a new password ends",
    file: "server/signer/password-rows.ts",
    text: "reset.spent_at is null and reset.expires_at > market_now()",
    without: "reset.spent_at is null",
    test: TEST,
    only: "the signer itself takes a link once",
  },
  {
    promise: "a link alone sets no password of who has a factor",
    file: "server/signer/new-password.ts",
    text: "  if (!(await usersWithFactor(tx, [userId])).has(userId)) return undefined;\n",
    without: "  return undefined;\n",
    test: TEST,
    only: "who has an authenticator app shows",
  },
  {
    promise: "a passkey's word is for one link",
    file: "server/signer/new-password.ts",
    text: '  const wanted: FactorAct = { kind: "set_password", id };',
    without: '  const wanted: FactorAct = { kind: "set_password", id: id && "password" };',
    test: TEST,
    only: "who has a passkey shows it",
  },
  {
    promise: "who has lost a factor waits",
    file: "server/signer/new-password.ts",
    text: "  return until && until > now ?",
    without: "  return until && until > now && until < now ?",
    test: TEST,
    only: "who has lost that as well waits",
  },
  {
    promise: "a session alone changes no password",
    file: "server/signer/new-password.ts",
    text: '  if (!isRight || changes === undefined) return { outcome: "wrong_password" };',
    without: '  if (changes === undefined) return { outcome: isRight ? "gone" : "wrong_password" };',
    test: TEST,
    only: "a session alone changes no password",
  },
  {
    promise: "a new password holds what goes out",
    file: "server/signer/new-password.ts",
    text: "  await holdSendOuts(tx, { userId, reason });\n",
    without: "  if (!reason) await holdSendOuts(tx, { userId, reason });\n",
    test: TEST,
    only: "a reset ends every session",
  },
  {
    promise: "a new password ends the sessions of the old one",
    file: MADE,
    text: "where user_id = new.user_id and ended_at is null and id is distinct from new.kept_session",
    without: "where false",
    test: TEST,
    only: "a change ends every other session",
  },
  {
    promise: "a new password ends the proofs that waited",
    file: MADE,
    text: "  update proofs\n  set expires_at = least(expires_at, at)",
    without: "  update proofs\n  set expires_at = expires_at",
    test: TEST,
    only: "a reset ends every session",
  },
  {
    promise: "no session of the old password begins beside its end",
    file: "server/people/auth/log-in.ts",
    text: "userId !== undefined && (await passwordStands(tx, { userId, since: at }))",
    without: "userId !== undefined && (at === null || (await passwordStands(tx, { userId, since: tx.now })))",
    test: TEST,
    only: "no session of the old password",
  },
  {
    promise: "an email that was confirmed stays",
    file: MADE,
    text: "    raise exception 'an email that was confirmed stays' using errcode = 'insufficient_privilege';\n",
    without: "    null;\n",
    test: TEST,
    only: "an email that was confirmed stays",
  },
  {
    promise: "links are sent so often to one mailbox",
    file: "server/people/auth/forgot-password.ts",
    text: "  await countResetMail(tx, { to: email, ip: caller.ip });\n",
    without: "  if (!caller) await countResetMail(tx, { to: email, ip: caller });\n",
    test: TEST,
    only: "one mailbox gets five links",
  },
];
