/**
 * The live channel's messages: each has a number in its channel and is kept for two days, so that a reader who
 * was away asks for what came after the last number it saw.
 */
import type { LiveMessages, LiveType } from "#contract/platform/events.ts";
import type { Listening } from "../bus/bus.ts";
import { pack, unpack } from "../packing/packed.ts";
import type { Db, ReadTx, Tx } from "../postgres/db.ts";

export type LiveMessage = { readonly channel: string; readonly seq: bigint; readonly body: string };

/**
 * Public channels of current state. Nothing is stored for absent readers: a reader who enters, and every reader when the family
 * is announced, gets the newest state.
 */
export type LiveStates = {
  /** What announceStates names. */
  readonly family: string;
  /** Whether a channel of this name belongs to the family. */
  has(channel: string): boolean;
  /** The newest state of each of these channels that has one; its `seq` grows when it changes. */
  read(tx: ReadTx, channels: readonly string[]): Promise<StateMessage[]>;
  /** What changed between two states: readers who have the first get this. Without it they get each state whole. */
  change?(before: StateMessage["body"], now: StateMessage["body"]): LiveBody | undefined;
};

export type StateMessage = {
  [T in LiveType]: {
    readonly channel: string;
    readonly seq: bigint;
    readonly body: { readonly type: T } & LiveMessages[T];
  };
}[LiveType];

/** The body of a message of any type. */
export type LiveBody = { [T in LiveType]: { readonly type: T } & LiveMessages[T] }[LiveType];

/** Messages for live channels, one for each name in the list. */
export type LivePost = {
  readonly channels: readonly string[];
  /** One body for each channel, in order. No later message can contain older data. */
  bodies(tx: ReadTx): Promise<readonly LiveBody[]>;
};

/** A message that is known. */
export function messageTo(channel: string, body: LiveBody): LivePost {
  return { channels: [channel], bodies: async () => [body] };
}

/** PostgreSQL refuses a notification of 8000 bytes. */
const MOST_NOTIFIED_BYTES = 7900;

/**
 * Numbers the messages in their channels, in the order given, and keeps them; the hubs of all processes are notified after
 * the commit. Locks the channels by name until then: once in a transaction, or two of them could wait for each other.
 */
export async function pushLive(tx: Tx, posts: readonly LivePost[]): Promise<void> {
  const channels = posts.flatMap((post) => post.channels);
  if (channels.length === 0) return;
  const next = await numberMessages(tx, channels);
  const bodies: LiveBody[] = [];
  for (const post of posts) {
    const made = await post.bodies(tx);
    if (made.length !== post.channels.length) throw new Error("a live channel would have a gap");
    bodies.push(...made);
  }
  const seqs = channels.map((channel) => {
    const seq = next.get(channel) ?? 0n;
    next.set(channel, seq + 1n);
    return seq;
  });
  const kept = bodies.map((body) => pack(JSON.stringify(body)));
  tx.later(tx.rows`
    insert into live_messages (channel, seq, body, packed)
    select channel, seq, body, packed
    from unnest(
      ${channels}::text[], ${seqs}::bigint[],
      ${kept.map(({ text }) => text)}::text[], ${kept.map(({ packed }) => packed)}::bytea[]
    ) as message (channel, seq, body, packed)`);
  tx.later(tx.rows`
    select ring('live', payload)
    from unnest(${notifications([...new Set(channels)])}::text[]) as payload`);
}

/** The first of the new numbers of each channel. */
async function numberMessages(tx: Tx, channels: readonly string[]): Promise<Map<string, bigint>> {
  const counts = new Map<string, bigint>();
  for (const channel of channels) counts.set(channel, (counts.get(channel) ?? 0n) + 1n);
  const rows = await tx.rows<{ name: string; last_seq: bigint }>`
    insert into live_channels as known (name, last_seq)
    select name, more
    from unnest(${[...counts.keys()]}::text[], ${[...counts.values()]}::bigint[]) as channel (name, more)
    order by name
    on conflict (name) do update set last_seq = known.last_seq + excluded.last_seq
    returning name, last_seq`;
  return new Map(rows.map(({ name, last_seq }) => [name, last_seq - (counts.get(name) ?? 0n) + 1n]));
}

/** As few payloads as hold all names. */
function notifications(names: readonly string[]): string[] {
  const payloads: string[] = [];
  for (const name of names) {
    const last = payloads.at(-1);
    if (last !== undefined && Buffer.byteLength(last) + Buffer.byteLength(name) < MOST_NOTIFIED_BYTES)
      payloads[payloads.length - 1] = `${last}\n${name}`;
    else payloads.push(name);
  }
  return payloads;
}

/** Lets the hubs of all processes read this family anew after the commit: one notification for all its channels. */
export function announceStates(tx: Tx, family: string): void {
  tx.later(tx.rows`select ring('live_states', ${family})`);
}

/** Of eighteen digits at most: no greater one is an id of the database. */
const IS_ID = /^\d{1,18}$/;

/** Ends the sockets of a session in every process, after the commit. */
export async function endLiveSession(tx: Tx, sessionId: bigint): Promise<void> {
  await tx.rows`select ring('live_end', ${String(sessionId)})`;
}

/** The oldest messages of each channel after a number, in their order: so many of each at most, their bodies as text. */
export async function messagesAfter(
  tx: ReadTx,
  places: readonly { readonly channel: string; readonly after: bigint }[],
  limit: number,
): Promise<LiveMessage[]> {
  const rows = await tx.rows<{ channel: string; seq: bigint; text: string | null; packed: Buffer | null }>`
    select place.channel, message.seq, message.body as text, message.packed
    from unnest(${places.map(({ channel }) => channel)}::text[], ${places.map(({ after }) => after)}::bigint[]) as place (channel, after)
    cross join lateral (
      select seq, body, packed
      from live_messages
      where live_messages.channel = place.channel and seq > place.after
      order by seq
      limit ${limit}
    ) as message
    order by place.channel, message.seq`;
  return rows.map(({ channel, seq, ...kept }) => ({ channel, seq, body: unpack(kept) }));
}

export async function lastSeqOf(tx: ReadTx, channel: string): Promise<bigint> {
  const [row] = await tx.rows<{ last_seq: bigint }>`
    select last_seq
    from live_channels
    where name = ${channel}`;
  return row?.last_seq ?? 0n;
}

/** The oldest number still kept; undefined when all are forgotten. */
export async function oldestSeqOf(tx: ReadTx, channel: string): Promise<bigint | undefined> {
  const [row] = await tx.rows<{ oldest: bigint | null }>`
    select min(seq) as oldest
    from live_messages
    where channel = ${channel}`;
  return row?.oldest ?? undefined;
}

/** Receives which channels have messages and which sessions may have ended; `everything` after rings may have been lost. */
export function listenLive(
  db: Db,
  listener: {
    channels(names: readonly string[]): void;
    states(family: string): void;
    sessionEnded(id: bigint): void;
    everything(): void;
  },
): Promise<Listening> {
  return db.listen(["live", "live_states", "live_end"], {
    heard(topic, note) {
      if (topic === "live" && note) listener.channels(note.split("\n"));
      if (topic === "live_states" && note) listener.states(note);
      if (topic === "live_end" && IS_ID.test(note)) listener.sessionEnded(BigInt(note));
    },
    missed: () => listener.everything(),
  });
}
