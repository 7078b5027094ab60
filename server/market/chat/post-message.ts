/** A member writes: text, an upload of his own, or both. */
import type { ChatMessage } from "#contract/chat.ts";
import { fieldRefusal, Refusal } from "#contract/refusals.ts";
import type { ReadTx, Tx } from "../../platform/db.ts";
import { viewMessageFor } from "./messages.ts";
import { findMember } from "./rooms.ts";
import { findOwnUpload } from "./uploads.ts";

const MOST_PER_MINUTE = 30;
const MOST_UPLOADS_PER_ROOM = 40;

export type NewMessage = {
  readonly ref: string;
  readonly authorId: bigint;
  readonly text: string;
  readonly uploadHash: string | undefined;
};

/** Refuses trade.not_found to strangers, chat.blocked, chat.empty, chat.too_fast, upload.not_found, upload.count_limit. */
export async function postMessage(tx: Tx, { ref, authorId, text, uploadHash }: NewMessage): Promise<ChatMessage> {
  const member = await findMember(tx, { ref, userId: authorId });
  if (!member) throw new Refusal("trade.not_found");
  if (member.closed_reason && member.role !== "moderator")
    throw new Refusal("chat.blocked", { reason: member.closed_reason });
  if (text.trim() === "" && !uploadHash) throw fieldRefusal("chat.empty", "text");
  await refuseFlood(tx, authorId);
  const upload = uploadHash ? await findOwnUpload(tx, { hash: uploadHash, ownerId: authorId }) : undefined;
  if (uploadHash && !upload) throw new Refusal("upload.not_found");
  if (upload) await refuseManyUploads(tx, member.room_id);

  const type = upload ? "attachment" : member.role === "moderator" ? "moderator" : "msg";
  const [made] = await tx.rows<{ id: bigint }>`
    insert into chat_messages (room_id, author_id, type, body, upload_id, at)
    values (${member.room_id}, ${authorId}, ${type}, ${text}, ${upload?.id ?? null}, ${tx.now})
    returning id`;
  if (!made) throw new Error("the message was not written");
  await tx.rows`
    update chat_members
    set last_read_id = greatest(last_read_id, ${made.id})
    where room_id = ${member.room_id} and user_id = ${authorId}`;

  tx.emit({ type: "chat.posted", subject: ref, payload: { messageId: String(made.id) } });
  const view = await viewMessageFor(tx, { messageId: made.id, viewerId: authorId });
  if (!view) throw new Error("the message just written cannot be read");
  return view;
}

async function refuseFlood(tx: ReadTx, authorId: bigint): Promise<void> {
  const [row] = await tx.rows<{ lately: number }>`
    select count(*)::int as lately
    from chat_messages
    where author_id = ${authorId} and at > ${tx.now}::timestamptz - interval '1 minute'`;
  if ((row?.lately ?? 0) >= MOST_PER_MINUTE) throw new Refusal("chat.too_fast", { retryAfterSec: 20 });
}

async function refuseManyUploads(tx: ReadTx, roomId: bigint): Promise<void> {
  const [row] = await tx.rows<{ held: number }>`
    select count(*)::int as held
    from chat_messages
    where room_id = ${roomId} and upload_id is not null`;
  if ((row?.held ?? 0) >= MOST_UPLOADS_PER_ROOM) throw fieldRefusal("upload.count_limit", "upload_id");
}
