/** The SQL of messages. */
import type { ChatMessage } from "#contract/chat.ts";
import { type ReadTx, sql, type Tx } from "../../platform/db.ts";
import type { CloseReason } from "./conversation-rows.ts";
import type { UploadRow } from "./upload-rows.ts";

/** 0 in an empty conversation. */
export async function newestMessageId(tx: ReadTx, roomId: bigint): Promise<bigint> {
  const [row] = await tx.rows<{ id: bigint }>`
    select coalesce(max(id), 0) as id
    from chat_messages
    where room_id = ${roomId}`;
  return row?.id ?? 0n;
}

/** Returns its id. */
export async function insertMessage(
  tx: Tx,
  { roomId, authorId, type, text, uploadId }: NewMessageRow,
): Promise<bigint | undefined> {
  const [row] = await tx.rows<{ id: bigint }>`
    insert into chat_messages (room_id, author_id, type, body, upload_id, at)
    values (${roomId}, ${authorId}, ${type}, ${text}, ${uploadId}, ${tx.now})
    returning id`;
  return row?.id;
}

export type NewMessageRow = {
  readonly roomId: bigint;
  readonly authorId: bigint;
  readonly type: "msg" | "attachment" | "moderator";
  readonly text: string;
  readonly uploadId: bigint | null;
};

/** How many messages somebody wrote in the last minute. */
export async function countLately(tx: ReadTx, authorId: bigint): Promise<number> {
  const [row] = await tx.rows<{ lately: number }>`
    select count(*)::int as lately
    from chat_messages
    where author_id = ${authorId} and at > ${tx.now}::timestamptz - interval '1 minute'`;
  return row?.lately ?? 0;
}

/** How many messages of a conversation carry an upload. */
export async function countUploads(tx: ReadTx, roomId: bigint): Promise<number> {
  const [row] = await tx.rows<{ held: number }>`
    select count(*)::int as held
    from chat_messages
    where room_id = ${roomId} and upload_id is not null`;
  return row?.held ?? 0;
}

export type MessageRow = {
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

const MESSAGE_COLUMNS = sql`
  message.id, message.at, message.type, message.author_id, users.username as author, message.system_key,
    message.system_values, message.body,
    case when uploads.id is null then null
         else jsonb_build_object('hash', uploads.hash, 'name', uploads.name, 'mime_type', uploads.mime_type,
           'size_bytes', uploads.size_bytes, 'has_thumb', uploads.thumb_key is not null, 'created_at', uploads.created_at)
    end as upload`;

export async function messageRows(
  tx: ReadTx,
  { roomId, before, limit }: { roomId: bigint; before: bigint | undefined; limit: number },
) {
  return tx.rows<MessageRow>`
    select ${MESSAGE_COLUMNS}
    from chat_messages message
    left join users on users.id = message.author_id
    left join uploads on uploads.id = message.upload_id
    where message.room_id = ${roomId} and (${before ?? null}::bigint is null or message.id < ${before ?? null})
    order by message.id desc
    limit ${limit}`;
}

/** How many messages the viewer has not read, and up to which the other side has. */
export async function readState(
  tx: ReadTx,
  { roomId, lastReadId, viewerId }: { roomId: bigint; lastReadId: bigint; viewerId: bigint },
): Promise<{ unread: number; read_by_other: bigint | null } | undefined> {
  const [row] = await tx.rows<{ unread: number; read_by_other: bigint | null }>`
    select
      (select count(*)::int from chat_messages
        where room_id = ${roomId} and id > ${lastReadId} and author_id is distinct from ${viewerId}) as unread,
      (select max(last_read_id) from chat_members
        where room_id = ${roomId} and user_id <> ${viewerId} and role <> 'moderator') as read_by_other`;
  return row;
}

export type DeliveredRow = MessageRow & {
  ref: string;
  closed_reason: CloseReason | null;
  viewer_id: bigint;
  viewer_external_id: string;
};

/** These messages, in their order, each once for every member of its conversation. */
export async function deliveredMessages(tx: ReadTx, ids: readonly bigint[]): Promise<DeliveredRow[]> {
  return tx.rows<DeliveredRow>`
    select ${MESSAGE_COLUMNS}, room.ref, room.closed_reason, member.user_id as viewer_id,
      viewer.external_id::text as viewer_external_id
    from unnest(${ids}::bigint[]) with ordinality as wanted (id, place)
    join chat_messages message on message.id = wanted.id
    join chat_rooms room on room.id = message.room_id
    join chat_members member on member.room_id = room.id
    join users viewer on viewer.id = member.user_id
    left join users on users.id = message.author_id
    left join uploads on uploads.id = message.upload_id
    order by wanted.place, member.user_id`;
}

/** The conversation that a message is in. */
export async function roomOf(tx: ReadTx, messageId: bigint): Promise<bigint | undefined> {
  const [row] = await tx.rows<{ room_id: bigint }>`
    select room_id
    from chat_messages
    where id = ${messageId}`;
  return row?.room_id;
}
