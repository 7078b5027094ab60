/** A signed-in user changes the address: with a proof of just that, and a code that was sent to the new one. */
import { createHash } from "node:crypto";
import type { Locale } from "#contract/platform/locales.ts";
import { fieldRefusal, Refusal } from "#contract/platform/errors/refusals.ts";
import { noteCaller } from "../../platform/postgres/caller-rows.ts";
import type { Tx } from "../../platform/postgres/db.ts";
import { wordRefusal } from "../../platform/postgres/outcomes.ts";
import { textOf } from "../../platform/texts.ts";
import type { Caller, Viewer } from "../../platform/http/policy.ts";
import { ids } from "../../platform/ids.ts";
import { queueMail } from "../../platform/mail/mail.ts";
import { emailMark, findUserByEmailMark, findUserById, languageOf, lockUser } from "../accounts/index.ts";
import { countStrangersMail, proofRefusal, refuseSharedAccount } from "../auth/index.ts";
import { beginChange, confirmChange, newestAddress } from "./rows.ts";

/** As begin_email_change() has it. */
const VALID_MINUTES = 10;
export const AGAIN_AFTER_SEC = 60;

type Asking = { readonly viewer: Viewer; readonly caller: Caller };

/** For this account and this address: a code for another change of the same account is wrong here. */
const hashOf = (code: string, { userId, email }: { userId: bigint; email: string }) =>
  createHash("sha256")
    .update(`new-email:${userId}:${emailMark(email).toString("hex")}:${code}`)
    .digest();

/**
 * Sends a code to the address, or to whose it is that they have an account: the answer is the same. Refuses auth.shared_account,
 * auth.throttled, auth.email_unconfirmed, auth.email_same, and auth.password_proof without a proof of just this. Locks the user.
 */
export async function askForChange(tx: Tx, { viewer, caller }: Asking, email: string): Promise<void> {
  const { userId, externalId } = viewer;
  await lockUser(tx, userId);
  await refuseSharedAccount(tx, userId);
  await countStrangersMail(tx, { to: email, ip: caller.ip });
  const code = ids.digits(6);
  const outcome = await beginChange(tx, { userId, externalId, email, codeHash: hashOf(code, { userId, email }) });
  if (outcome !== "sent")
    throw wordRefusal(outcome, {
      unproved: proofRefusal({ kind: "change_email", id: "account" }),
      unconfirmed: "auth.email_unconfirmed",
      same: fieldRefusal("auth.email_same", "email"),
      soon: new Refusal("auth.throttled", { retryAfterSec: AGAIN_AFTER_SEC }),
    });

  const user = await findUserById(tx, userId);
  const lang = user ? languageOf(user) : "en";
  const isTaken = (await findUserByEmailMark(tx, emailMark(email))) !== undefined;
  // Only the mailbox learns that the address has an account.
  const mail = isTaken ? takenMail(lang) : codeMail(code, lang);
  await queueMail(tx, { to: email, ...mail, lang, dedupeKey: `email-change:${ids.secret()}` });
}

/** To an address that may be a stranger's: no name and no phrase, which the sender could have chosen. */
function codeMail(code: string, lang: Locale) {
  const values = { code, minutes: VALID_MINUTES };
  return {
    subject: textOf("emails.code.subject", lang, values),
    text: `${textOf("emails.code.valid", lang, values)}\n\n${textOf("emails.newEmail.purpose", lang)}\n\n${textOf("emails.ignore", lang)}\n`,
  };
}

function takenMail(lang: Locale) {
  return {
    subject: textOf("emails.newEmail.taken.subject", lang),
    text: `${textOf("emails.newEmail.taken.text", lang)}\n\n${textOf("emails.ignore", lang)}\n`,
  };
}

/**
 * Takes the new address, or returns the refusal auth.code_wrong, auth.code_expired or auth.email_taken: returned, because what it
 * counted must be committed. Every other session has ended when this returns.
 */
export async function takeNewEmail(
  tx: Tx,
  { viewer, caller }: Asking,
  code: string,
): Promise<Refusal | { email: string }> {
  const { userId, externalId, sessionId } = viewer;
  await noteCaller(tx, caller);
  await lockUser(tx, userId);
  const email = (await newestAddress(tx, { userId, externalId })) ?? "";
  const codeHash = hashOf(code, { userId, email });
  const outcome = await confirmChange(tx, { userId, sessionId, codeHash, hint: hinted(email) });
  if (outcome === "wrong") return fieldRefusal("auth.code_wrong", "code");
  if (outcome === "expired") return fieldRefusal("auth.code_expired", "code");
  if (outcome === "taken") return fieldRefusal("auth.email_taken", "code");
  return { email };
}

/** "a…@example.org": its owner knows it by that. */
const hinted = (email: string) => email.replace(/^(.)[^@]*/, "$1…");
