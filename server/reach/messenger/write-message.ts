/** A user writes: a first message to somebody, or another one in a conversation. */
import { isBlank } from "#contract/platform/plain-text.ts";
import { fieldRefusal, Refusal, type RefusalCode } from "#contract/platform/errors/refusals.ts";
import type { Conversation, DirectMessage } from "#contract/reach/messenger/messenger.ts";
import type { ChatBlock, ChatObstacle, ChatOrigin } from "#contract/reach/messenger/names.ts";
import { ids } from "../../platform/ids.ts";
import type { Viewer } from "../../platform/http/policy.ts";
import type { Tx } from "../../platform/postgres/db.ts";
import { readSettings } from "../../reference/settings/index.ts";
import { findUserIdByUsername, languageOfUser, lockUser } from "../../people/accounts/index.ts";
import { findOwnUpload, warningsOf } from "../../market/chat/index.ts";
import { sealBody } from "./body.ts";
import { chatStanding } from "./chat-standing.ts";
import { blockOf, isOpen, viewConversation } from "./conversation.ts";
import { beginConversation, type ConversationRow, lockConversation } from "./conversation-rows.ts";
import { countFiles, countLately, findMessages, insertMessage, type NewMessage } from "./message-rows.ts";
import { getConversationRow, viewMessage } from "./messages.ts";
import { type PairFacts, pairFacts } from "./rows.ts";

const MOST_PER_MINUTE = 30;
const MOST_FILES_A_DAY = 40;

type Written = { readonly conversation: Conversation; readonly message: DirectMessage };
type First = {
  readonly viewer: Viewer;
  readonly username: string;
  readonly origin: ChatOrigin;
  readonly text: string;
};

/**
 * Locks the user who writes, so that conversations started at once are counted one after the other. Refuses account.not_found,
 * messenger.self, messenger.trade_open, the refusals of REFUSED_BY_OBSTACLE, and those of postMessage.
 */
export async function startConversation(tx: Tx, { viewer, username, origin, text }: First): Promise<Written> {
  const { userId } = viewer;
  const otherId = await findUserIdByUsername(tx, username);
  if (otherId === undefined) throw new Refusal("account.not_found");
  if (otherId === userId) throw new Refusal("messenger.self");
  await lockUser(tx, userId);
  await tx.readClock();
  const facts = await pairFacts(tx, { viewerId: userId, userId: otherId });
  const hash = facts.conversation_hash ?? (await begin(tx, { viewer, otherId, origin, facts }));

  return postMessage(tx, { viewer, hash, text, uploadHash: undefined });
}

const REFUSED_BY_OBSTACLE: Readonly<Record<ChatObstacle, RefusalCode>> = {
  not_accepted: "messenger.not_accepted",
  blocked: "messenger.blocked",
  restricted: "auth.restricted",
  staff: "auth.staff_account",
  level: "auth.email_unconfirmed",
  too_many: "messenger.too_many",
  unavailable: "messenger.unavailable",
};

type Begin = Pick<First, "viewer" | "origin"> & { readonly otherId: bigint; readonly facts: PairFacts };

async function begin(tx: Tx, { viewer, otherId, origin, facts }: Begin): Promise<string> {
  const { "messenger.new_chats_a_day": mostNew } = await readSettings(tx, ["messenger.new_chats_a_day"]);
  const { obstacle, tradeHash } = chatStanding(viewer, { ...facts, mostNew });
  if (tradeHash !== null) throw new Refusal("messenger.trade_open", { trade: tradeHash });
  if (obstacle === "restricted") throw new Refusal("auth.restricted", { restrictions: [...viewer.restrictions] });
  if (obstacle !== null) throw new Refusal(REFUSED_BY_OBSTACLE[obstacle]);
  const isKnown = facts.traded > 0 || facts.trusts_viewer;
  return beginConversation(tx, { hash: ids.hash(), userId: viewer.userId, otherId, origin, isKnown });
}

