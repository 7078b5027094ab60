/** The channels that this market has. A linked chat stays until its owner unlinks it. */
import { type Channel, CHANNELS } from "#contract/reach/notification-channels.ts";
import type { NotificationSettings } from "#contract/reach/notifications.ts";

export function shownChannels({ telegram }: Pick<NotificationSettings, "telegram">): readonly Channel[] {
  return CHANNELS.filter((channel) => channel !== "telegram" || telegram.isOffered || telegram.name !== null);
}

type Event = NotificationSettings["events"][number];

/** Of the events of a group: all of them go by this channel, some, or none; and whether that can be changed at all. */
export function stateOf(events: readonly Event[], channel: Channel) {
  const free = events.filter(({ fixed }) => !fixed.includes(channel));
  const on = events.filter(({ channels }) => channels.includes(channel)).length;
  return { isAll: on === events.length, isSome: on > 0, isFixed: free.length === 0 };
}

/** The choices of a group with this channel for all of its events, or for none but the fixed ones. Only what changes. */
export function withChannel(
  events: readonly Event[],
  channel: Channel,
  isWanted: boolean,
): Readonly<Record<string, Channel[]>> {
  return Object.fromEntries(
    events
      .filter(({ channels, fixed }) => channels.includes(channel) !== isWanted && !fixed.includes(channel))
      .map(({ event, channels }) => [
        event,
        isWanted ? [...channels, channel] : channels.filter((one) => one !== channel),
      ]),
  );
}
