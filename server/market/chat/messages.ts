/** What was written in a conversation, as one member sees it. */
import type { ChatMessage, ChatState } from "#contract/market/trades/chat.ts";
import { Refusal } from "#contract/platform/errors/refusals.ts";
import type { ReadTx } from "../../platform/postgres/db.ts";
import { refuseClosedTrade } from "../../people/accounts/index.ts";
import { findMember, type Member, unreadOfEach } from "./conversation-rows.ts";
import { closedBecause, viewStep } from "./lines.ts";
import { type MessageRow, messageRow, messageRows, readByOther, stepRows, writtenIn } from "./message-rows.ts";
import { isSilenced } from "./silenced.ts";
import { warningsOf } from "./text-warnings.ts";
import { viewUpload } from "./uploads.ts";

const DEFAULT_LIMIT = 50;

type Listing = {
  readonly ref: string;
  readonly viewerId: bigint;
  readonly isStaff: boolean;
  /** The active ones of the viewer. */
  readonly restrictions: readonly string[];
  readonly before?: bigint;
  readonly limit?: number;
};

/**
 * The newest lines before an id, oldest first, and the viewer's read position. Refuses trade.not_found to strangers,
 * trade.view_blocked.
 */
export async function listMessages(
  tx: ReadTx,
  { ref, viewerId, isStaff, restrictions, before, limit = DEFAULT_LIMIT }: Listing,
): Promise<{ data: ChatMessage[]; meta: ChatState }> {
  const member = await findMember(tx, { ref, userId: viewerId, isStaff });
  if (!member) throw new Refusal("trade.not_found");
  if (member.role !== "moderator") await refuseClosedTrade(tx, { userId: viewerId, status: member.status });
  const { trade_id: tradeId } = member;
  const [messages, steps, [unread], seen] = await Promise.all([
    messageRows(tx, { tradeId, before, limit: limit + 1 }),
    stepRows(tx, { tradeId, before, limit: limit + 1 }),
    unreadOfEach(tx, [{ userId: viewerId, tradeId, isSide: member.role !== "moderator" }]),
    readByOther(tx, { tradeId, viewerId }),
  ]);
  const found = [
    ...messages.map((row) => ({ id: row.id, view: () => viewMessage(row, viewerId) })),
    ...steps.map((row) => ({ id: row.id, view: () => viewStep(row) })),
  ].sort((a, b) => (a.id < b.id ? 1 : -1));
  return {
    data: found
      .slice(0, limit)
      .reverse()
      .map(({ view }) => view()),
    meta: {
      blockReason: blockedBecause(member, restrictions),
      unread: unread ?? 0,
      readByOther: seen ? String(seen) : null,
      hasMore: found.length > limit,
    },
  };
}

/**
 * What somebody wrote in a message of this conversation; undefined where there is no such message. Refuses trade.not_found to strangers,
 * trade.view_blocked.
 */
export async function readMessage(
  tx: ReadTx,
  { ref, messageId, viewerId, isStaff }: Pick<Listing, "ref" | "viewerId" | "isStaff"> & { readonly messageId: bigint },
): Promise<string | undefined> {
  const member = await findMember(tx, { ref, userId: viewerId, isStaff });
  if (!member) throw new Refusal("trade.not_found");
  if (member.role !== "moderator") await refuseClosedTrade(tx, { userId: viewerId, status: member.status });
  return writtenIn(tx, { tradeId: member.trade_id, messageId });
}

/** Of several reasons the one that no appeal changes. */
function blockedBecause(member: Member, restrictions: readonly string[]): ChatState["blockReason"] {
  if (member.is_erased) return "ChatErased";
  return closedBecause(member) ?? (isSilenced(member, restrictions) ? "ChatBlocked" : null);
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
  const row = await messageRow(tx, messageId);
  return row && viewMessage(row, viewerId);
}
