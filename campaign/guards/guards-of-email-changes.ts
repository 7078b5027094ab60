/** What is promised of another email. */
import type { Guard } from "./guard.ts";

const MADE = "server/migrations/0523-email-changes.sql";
const TEST = "server/people/email-change/email-change.test.ts";
const CHANGES =
  "an email changes by a proof and the code at the new address; other sessions end, and nothing leaves for a day";
const CODES = "five wrong codes, or ten minutes, end it; and a minute lies between two";
const BACK = "the old address takes it back with a link: every session ends, and nothing leaves for three days";

export const GUARDS_OF_EMAIL_CHANGES: readonly Guard[] = [
  {
    promise: "an email is changed by a proof of just that",
    file: MADE,
    text: "  if not found then return 'unproved'; end if;\n",
    without: "",
    test: TEST,
    only: CHANGES,
  },
  {
    promise: "an email is changed by the code at the new address",
    file: MADE,
    text: "  if change.code_hash <> code_hash then\n",
    without: "  if false then\n",
    test: TEST,
    only: CHANGES,
  },
  {
    promise: "five wrong codes end a change of email",
    file: MADE,
    text: "    update email_changes set tries_left = tries_left - 1 where email_changes.id = change.id;\n",
    without: "",
    test: TEST,
    only: CODES,
  },
  {
    promise: "nothing leaves for a while after a change of email",
    file: MADE,
    text: "  insert into send_out_holds (user_id, reason, began_at, ends_at)\n  values (user_id, 'new_email', at, until);\n",
    without: "",
    test: TEST,
    only: CHANGES,
  },
  {
    promise: "an address that has an account gets no code for another",
    file: "server/people/email-change/change-email.ts",
    text: "isTaken ? takenMail(lang) : codeMail(code, lang)",
    without: "codeMail(code, lang)",
    test: TEST,
    only: "nobody learns whose an address is: the answer is the same, and only its mailbox is told",
  },
  {
    promise: "a link takes a change of email back once",
    file: MADE,
    text: "  if change.undone_at is not null or change.undo_until <= at then return 'gone'; end if;\n",
    without: "  if change.undo_until <= at then return 'gone'; end if;\n",
    test: TEST,
    only: BACK,
  },
  {
    promise: "what was taken back is not brought again by a later link",
    file: MADE,
    text: "known.id >= change.id",
    without: "known.id = change.id",
    test: TEST,
    only: "the first owner takes back what changed twice, and not the thief what was taken back",
  },
  {
    promise: "an address that was taken away is told",
    file: "server/people/email-change/undo-change.ts",
    text: "      await queueMail(tx, {\n        to: email,",
    without: "      await queueMail(tx, {\n        to: user.username,",
    test: TEST,
    only: "the address that was taken away is told",
  },
  {
    promise: "a web that was taken over reads no link that takes a change of email back",
    file: MADE,
    text: "grant select (id, user_id, email_sealed) on email_changes to parley_web;\n",
    without: "grant select on email_changes to parley_web;\n",
    test: TEST,
    only: "a web that was taken over reads neither",
  },
  {
    promise: "a link to take a change of email back ends after some days",
    file: MADE,
    text: "change.undone_at is not null or change.undo_until <= at then",
    without: "change.undone_at is not null then",
    test: TEST,
    only: "after some days the link has ended",
  },
];
