/** Notifies a user of an offer that was made for them. */
import type { StoredEvent } from "../../../platform/app-ports.ts";
import type { Tx } from "../../../platform/postgres/db.ts";
import { textOf } from "../../../platform/texts.ts";
import type { LivePost } from "../../../platform/events/live.ts";
import { findUsersById } from "../../../people/accounts/index.ts";
import { OFFER_NOTIFICATIONS } from "../kinds.ts";
import { sendNotifications } from "../channels/sending/notification.ts";

export async function notifyOffer(tx: Tx, events: readonly StoredEvent<"offer.made_for">[]): Promise<LivePost[]> {
  const owners = await findUsersById(
    tx,
    events.map(({ payload }) => BigInt(payload.ownerId)),
  );
  return sendNotifications(
    tx,
    events.map(({ id, type, subject, payload, at }) => ({
      userId: BigInt(payload.partnerId),
      kind: OFFER_NOTIFICATIONS[type],
      subject,
      details: {},
      link: `/offer/${subject}`,
      at,
      facts: (lang) => [
        textOf("notifications.facts.offer_by", lang, { value: owners.get(BigInt(payload.ownerId))?.username ?? "" }),
      ],
      mailKey: `event:${id}`,
    })),
  );
}
