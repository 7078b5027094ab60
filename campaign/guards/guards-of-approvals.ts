/** What is promised of sign-ins that another browser approves, and of those that went no further. */
import type { Guard } from "./guard.ts";

const MADE = "server/migrations/0580-sign-ins-that-wait.sql";
const SIGNER = "server/signer/approvals.ts";
const TEST = "server/people/auth/approvals.test.ts";
const NUMBER = "a wrong number denies it, whatever else is shown";
const ALONE = "a session alone approves nothing";
const EXPIRES = "it expires with the sign-in, one asks at a time";
const LEFT = "a right password that goes no further";

export const GUARDS_OF_APPROVALS: readonly Guard[] = [
  {
    promise: "approval: nobody comes in before somebody says yes",
    file: "server/signer/approval-rows.ts",
    text: " and state = 'approved'",
    without: "",
    test: TEST,
    only: "an app's code and the number let the other browser in",
  },
  {
    promise: "approval: what compares nothing forgives no guesses",
    file: "server/people/auth/two-factor.ts",
    text: "    if (answer.outcome === right) await",
    without: "    if (!wrong.includes(answer.outcome)) await",
    test: TEST,
    only: "an app's code and the number let the other browser in",
  },
  {
    promise: "approval: staff may nothing in a session that was let in so",
    file: "server/signer/second-step.ts",
    text: '    await holdNewDevice(tx, asked);\n    return { outcome: "done", isStrong: false };\n  });\n}\n\n/** The code counts',
    without:
      '    await holdNewDevice(tx, asked);\n    return { outcome: "done", isStrong: true };\n  });\n}\n\n/** The code counts',
    test: TEST,
    only: "an app's code and the number let the other browser in",
  },
  {
    promise: "approval: another number than the new browser shows denies it",
    file: SIGNER,
    text: "waiting.number !== asked.number",
    without: "waiting.number < 0",
    test: TEST,
    only: NUMBER,
  },
  {
    promise: "approval: what was denied waits no longer",
    file: MADE,
    text: "  if new.state = 'denied' then",
    without: "  if new.state = 'nothing' then",
    test: TEST,
    only: NUMBER,
  },
  {
    promise: "approval: nobody decides on another's sign-in",
    file: MADE,
    text: " and asked.user_id = deny_sign_in.user_id\n",
    without: "\n",
    test: TEST,
    only: NUMBER,
  },
  {
    promise: "approval: a network that was denied asks no more for a day",
    file: MADE,
    text: "    return 'blocked';",
    without: "    null;",
    test: TEST,
    only: NUMBER,
  },
  {
    promise: "approval: a passkey's word is for one approval",
    file: SIGNER,
    text: '{ kind: "approve_sign_in", id: requestId }',
    without: '{ kind: "sign_in", id: requestId }',
    test: TEST,
    only: "a passkey says yes to this sign-in and to no other",
  },
  {
    promise: "approval: codes that are sent let nobody past an app or a passkey",
    file: SIGNER,
    text: "  if (isWeak(shown) && (await",
    without: '  if ("password" in shown && (await',
    test: TEST,
    only: "a passkey says yes to this sign-in and to no other",
  },
  {
    promise: "approval: neither the password nor a recovery code proves it",
    file: SIGNER,
    text: '"password" in shown || "recoveryCode" in shown',
    without: 'asked.requestId === ""',
    test: TEST,
    only: ALONE,
  },
  {
    promise: "approval: a new browser holds what leaves",
    file: "server/signer/second-step.ts",
    text: '    await holdNewDevice(tx, asked);\n    return { outcome: "done", isStrong: false };',
    without: '    return { outcome: "done", isStrong: false };',
    test: TEST,
    only: ALONE,
  },
  {
    promise: "approval: one asks at a time",
    file: MADE,
    text: "    return 'open';",
    without: "    null;",
    test: TEST,
    only: EXPIRES,
  },
  {
    promise: "approval: the older of one browser gives way",
    file: MADE,
    text: "  set expires_at = at\n",
    without: "  set expires_at = older.expires_at\n",
    test: TEST,
    only: "who loads the page anew and asks again",
  },
  {
    promise: "approval: what waits ends with an account that closes",
    file: "server/migrations/0500-second-steps.sql",
    text: "  delete from pending_sign_ins where user_id = new.user_id;\n",
    without: "",
    test: TEST,
    only: "what waits ends with an account that closes",
  },
  {
    promise: "sign-ins that went no further: no email about a password of before",
    file: MADE,
    text: " and credentials.changed_at > ended.password_at)",
    without: " and credentials.changed_at > at)",
    test: TEST,
    only: "whoever has changed the password since",
  },
  {
    promise: "approval: three in an hour",
    file: MADE,
    text: "  if 3 <= (select",
    without: "  if 300 <= (select",
    test: TEST,
    only: EXPIRES,
  },
  {
    promise: "approval: nothing is compared of what expired with its sign-in",
    file: "server/signer/approval-rows.ts",
    text: " and state = 'pending' and expires_at > market_now()`",
    without: " and state = 'pending'`",
    test: TEST,
    only: EXPIRES,
  },
  {
    promise: "sign-ins that went no further stand in the activity",
    file: MADE,
    text: "    perform note_wrong_guess(ended.user_id, 'second_step_left');",
    without: "    null;",
    test: TEST,
    only: LEFT,
  },
  {
    promise: "sign-ins that went no further: one email a day",
    file: MADE,
    text: " and earlier.is_mailed\n",
    without: " and earlier.id < 0\n",
    test: TEST,
    only: LEFT,
  },
  {
    promise: "sign-ins that went no further: no email about who came in meanwhile",
    file: MADE,
    text: "and sessions.ip = ended.ip and",
    without: "and sessions.ip = '' and",
    test: TEST,
    only: LEFT,
  },
];
