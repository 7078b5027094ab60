/** What a member does with a conversation beside writing: accept, decline, mute, archive, read. */
import { Refusal } from "#contract/platform/errors/refusals.ts";
import type { Conversation } from "#contract/reach/messenger/messenger.ts";
import type { Tx } from "../../platform/postgres/db.ts";
import * as rows from "./conversation-rows.ts";
import { getConversationRow, readOne } from "./messages.ts";

type Named = { readonly hash: string; readonly userId: bigint };

/** Refuses messenger.not_found, and messenger.no_request where the first message was answered, accepted or is one's own. */
export async function acceptConversation(tx: Tx, named: Named): Promise<Conversation> {
  const row = await lockedRow(tx, named);
  // A user who declined may change their mind.
  if (row.state === "accepted") throw new Refusal("messenger.no_request");
  await rows.acceptRequest(tx, { conversationId: row.id, userId: named.userId });
  tx.emit({ type: "messenger.changed", subject: named.hash, payload: { userId: String(named.userId) } });
  return readOne(tx, named);
}

/** Refuses what acceptConversation does. The other side is not notified. */
export async function declineConversation(tx: Tx, named: Named): Promise<Conversation> {
  const row = await lockedRow(tx, named);
  if (row.state !== "request") throw new Refusal("messenger.no_request");
  await rows.declineRequest(tx, { conversationId: row.id, userId: named.userId });
  tx.emit({ type: "messenger.changed", subject: named.hash, payload: { userId: String(named.userId) } });
  return readOne(tx, named);
}

type Change = Named & { readonly isMuted: boolean | undefined; readonly isArchived: boolean | undefined };

/** Refuses messenger.not_found. */
export async function changeConversation(tx: Tx, { isMuted, isArchived, ...named }: Change): Promise<Conversation> {
  const row = await lockedRow(tx, named);
  await rows.changeMember(tx, { conversationId: row.id, userId: named.userId, isMuted, isArchived });
  tx.emit({ type: "messenger.changed", subject: named.hash, payload: { userId: String(named.userId) } });
  return readOne(tx, named);
}

/** Never goes back; a number beyond the newest counts as the newest. Refuses messenger.not_found. */
export async function readConversation(tx: Tx, { seq, ...named }: Named & { seq: number }): Promise<Conversation> {
  const row = await lockedRow(tx, named);
  if (await rows.setRead(tx, { conversationId: row.id, userId: named.userId, seq }))
    tx.emit({ type: "messenger.read", subject: named.hash, payload: { userId: String(named.userId) } });
  return readOne(tx, named);
}

async function lockedRow(tx: Tx, named: Named): Promise<rows.ConversationRow> {
  await rows.lockConversation(tx, named.hash);
  return getConversationRow(tx, named);
}
