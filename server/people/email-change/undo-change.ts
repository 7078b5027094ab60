/** The old address can take a change back: a worker sends it a link, of which only the digest is kept. */
import { createHash } from "node:crypto";
import { Refusal } from "#contract/platform/errors/refusals.ts";
import type { StoredEvent } from "../../platform/app-ports.ts";
import { noteCaller } from "../../platform/postgres/caller-rows.ts";
import type { Tx } from "../../platform/postgres/db.ts";
import { textOf } from "../../platform/texts.ts";
import type { Caller } from "../../platform/http/policy.ts";
import { ids } from "../../platform/ids.ts";
import type { LivePost } from "../../platform/events/live.ts";
import { queueMail } from "../../platform/mail/mail.ts";
import { findUserById, languageOf, letterTo, supportLine, type UserRow } from "../accounts/index.ts";
import { lockWithoutLink, setUndoHash, takenAway, type WithoutLink, undoChange } from "./rows.ts";

const hashOfToken = (token: string) => createHash("sha256").update(token).digest("hex");

export async function sendUndoLinks(
  tx: Tx,
  events: readonly StoredEvent<"account.email_changed">[],
): Promise<LivePost[]> {
  for (const { subject } of events) {
    const user = await findUserById(tx, BigInt(subject));
    if (!user) continue;
    for (const change of await lockWithoutLink(tx, { userId: user.id, externalId: user.external_id }))
      await sendLink(tx, user, change);
  }
  return [];
}

/** The secret is in the URL fragment, which no server receives, so the link is in no log. */
async function sendLink(tx: Tx, user: UserRow, { id, oldEmail, undoUntil }: WithoutLink): Promise<void> {
  const token = ids.secret();
  await setUndoHash(tx, { id, tokenHash: hashOfToken(token) });
  const lang = languageOf(user);
  const until = `${undoUntil.toISOString().slice(0, 16).replace("T", " ")} UTC`;
  const letter = letterTo(user, {
    subject: textOf("emails.newEmail.undo.subject", lang),
    paragraphs: [`${textOf("emails.newEmail.undo.text", lang, { until })}\n{origin}/undo-email#${token}`],
    // Nobody can take this reason away by queueing another email under it.
    dedupeKey: `email-undo:${hashOfToken(token)}`,
  });
  await queueMail(tx, { ...letter, to: oldEmail });
}

/** Notifies the removed address once, without a name or a phrase, because it may be a thief's. */
export async function tellTakenAway(
  tx: Tx,
  events: readonly StoredEvent<"account.email_restored">[],
): Promise<LivePost[]> {
  for (const event of events) {
    const user = await findUserById(tx, BigInt(event.subject));
    if (!user) continue;
    const lang = languageOf(user);
    for (const { id, email } of await takenAway(tx, { userId: user.id, externalId: user.external_id }))
      await queueMail(tx, {
        to: email,
        subject: textOf("emails.newEmail.takenAway.subject", lang),
        text: `${textOf("emails.newEmail.takenAway.text", lang)}\n\n${supportLine(lang)}\n`,
        lang,
        dedupeKey: `email-taken-away:${id}`,
      });
  }
  return [];
}

/** Every session of the account has ended when this returns. Refuses auth.undo_gone. */
export async function takeBack(tx: Tx, { token, caller }: { token: string; caller: Caller }): Promise<void> {
  await noteCaller(tx, caller);
  if ((await undoChange(tx, hashOfToken(token))) === "gone") throw new Refusal("auth.undo_gone");
}
