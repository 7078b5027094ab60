/** A member writes: text, an upload of their own, or both. */
import type { ChatMessage } from "#contract/market/trades/chat.ts";
import { isBlank } from "#contract/platform/plain-text.ts";
import { fieldRefusal, Refusal } from "#contract/platform/errors/refusals.ts";
import { refuseClosedTrade } from "../../people/accounts/index.ts";
import type { ReadTx, Tx } from "../../platform/postgres/db.ts";
import { viewMessageFor } from "./messages.ts";
import { findMember, lockConversation, setLastRead } from "./conversation-rows.ts";
import { isSilenced } from "./silenced.ts";
import { closedBecause } from "./lines.ts";
import { findOwnUpload } from "./upload-rows.ts";
import { countLately, countUploads, insertMessage } from "./message-rows.ts";

const MOST_PER_MINUTE = 30;
const MOST_UPLOADS_PER_TRADE = 40;

export type NewMessage = {
  readonly ref: string;
  readonly authorId: bigint;
  readonly isStaff: boolean;
  readonly text: string;
  readonly uploadHash: string | undefined;
  /** The active ones of the author. */
  readonly restrictions: readonly string[];
};

/**
 * Holds the conversation. Refuses trade.not_found to strangers, trade.view_blocked, auth.restricted, chat.blocked, chat.empty, chat.too_fast, upload.not_found,
 * upload.count_limit.
 */
export async function postMessage(tx: Tx, message: NewMessage): Promise<ChatMessage> {
  return write(tx, message, { isSubmitted: false });
}

/**
 * Posts a file that is submitted for a requirement or with a case, also while the conversation is closed. Refuses the same, and
 * chat.blocked once it was erased.
 */
export async function postSubmittedFile(tx: Tx, message: NewMessage): Promise<ChatMessage> {
  return write(tx, message, { isSubmitted: true });
}

async function write(tx: Tx, message: NewMessage, { isSubmitted }: { isSubmitted: boolean }): Promise<ChatMessage> {
  const { ref, authorId, isStaff, text, uploadHash, restrictions } = message;
  await lockConversation(tx, ref);
  const member = await findMember(tx, { ref, userId: authorId, isStaff });
  if (!member) throw new Refusal("trade.not_found");
  if (member.role !== "moderator" && !isSubmitted)
    await refuseClosedTrade(tx, { userId: authorId, status: member.status });
  if (isSilenced(member, restrictions)) throw new Refusal("auth.restricted", { restrictions: [...restrictions] });
  const closed = member.is_erased ? "ChatErased" : isSubmitted ? null : closedBecause(member);
  if (closed && member.role !== "moderator") throw new Refusal("chat.blocked", { reason: closed });
  if (isBlank(text) && !uploadHash) throw fieldRefusal("chat.empty", "text");
  await refuseFlood(tx, authorId);
  const upload = uploadHash ? await findOwnUpload(tx, { hash: uploadHash, ownerId: authorId }) : undefined;
  if (uploadHash && !upload) throw new Refusal("upload.not_found");
  if (upload) await refuseManyUploads(tx, member.trade_id);

  const type = upload ? "attachment" : member.role === "moderator" ? "moderator" : "msg";
  const made = await insertMessage(tx, {
    tradeId: member.trade_id,
    authorId,
    type,
    text,
    uploadId: upload?.id ?? null,
  });
  if (made === undefined) throw new Error("the message was not written");
  await setLastRead(tx, { member, userId: authorId, upTo: made });

  tx.emit({ type: "chat.posted", subject: ref, payload: { messageId: String(made) } });
  const view = await viewMessageFor(tx, { messageId: made, viewerId: authorId });
  if (!view) throw new Error("the message just written cannot be read");
  return view;
}

async function refuseFlood(tx: ReadTx, authorId: bigint): Promise<void> {
  if ((await countLately(tx, authorId)) >= MOST_PER_MINUTE) throw new Refusal("chat.too_fast", { retryAfterSec: 20 });
}

async function refuseManyUploads(tx: ReadTx, tradeId: bigint): Promise<void> {
  if ((await countUploads(tx, tradeId)) >= MOST_UPLOADS_PER_TRADE)
    throw fieldRefusal("upload.count_limit", "upload_id");
}
