/** The SQL of users' choices of events and channels. */
import type { Channel } from "#contract/reach/notification-channels.ts";
import type { ReadTx, Tx } from "../../../platform/postgres/db.ts";

export type Choices = {
  /** By event; one without a choice uses the default channels. */
  readonly events: ReadonlyMap<string, readonly Channel[]>;
  /** Which of app and Telegram can reach a user. */
  readonly outside: ReadonlySet<Channel>;
};

/** By user; who chose nothing and is reached by page and email alone is not in it. */
export async function choicesOf(tx: ReadTx, userIds: readonly bigint[]): Promise<Map<bigint, Choices>> {
  const ids = [...new Set(userIds)];
  const rows = await tx.rows<{ user_id: bigint; event: string | null; channels: Channel[] }>`
    select user_id, event, channels
    from notification_choices
    where user_id = any(${ids}::bigint[])
    union all
    select user_id, null, array['app']
    from push_devices
    where user_id = any(${ids}::bigint[])
    union all
    select user_id, null, array['telegram']
    from telegram_chats
    where user_id = any(${ids}::bigint[])`;
  const byUser = new Map<bigint, { events: Map<string, Channel[]>; outside: Set<Channel> }>();
  for (const { user_id: userId, event, channels } of rows) {
    const own = byUser.get(userId) ?? { events: new Map(), outside: new Set() };
    if (event === null) for (const channel of channels) own.outside.add(channel);
    else own.events.set(event, channels);
    byUser.set(userId, own);
  }
  return byUser;
}

export type Choice = { readonly event: string; readonly channels: readonly Channel[] };

export async function writeChoices(tx: Tx, userId: bigint, chosen: readonly Choice[]): Promise<void> {
  await tx.rows`
    insert into notification_choices (user_id, event, channels, changed_at)
    select ${userId}, event, string_to_array(channels, ','), ${tx.now}
    from unnest(
      ${chosen.map(({ event }) => event)}::text[], ${chosen.map(({ channels }) => channels.join(","))}::text[]
    ) as chosen (event, channels)
    on conflict (user_id, event) do update
    set channels = excluded.channels, changed_at = excluded.changed_at`;
}
