// biome-ignore-all lint/suspicious/noTemplateCurlyInString: pieces of other files are quoted as they stand there.
/** What is promised of accounts that close. */
import type { Guard } from "./guard.ts";

const MADE = "server/migrations/0351-closed-accounts.sql";
const CLOSES = "server/migrations/0620-recovery-by-staff.sql";
const ERASES = "server/migrations/0390-channels-of-own-data.sql";
const TEST = "server/outward/closing/closing.test.ts";
const BY_PROOF = "no process closes an account without its owner's proof";
const ERASED = "of a closed account who it was is erased";
const OPEN = "what stands in the way is said";

export const GUARDS_OF_CLOSING: readonly Guard[] = [
  {
    promise: "an account is closed by a proof of just that",
    file: MADE,
    text: "  if not found then return 'unproved'; end if;\n",
    without: "",
    test: TEST,
    only: BY_PROOF,
  },
  {
    promise: "no worker closes an account before its days are over",
    file: CLOSES,
    text: "  if closure.due_at > market_now() then return 'early'; end if;\n",
    without: "",
    test: TEST,
    only: BY_PROOF,
  },
  {
    promise: "no account is asked to close while something is open",
    file: MADE,
    text: "  if exists (select from closing_obstacles(user_id)) then return 'obstacles'; end if;\n",
    without: "",
    test: TEST,
    only: OPEN,
  },
  {
    promise: "no account is closed while something is open",
    file: CLOSES,
    text: "  if exists (select from closing_obstacles(closure.user_id)) then return 'waits'; end if;\n",
    without: "",
    test: TEST,
    only: OPEN,
  },
  {
    promise: "who asks to close an account ends its other sessions",
    file: MADE,
    text: "ended_at is null and id is distinct from session_id",
    without: "ended_at is null and id is distinct from session_id and false",
    test: TEST,
    only: "while it waits offers are paused",
  },
  {
    promise: "offers are paused while an account waits to close",
    file: "server/outward/closing/ask-to-close.ts",
    text: "  await switchAllOffers(tx, { owner: viewer, isOn: false });\n",
    without: "  if (viewer.level > 9) await switchAllOffers(tx, { owner: viewer, isOn: false });\n",
    test: TEST,
    only: "while it waits offers are paused",
  },
  {
    promise: "the name of a closed account stays taken",
    file: CLOSES,
    text: "  set username = close_account.username, username_changed_at",
    without: "  set username = close_account.username, username_skeleton = close_account.username, username_changed_at",
    test: TEST,
    only: ERASED,
  },
  {
    promise: "the email of a closed account is erased",
    file: CLOSES,
    text: "email_sealed = close_account.email_sealed,\n      email_index = close_account.email_index, ",
    without: "",
    test: TEST,
    only: ERASED,
  },
  {
    promise: "nobody signs in to a closed account",
    file: ERASES,
    text: "  delete from credentials where user_id = person;\n",
    without: "",
    test: TEST,
    only: ERASED,
  },
  {
    promise: "the activity of a closed account is erased",
    file: ERASES,
    text: "  delete from account_activity where user_id = person;\n",
    without: "",
    test: TEST,
    only: ERASED,
  },
  {
    promise: "where somebody was told is erased with their account",
    file: ERASES,
    text: "  delete from telegram_chats where user_id = person;\n",
    without: "",
    test: TEST,
    only: "nobody is told anything after",
  },
  {
    promise: "visitors of a demo market do not change the password that all of them share",
    file: "server/people/auth/new-password.ts",
    text: "  refuseShared(user);\n",
    without: "",
    test: TEST,
    only: "the people that every visitor of a demo market plays",
  },
  {
    promise: "visitors of a demo market close no account that all of them share",
    file: "server/outward/closing/ask-to-close.ts",
    text: "  await refuseSharedAccount(tx, userId);\n",
    without: "  if (userId < 0n) await refuseSharedAccount(tx, userId);\n",
    test: TEST,
    only: "the people that every visitor of a demo market plays",
  },
  {
    promise: "where somebody signed in from goes with their account",
    file: "server/migrations/0399-countries-of-closed.sql",
    text: "  set sign_in_country = null, usual_country = null\n",
    without: "  set sign_in_country = sign_in_country\n",
    test: TEST,
    only: "of a closed account who it was is erased",
  },
];