type Posting = {
  readonly viewer: Pick<Viewer, "userId" | "restrictions">;
  readonly hash: string;
  readonly text: string;
  readonly uploadHash: string | undefined;
};

const REFUSED_BY_BLOCK: Readonly<Record<Exclude<ChatBlock, "restricted">, RefusalCode>> = {
  staff: "auth.staff_account",
  blocked: "messenger.blocked",
  unavailable: "messenger.unavailable",
  unanswered: "messenger.unanswered",
};

/**
 * Holds the conversation, so its messages are committed in the order of their numbers. Refuses messenger.not_found, what is in
 * REFUSED_BY_BLOCK, auth.restricted, chat.empty, chat.too_fast, messenger.no_links, messenger.no_files, upload.not_found and
 * upload.count_limit.
 */
export async function postMessage(tx: Tx, { viewer, hash, text, uploadHash }: Posting): Promise<Written> {
  const { userId } = viewer;
  await lockConversation(tx, hash);
  const row = await getConversationRow(tx, { hash, userId });
  refuseBlocked(row);
  if (isBlank(text) && uploadHash === undefined) throw fieldRefusal("chat.empty", "text");
  if (!isOpen(row)) refuseBeforeAnswer(text, uploadHash);
  if ((await countLately(tx, userId)) >= MOST_PER_MINUTE) throw new Refusal("chat.too_fast", { retryAfterSec: 20 });
  const uploadId = uploadHash === undefined ? null : await ownFile(tx, { hash: uploadHash, ownerId: userId });

  await writeMessage(tx, {
    row,
    message: { authorId: userId, kind: uploadId === null ? "text" : "file", uploadId, offerId: null },
    text,
  });
  const name = { hash, seq: row.last_seq + 1 };
  const [[written], after] = [await findMessages(tx, [name]), await getConversationRow(tx, { hash, userId })];
  if (!written) throw new Error("the message just written cannot be read");
  const locale = await languageOfUser(tx, userId);
  return {
    conversation: viewConversation(after),
    message: viewMessage(written, { viewerId: userId, now: tx.now, locale }),
  };
}

function refuseBlocked(row: ConversationRow): void {
  const block = blockOf(row);
  if (block === "restricted") throw new Refusal("auth.restricted", { restrictions: [...row.restrictions] });
  if (block !== null) throw new Refusal(REFUSED_BY_BLOCK[block]);
}

function refuseBeforeAnswer(text: string, uploadHash: string | undefined): void {
  if (uploadHash !== undefined) throw fieldRefusal("messenger.no_files", "upload_id");
  if (warningsOf(text).some((warning) => warning === "link" || warning === "contact"))
    throw fieldRefusal("messenger.no_links", "text");
}

async function ownFile(tx: Tx, named: { hash: string; ownerId: bigint }): Promise<bigint> {
  const upload = await findOwnUpload(tx, named);
  if (!upload) throw new Refusal("upload.not_found");
  if ((await countFiles(tx, named.ownerId)) >= MOST_FILES_A_DAY) throw fieldRefusal("upload.count_limit", "upload_id");
  return upload.id;
}

type Writing = {
  readonly row: Pick<ConversationRow, "id" | "hash" | "last_seq">;
  readonly message: Pick<NewMessage, "authorId" | "kind" | "uploadId" | "offerId">;
  readonly text: string;
};

/** The caller holds the lock of the conversation. */
export async function writeMessage(tx: Tx, { row, message, text }: Writing): Promise<void> {
  const place = { conversationId: row.id, seq: row.last_seq + 1 };
  const unread = await insertMessage(tx, { ...place, ...message, bodySealed: sealBody(text, place) });
  // The partner of a special offer is notified of the offer itself.
  const isFirst = unread === 1 && message.kind !== "offer";
  tx.emit({ type: "messenger.posted", subject: row.hash, payload: { seq: place.seq, isFirst } });
}
