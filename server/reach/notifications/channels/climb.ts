/**
 * Sends a notification of a trade that was opened nowhere by the next channel, some minutes later each time, in the order of the
 * settings: the app, Telegram, email. Users who were here since are left out; emails are not sent to users who stopped them.
 */
import type { Channel } from "#contract/reach/notification-channels.ts";
import type { Job } from "../../../platform/app-ports.ts";
import type { Tx } from "../../../platform/postgres/db.ts";
import { textOf } from "../../../platform/texts.ts";
import { queueMails } from "../../../platform/mail/mail.ts";
import { findUsersById } from "../../../people/accounts/index.ts";
import { readSettings } from "../../../reference/settings/index.ts";
import { type Climbing, climbLater, takeClimbing } from "./climb-rows.ts";
import { letterOf, type NotificationToSend } from "./sending/notification.ts";
import { insertSends } from "./sending/rows.ts";
import { whatOf } from "../short-texts.ts";

const AT_ONCE = 100;

export const climbJob: Job = {
  name: "climb-notifications",
  everyMs: 10_000,
  async run({ db }) {
    for (;;) {
      const taken = await db.tx(async (tx) => {
        const [due, settings] = await Promise.all([
          takeClimbing(tx, AT_ONCE),
          readSettings(tx, ["notifications.climb_minutes", "notifications.climb_order"]),
        ]);
        const order = settings["notifications.climb_order"] as readonly Channel[];
        const climbing = due.flatMap((one) => {
          const next = one.is_seen ? undefined : order.find((to) => one.open.includes(to) && !one.used.includes(to));
          return next ? [{ ...one, next, isLast: next === order.at(-1) }] : [];
        });
        if (climbing.length > 0) await climb(tx, climbing, settings["notifications.climb_minutes"] * 60);
        return due.length;
      });
      if (taken < AT_ONCE) return;
    }
  },
};

type Step = Climbing & { readonly next: Channel; readonly isLast: boolean };

async function climb(tx: Tx, climbing: readonly Step[], afterSec: number): Promise<void> {
  const users = await findUsersById(
    tx,
    climbing.map((one) => one.user_id),
  );
  await insertSends(
    tx,
    climbing.map(({ id, user_id: userId, next }) => ({ id, userId, channels: [next] })),
  );
  const mails = climbing.flatMap((one) => {
    const user = one.next === "email" ? users.get(one.user_id) : undefined;
    return user ? [letterOf(noticeOf(one), user)] : [];
  });
  await queueMails(tx, mails);
  const further = climbing.filter(({ isLast }) => !isLast).map(({ id }) => id);
  await climbLater(tx, { ids: further, afterSec });
}

/** As it was sent first: what a notification says of its trade or message is kept with it. */
function noticeOf({
  user_id: userId,
  kind,
  subject,
  details,
  link,
  at,
  mail_key: mailKey,
}: Climbing): NotificationToSend {
  return {
    userId,
    kind,
    subject,
    details,
    link,
    at,
    ...(kind === "direct_message"
      ? { facts: (lang) => [textOf("notifications.facts.message_from", lang, { value: details.from ?? "" })] }
      : {
          what: (lang) => whatOf(details, lang),
          facts: (lang) => [textOf("notifications.facts.trade", lang, { hash: subject, what: whatOf(details, lang) })],
        }),
    mailKey,
  };
}
