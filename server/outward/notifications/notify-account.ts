/** What changed of what somebody may do or proves by, for who is to know: in the page and by email. */
import type { AccountChange } from "#contract/events.ts";
import type { StoredEvent } from "../../platform/app-ports.ts";
import type { Tx } from "../../platform/db.ts";
import { ids } from "../../platform/ids.ts";
import { ACCOUNT_NOTIFICATIONS, mailTextOf } from "./kinds.ts";
import { sendNotification } from "./send-notification.ts";

export async function notifyAccount(tx: Tx, event: StoredEvent<AccountChange>): Promise<void> {
  const { kind, fact, link } = ACCOUNT_NOTIFICATIONS[event.type];
  const { subject, sentence } = mailTextOf(kind);
  const { detail } = event.payload;
  await sendNotification(tx, event, {
    userId: BigInt(event.subject),
    kind,
    subject: event.subject,
    details: {},
    link,
    // Nobody can take this reason away by queueing another email under it.
    mail: { subject, sentence, facts: `${fact}: ${detail}`, dedupeKey: `account:${ids.secret()}` },
  });
}
