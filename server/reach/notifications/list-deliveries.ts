/** The delivery status of a user's last notifications, by channel, so that a user who missed one sees where it went. */
import { CHANNELS } from "#contract/reach/notification-channels.ts";
import type { Delivery } from "#contract/reach/notifications.ts";
import type { ReadTx } from "../../platform/postgres/db.ts";
import { MOST_ATTEMPTS } from "../../platform/mail/mail.ts";
import { newestNotices, type NoticeRow, type SendRow, sendsOf } from "./channels/delivery-rows.ts";

const SHOWN = 20;

type State = Delivery["channels"][number];

export async function listDeliveries(tx: ReadTx, userId: bigint): Promise<Delivery[]> {
  const notices = await newestNotices(tx, userId, SHOWN);
  const sends = await sendsOf(
    tx,
    notices.map(({ id }) => id),
  );
  return notices.map((notice) => {
    const own = sends.filter((send) => send.notification_id === notice.id);
    return {
      id: String(notice.id),
      kind: notice.kind,
      details: notice.details,
      at: notice.at.toISOString(),
      channels: [...inApp(notice), ...byMail(notice), ...outside(own)],
    };
  });
}

/** It is in the list from the start; an open page reports whether it has it. */
function inApp({ in_app: isShown, read_at: readAt, page_had_at: hadAt, at }: NoticeRow): State[] {
  if (!isShown) return [];
  const state = readAt ? "opened" : hadAt ? "delivered" : "sent";
  return [{ channel: "web", state, at: (readAt ?? hadAt ?? at).toISOString() }];
}

function byMail({ has_mail: hasMail, mail_sent_at: sentAt, mail_attempts: attempts }: NoticeRow): State[] {
  if (!hasMail) return [];
  if (sentAt) return [{ channel: "email", state: "sent", at: sentAt.toISOString() }];
  return [{ channel: "email", state: (attempts ?? 0) >= MOST_ATTEMPTS ? "failed" : "waiting", at: null }];
}

/** From the least to the most that can become of one. */
const FURTHER: readonly State["state"][] = ["failed", "waiting", "sent", "delivered", "opened"];

/** Of several devices the one that got furthest. */
function outside(sends: readonly SendRow[]): State[] {
  return CHANNELS.flatMap((channel) => {
    const [furthest] = sends
      .filter((send) => send.channel === channel)
      .map(stateOf)
      .sort((a, b) => FURTHER.indexOf(b.state) - FURTHER.indexOf(a.state));
    return furthest ? [furthest] : [];
  });
}

function stateOf({ channel, opened_at, delivered_at, sent_at, failed_at }: SendRow): State {
  const [state, at] = opened_at
    ? (["opened", opened_at] as const)
    : delivered_at
      ? (["delivered", delivered_at] as const)
      : sent_at
        ? (["sent", sent_at] as const)
        : ([failed_at ? "failed" : "waiting", failed_at] as const);
  return { channel, state, at: at?.toISOString() ?? null };
}
