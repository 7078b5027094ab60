// biome-ignore-all lint/suspicious/noTemplateCurlyInString: pieces of other files are quoted as they stand there.
/** What is promised of the activity of an account. */
import type { Guard } from "./guard.ts";

const MADE = "server/migrations/0350-account-activity.sql";
const TEST = "server/people/auth/activity.test.ts";

export const GUARDS_OF_ACTIVITY: readonly Guard[] = [
  {
    promise: "no session begins without a line in the activity of its account",
    file: MADE,
    text: "create trigger session_begun_noted after insert on sessions\n  for each row execute function note_session();\n",
    without: "",
    test: TEST,
    only: "no process writes, changes or leaves out a line",
  },
  {
    promise: "a session stays whose it was",
    file: MADE,
    text: "grant update (token_hash, token_at, seen_at, ended_at) on sessions to parley_web, parley_worker;",
    without: "grant update on sessions to parley_web, parley_worker;",
    test: TEST,
    only: "no process writes, changes or leaves out a line",
  },
  {
    promise: "a session that has ended stays so",
    file: MADE,
    text: "  for each row when (old.ended_at is not null and new.ended_at is null)\n",
    without: "  for each row when (old.ended_at is not null and new.ended_at is null and false)\n",
    test: TEST,
    only: "no process writes, changes or leaves out a line",
  },
  {
    promise: "no process changes the activity of an account",
    file: MADE,
    text: "grant select on account_activity to parley_web, parley_worker;",
    without: "grant select, update on account_activity to parley_web, parley_worker;",
    test: TEST,
    only: "no process writes, changes or leaves out a line",
  },
  {
    promise: "who typed in somebody's email does not read where they sign in",
    file: "server/migrations/0581-security-questions.sql",
    text: "users.id = new.user_id and users.email_confirmed_at is not null",
    without: "users.id = new.user_id",
    test: TEST,
    only: "whoever typed in somebody's email",
  },
  {
    promise: "a right password is no wrong guess in the activity",
    file: "server/signer/credential-rows.ts",
    text: "values (${userId}, ${purpose}, ${tx.now}, ${isWrong})",
    without: "values (${userId}, ${purpose}, ${tx.now}, ${isWrong || true})",
    test: TEST,
    only: "wrong guesses are counted",
  },
  {
    promise: "who guesses all day fills no page",
    file: MADE,
    text: "and last.at > market_now() - interval '1 hour'",
    without: "and last.at > market_now()",
    test: TEST,
    only: "wrong guesses are counted",
  },
  {
    promise: "the activity says who asked for a link to a new password",
    file: "server/people/auth/forgot-password.ts",
    text: "    await noteCaller(tx, payload);\n",
    without: "",
    test: TEST,
    only: "a link to a new password stands there",
  },
  {
    promise: "each reads their own activity alone",
    file: "server/people/auth/activity-rows.ts",
    text: "where user_id = ${userId} and (",
    without: "where (user_id = ${userId} or true) and (",
    test: TEST,
    only: "each reads their own alone",
  },
  {
    promise: "activity is kept for a year",
    file: "server/migrations/0520-kept-for-a-time.sql",
    text: "  before timestamptz := kept_since('retention.log_days', 365, 'day');",
    without: "  before timestamptz := kept_since('retention.log_days', 365, 'day') + interval '1 month';",
    test: TEST,
    only: "after a year it is gone",
  },
  {
    promise: "addresses of sessions that ended go after a year",
    file: "server/migrations/0520-kept-for-a-time.sql",
    text: "where old.ip <> '' and least(old.ended_at, old.expires_at) < before",
    without: "where old.ip <> '' and old.expires_at < before",
    test: TEST,
    only: "after a year it is gone",
  },
  {
    promise: "a country that others see is where somebody signed in",
    file: "server/people/auth/sessions.ts",
    text: "  await notePlace(tx, { userId, ip });\n",
    without: "",
    test: "server/people/auth/places.test.ts",
    only: "the last country",
  },
  {
    promise: "an offer that is closed to VPN and Tor is not taken from there",
    file: "server/market/offers/taker.ts",
    text: "      isAnonymous: viewer.ip !== undefined && isAnonymizer(viewer.ip, tx.now.getTime()),\n",
    without: "      isAnonymous: false,\n",
    test: "server/market/offers/anonymizers.test.ts",
  },
];
