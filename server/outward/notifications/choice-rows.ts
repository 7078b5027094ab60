/** The SQL of what people chose to be told of, and where. */
import type { Channel } from "#contract/notification-channels.ts";
import type { ReadTx, Tx } from "../../platform/db.ts";

/** By event; an event without a choice is told as is usual. */
export type Choices = ReadonlyMap<string, readonly Channel[]>;

/** By user; who chose nothing is not in it. */
export async function choicesOf(tx: ReadTx, userIds: readonly bigint[]): Promise<Map<bigint, Choices>> {
  const rows = await tx.rows<{ user_id: bigint; event: string; channels: Channel[] }>`
    select user_id, event, channels
    from notification_choices
    where user_id = any(${[...new Set(userIds)]}::bigint[])`;
  const byUser = new Map<bigint, Map<string, Channel[]>>();
  for (const { user_id: userId, event, channels } of rows) {
    const own = byUser.get(userId) ?? new Map<string, Channel[]>();
    byUser.set(userId, own.set(event, channels));
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
