/** What changed of what somebody may do or proves by, for who is to know: in the page and by email. */
import type { AccountChange } from "#contract/events.ts";
import type { StoredEvent } from "../../platform/app-ports.ts";
import type { Tx } from "../../platform/db.ts";
import type { LivePost } from "../../platform/live.ts";
import { ids } from "../../platform/ids.ts";
import { ACCOUNT_NOTIFICATIONS, mailTextOf } from "./kinds.ts";
import { type NotificationToSend, sendNotifications } from "./send-notification.ts";

export async function notifyAccount(tx: Tx, events: readonly StoredEvent<AccountChange>[]): Promise<LivePost[]> {
  return sendNotifications(tx, events.map(noticeOf));
}

function noticeOf({ type, subject: userId, payload: { detail }, at }: StoredEvent<AccountChange>): NotificationToSend {
  const { kind, fact, link } = ACCOUNT_NOTIFICATIONS[type];
  const { subject, sentence } = mailTextOf(kind);
  return {
    userId: BigInt(userId),
    kind,
    subject: userId,
    details: {},
    link,
    at,
    // Nobody can take this reason away by queueing another email under it.
    mail: { subject, sentence, facts: `${fact}: ${detail}`, dedupeKey: `account:${ids.secret()}` },
  };
}
