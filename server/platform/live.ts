/**
 * The live channel's messages: each has a number in its channel and is kept for a while, so that a reader who
 * was away asks for what came after the last number it saw.
 */
import type pg from "pg";
import type { LiveMessages, LiveType } from "#contract/events.ts";
import type { Db, JsonValue, ReadTx, Tx } from "./db.ts";

export type LiveMessage = { readonly channel: string; readonly seq: bigint; readonly body: JsonValue };

/**
 * Public channels that say what is now. Nothing is written and nothing kept for who was away: whoever comes, and whoever
 * is there when the family is announced, gets the newest state.
 */
export type LiveStates = {
  /** What announceStates names. */
  readonly family: string;
  /** Whether a channel of this name belongs to the family. */
  has(channel: string): boolean;
  /** The newest state of each of these channels that has one; its `seq` grows when it changes. */
  read(tx: ReadTx, channels: readonly string[]): Promise<StateMessage[]>;
};

type StateMessage = {
  [T in LiveType]: {
    readonly channel: string;
    readonly seq: bigint;
    readonly body: { readonly type: T } & LiveMessages[T];
  };
}[LiveType];

export const KEEP_MESSAGES_HOURS = 48;

/** Numbers the message and keeps it; the hubs of all processes are notified after the commit. */
export async function pushLive<T extends LiveType>(
  tx: Tx,
  channel: string,
  body: { readonly type: T } & LiveMessages[T],
): Promise<void> {
  await tx.rows`
    with counted as (
      insert into live_channels (name, last_seq)
      values (${channel}, 1)
      on conflict (name) do update set last_seq = live_channels.last_seq + 1
      returning last_seq
    ), written as (
      insert into live_messages (channel, seq, at, body)
      select ${channel}, last_seq, ${tx.now}, ${JSON.stringify(body)}::jsonb
      from counted
      returning seq
    )
    select pg_notify('live', ${channel})
    from written`;
}

/** Lets the hubs of all processes read this family anew after the commit: one notification for all its channels. */
export function announceStates(tx: Tx, family: string): void {
  tx.later(tx.rows`select pg_notify('live_states', ${family})`);
}

/** Ends the sockets of a session in every process, after the commit. */
export async function endLiveSession(tx: Tx, sessionId: bigint): Promise<void> {
  await tx.rows`select pg_notify('live_end', ${String(sessionId)})`;
}

/** The messages of a channel after a number, oldest first. */
export async function messagesAfter(
  tx: ReadTx,
  { channel, after, limit }: { channel: string; after: bigint; limit: number },
) {
  return tx.rows<LiveMessage>`
    select channel, seq, body
    from live_messages
    where channel = ${channel} and seq > ${after}
    order by seq
    limit ${limit}`;
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

export async function forgetOldMessages(tx: Tx): Promise<void> {
  await tx.rows`
    delete from live_messages
    where at < ${tx.now}::timestamptz - make_interval(hours => ${KEEP_MESSAGES_HOURS})`;
}

/** Hears which channels have news and which sessions ended; reconnects by itself and then says `everything` may be new. */
export async function listenLive(
  db: Db,
  heard: {
    channel(name: string): void;
    states(family: string): void;
    sessionEnded(id: bigint): void;
    everything(): void;
  },
): Promise<{ stop(): Promise<void> }> {
  let stopped = false;
  let client: pg.Client | undefined;
  const open = async () => {
    const fresh = await db.connect();
    client = fresh;
    fresh.on("notification", ({ channel, payload }) => {
      if (channel === "live" && payload) heard.channel(payload);
      if (channel === "live_states" && payload) heard.states(payload);
      if (channel === "live_end" && payload) heard.sessionEnded(BigInt(payload));
    });
    try {
      await fresh.query("listen live; listen live_states; listen live_end");
    } catch (error) {
      await fresh.end();
      throw error;
    }
    // Only from here on: an earlier failure is thrown to the caller, who retries it.
    fresh.once("end", () => {
      if (!stopped) setTimeout(() => void reopen(), 250);
    });
  };
  const reopen = async () => {
    if (stopped) return;
    try {
      await open();
      heard.everything();
    } catch {
      // The database is not back yet: try again in a moment.
      setTimeout(() => void reopen(), 500);
    }
  };
  await open();
  return {
    async stop() {
      stopped = true;
      await client?.end();
    },
  };
}
