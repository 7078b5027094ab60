/** Closes the accounts whose time has come: each in one transaction, which may be lost and made again. */
import type { AppPorts } from "../../platform/app-ports.ts";
import type { Tx } from "../../platform/db.ts";
import { queueMail } from "../../platform/mail.ts";
import { findUserById, openPersonal, sealedNobody } from "../../people/accounts/index.ts";
import { closeForGood, type CloseOutcome, type ClosureRow, dueClosures } from "./rows.ts";

const AT_ONCE = 50;

/** What stands in the way of one keeps it waiting, and nobody else. */
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
  const { email } = openPersonal(user);
  const outcome = await closeForGood(tx, closure.id, sealedNobody(user.external_id));
  if (outcome === "closed")
    await queueMail(tx, {
      to: email,
      subject: "Your account is closed",
      text: `Hello ${user.username},\n\nYour account is closed, as you asked. Your email, name, date of birth, password and settings are erased. The records of your trades and payments are kept without them, as the law and your trading partners need.\n\nNobody can sign in to this account again.\n`,
      dedupeKey: `account-closed:${closure.id}`,
    });
  return outcome;
}
