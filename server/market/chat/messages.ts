/** What was written in a room, as one member sees it. */
import type { ChatMessage, ChatState } from "#contract/chat.ts";
import { Refusal } from "#contract/refusals.ts";
import type { ReadTx } from "../../platform/db.ts";
import { findMember } from "./rooms.ts";
import { warningsOf } from "./text-warnings.ts";
import { type UploadRow, viewUpload } from "./uploads.ts";

type MessageRow = {
  id: bigint;
  at: Date;
  type: ChatMessage["type"];
  author_id: bigint | null;
  author: string | null;
  system_key: string | null;
  system_values: Record<string, string>;
  body: string;
  upload: UploadRow | null;
};

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
  const [state] = await tx.rows<{ unread: number; read_by_other: bigint | null }>`
    select
      (select count(*)::int from chat_messages
        where room_id = ${member.room_id} and id > ${member.last_read_id} and author_id is distinct from ${viewerId}) as unread,
      (select max(last_read_id) from chat_members
        where room_id = ${member.room_id} and user_id <> ${viewerId} and role <> 'moderator') as read_by_other`;
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

async function messageRows(
  tx: ReadTx,
  { roomId, before, limit }: { roomId: bigint; before: bigint | undefined; limit: number },
) {
  return tx.rows<MessageRow>`
    select message.id, message.at, message.type, message.author_id, users.username as author, message.system_key,
      message.system_values, message.body,
      case when uploads.id is null then null
           else jsonb_build_object('hash', uploads.hash, 'name', uploads.name, 'mime_type', uploads.mime_type,
             'size_bytes', uploads.size_bytes, 'has_thumb', uploads.thumb_key is not null, 'created_at', uploads.created_at)
      end as upload
    from chat_messages message
    left join users on users.id = message.author_id
    left join uploads on uploads.id = message.upload_id
    where message.room_id = ${roomId} and (${before ?? null}::bigint is null or message.id < ${before ?? null})
    order by message.id desc
    limit ${limit}`;
}

function viewMessage(row: MessageRow, viewerId: bigint): ChatMessage {
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

/** One message, as a member sees it; for the live channel. */
export async function viewMessageFor(
  tx: ReadTx,
  { messageId, viewerId }: { messageId: bigint; viewerId: bigint },
): Promise<ChatMessage | undefined> {
  const [place] = await tx.rows<{ room_id: bigint }>`
    select room_id
    from chat_messages
    where id = ${messageId}`;
  if (!place) return undefined;
  const [row] = await messageRows(tx, { roomId: place.room_id, before: messageId + 1n, limit: 1 });
  return row && viewMessage(row, viewerId);
}
