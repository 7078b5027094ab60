/** What is said goes to every member's live channel; so does how far the other side has read. */
import type { ChatMessage } from "#contract/market/trades/chat.ts";
import type { TradeStep } from "#contract/platform/events.ts";
import type { Tx } from "../../platform/postgres/db.ts";
import type { StoredEvent } from "../../platform/app-ports.ts";
import type { LivePost } from "../../platform/events/live.ts";
import { membersOf, unreadOfEach } from "./conversation-rows.ts";
import { closedBecause, verbOf, viewStep } from "./lines.ts";
import { type Delivered, deliveredMessages, stepsForModerators } from "./message-rows.ts";
import { viewMessage } from "./messages.ts";

export async function pushPosted(tx: Tx, events: readonly StoredEvent<"chat.posted">[]): Promise<LivePost[]> {
  const rows = await deliveredMessages(
    tx,
    events.map(({ payload }) => BigInt(payload.messageId)),
  );
  return [postOf(rows, (row) => viewMessage(row, row.viewer_id))];
}

/** Sends the system message of a trade's step to moderators who joined. The sides get it with the changes of their trade. */
export async function pushStepsToModerators(tx: Tx, events: readonly StoredEvent<TradeStep>[]): Promise<LivePost[]> {
  const rows = await stepsForModerators(
    tx,
    events.map(({ type, subject, at }) => ({ ref: subject, verb: verbOf(type), at })),
  );
  return [postOf(rows, viewStep)];
}

function postOf<Row extends Delivered>(rows: readonly Row[], view: (row: Row) => ChatMessage): LivePost {
  return {
    channels: rows.map(({ viewer_external_id }) => `user:${viewer_external_id}`),
    async bodies(read) {
      const readers = rows.map(({ viewer_id: userId, trade_id: tradeId }) => ({ userId, tradeId, isSide: true }));
      const unread = await unreadOfEach(read, readers);
      return rows.map((row, index) => ({
        type: "chat.message",
        tradeHash: row.ref,
        unread: unread[index] ?? 0,
        // A conversation is closed and opened with a line in it: an open page need not ask.
        blockReason: closedBecause({ ...row, status: row.trade_status }),
        message: view(row),
      }));
    },
  };
}

export async function pushRead(tx: Tx, events: readonly StoredEvent<"chat.read">[]): Promise<LivePost[]> {
  const members = await membersOf(
    tx,
    events.map(({ subject }) => subject),
  );
  const byRef = Map.groupBy(members, ({ ref }) => ref);
  const readings = events.flatMap(({ subject, payload }) =>
    (byRef.get(subject) ?? []).map((member) => ({ ...member, reading: payload })),
  );
  return [
    {
      channels: readings.map(({ external_id }) => `user:${external_id}`),
      async bodies(read) {
        const readers = readings.map(({ user_id: userId, trade_id: tradeId }) => ({ userId, tradeId, isSide: true }));
        const unread = await unreadOfEach(read, readers);
        return readings.map(({ user_id, ref, reading }, index) => ({
          type: "chat.read",
          tradeHash: ref,
          readByOther: user_id === BigInt(reading.userId) ? null : reading.upTo,
          unread: unread[index] ?? 0,
        }));
      },
    },
  ];
}
