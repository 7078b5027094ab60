/** Live messages that carry a number: for tests of the channel, which do not look at what a message says. */
import type { LiveMessages } from "#contract/platform/events.ts";
import type { Tx } from "../platform/postgres/db.ts";
import { messageTo, pushLive } from "../platform/events/live.ts";

type Numbered = { readonly type: "chat.read" } & LiveMessages["chat.read"];

export function numbered(number: number, filling = ""): Numbered {
  return { type: "chat.read", tradeHash: filling, readByOther: null, unread: number };
}

export function pushNumber(tx: Tx, channel: string, number: number, filling = ""): Promise<void> {
  return pushLive(tx, [messageTo(channel, numbered(number, filling))]);
}
