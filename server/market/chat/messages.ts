/** What was written in a conversation, as one member sees it. */
import type { ChatMessage, ChatState } from "#contract/chat.ts";
import { Refusal } from "#contract/refusals.ts";
import type { ReadTx } from "../../platform/db.ts";
import { findMember } from "./conversation-rows.ts";
import { warningsOf } from "./text-warnings.ts";
import { viewUpload } from "./uploads.ts";
import { type MessageRow, messageRows, readState, roomOf } from "./message-rows.ts";

const DEFAULT_LIMIT = 50;

/** The newest messages before an id, oldest first, and where the viewer stands. Refuses trade.not_found to strangers. */
export async function listMessages(
  tx: ReadTx,
  { ref, viewerId, before, limit = DEFAULT_LIMIT }: { ref: string; viewerId: bigint; before?: bigint; limit?: number },
): Promise<{ data: ChatMessage[]; meta: ChatState }> {
  const member = await findMember(tx, { ref, userId: viewerId });
  if (!member) throw new Refusal("trade.not_found");
  const rows = await messageRows(tx, { roomId: member.room_id, before, limit: limit + 1 });
  const shown = rows.slice(0, limit).reverse();
  const state = await readState(tx, { roomId: member.room_id, lastReadId: member.last_read_id, viewerId });
  return {
    data: shown.map((row) => viewMessage(row, viewerId)),
    meta: {
      blockReason: member.closed_reason,
      unread: state?.unread ?? 0,
      readByOther: state?.read_by_other ? String(state.read_by_other) : null,
      hasMore: rows.length > limit,
    },
  };
}

/** As a member sees it. */
export function viewMessage(row: MessageRow, viewerId: bigint): ChatMessage {
  const isMine = row.author_id === viewerId;
  return {
    id: String(row.id),
    at: row.at.toISOString(),
    type: row.type,
    author: row.author,
    isMine,
    systemKey: row.system_key,
    systemValues: row.system_values,
    text: row.body,
    attachment: row.upload ? viewUpload(row.upload) : null,
    warnings: isMine || row.type === "system" || row.type === "moderator" ? [] : warningsOf(row.body),
  };
}

/** One message, as a member sees it. */
export async function viewMessageFor(
  tx: ReadTx,
  { messageId, viewerId }: { messageId: bigint; viewerId: bigint },
): Promise<ChatMessage | undefined> {
  const roomId = await roomOf(tx, messageId);
  if (roomId === undefined) return undefined;
  const [row] = await messageRows(tx, { roomId, before: messageId + 1n, limit: 1 });
  return row && viewMessage(row, viewerId);
}
