/** Closes the accounts whose time has come: each in one transaction, which may be lost and made again. */
import type { AppPorts } from "../../platform/app-ports.ts";
import type { Tx } from "../../platform/postgres/db.ts";
import { textOf } from "../../platform/texts.ts";
import { queueMail } from "../../platform/mail/mail.ts";
import { findUserById, languageOf, letterTo, sealedNobody } from "../../people/accounts/index.ts";
import { closeForGood, type CloseOutcome, type ClosureRow, dueClosures } from "./rows.ts";

const AT_ONCE = 50;

/** An obstacle of one account delays that account only. */
export async function closeDue({ db, log }: Pick<AppPorts, "db" | "log">): Promise<void> {
  let after = 0n;
  for (;;) {
    const due = await db.read((tx) => dueClosures(tx, { after, most: AT_ONCE }));
    for (const closure of due) {
      // One that fails is tried again at the next turn, and keeps nobody behind it waiting.
      await db
        .tx((tx) => closeOne(tx, closure))
        .then(
          (outcome) => log.info({ closure: String(closure.id), outcome }, "an account was due to close"),
          (error) => log.error({ err: error, closure: String(closure.id) }, "an account was not closed"),
        );
      after = closure.id;
    }
    if (due.length < AT_ONCE) return;
  }
}

async function closeOne(tx: Tx, closure: ClosureRow): Promise<CloseOutcome> {
  const user = await findUserById(tx, closure.user_id);
  if (!user) throw new Error(`user ${closure.user_id} is gone`);
  const lang = languageOf(user);
  // Of who they were until now.
  const letter = letterTo(user, {
    subject: textOf("emails.closed.subject", lang),
    paragraphs: [textOf("emails.closed.text", lang), textOf("emails.closed.over", lang)],
    dedupeKey: `account-closed:${closure.id}`,
  });
  const outcome = await closeForGood(tx, closure.id, sealedNobody(user.external_id));
  // An address that nobody confirmed may be a stranger's.
  if (outcome === "closed" && user.email_confirmed_at) await queueMail(tx, letter);
  return outcome;
}
