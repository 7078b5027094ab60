/** A test by one channel: it goes the whole way that notifications go, from an event to where its reader is. */
import type { Channel } from "#contract/reach/notification-channels.ts";
import { Refusal } from "#contract/platform/errors/refusals.ts";
import type { StoredEvent } from "../../../platform/app-ports.ts";
import type { ReadTx, Tx } from "../../../platform/postgres/db.ts";
import type { LivePost } from "../../../platform/events/live.ts";
import { findUserById } from "../../../people/accounts/index.ts";
import { countDevices } from "./device-rows.ts";
import { sendNotifications } from "./sending/notification.ts";
import { nameOfChat } from "./telegram/rows.ts";

type Asking = { readonly userId: bigint; readonly channel: Channel };

/** Refuses notification.channel_off. */
export async function askTest(tx: Tx, asking: Asking): Promise<{ channel: Channel }> {
  if (!(await reaches(tx, asking))) throw new Refusal("notification.channel_off");
  const { userId, channel } = asking;
  tx.emit({ type: "notification.test_asked", subject: String(userId), payload: { channel } });
  return { channel };
}

async function reaches(tx: ReadTx, { userId, channel }: Asking): Promise<boolean> {
  if (channel === "app") return (await countDevices(tx, userId)) > 0;
  if (channel === "telegram") return (await nameOfChat(tx, userId)) !== undefined;
  return channel === "web" || (await findUserById(tx, userId))?.email_confirmed_at != null;
}

export async function notifyTest(
  tx: Tx,
  events: readonly StoredEvent<"notification.test_asked">[],
): Promise<LivePost[]> {
  return sendNotifications(
    tx,
    events.map(({ id, subject, payload: { channel }, at }) => ({
      userId: BigInt(subject),
      kind: "test",
      subject,
      details: {},
      link: "/account/settings/notifications",
      at,
      facts: () => [],
      mailKey: `event:${id}:${subject}`,
      only: channel,
    })),
  );
}
