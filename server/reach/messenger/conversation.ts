/** A conversation of two users as one of them sees it, and whether that one may write in it. */
import { startOf } from "#contract/platform/plain-text.ts";
import type { Conversation } from "#contract/reach/messenger/messenger.ts";
import { type ChatBlock, MOST_UNANSWERED } from "#contract/reach/messenger/names.ts";
import { avatarUrl } from "#contract/people/avatar.ts";
import { mayAct } from "../../people/accounts/index.ts";
import { openBody } from "./body.ts";
import type { ConversationRow } from "./conversation-rows.ts";

const SHOWN_LETTERS = 160;

export function viewConversation(row: ConversationRow): Conversation {
  const { last_at: at, last_kind: kind, last_body: body, last_seq: seq, id: conversationId } = row;
  const isThere = at !== null && kind !== null && body !== null;
  return {
    id: row.hash,
    other: {
      username: row.other_username,
      avatarUrl: avatarUrl(row.other_username, row.other_avatar),
      lastSeenAt: row.is_closed ? null : (row.other_seen_at?.toISOString() ?? null),
    },
    state: row.state,
    isStartedByMe: row.started_by === row.user_id,
    isAnswered: row.is_answered,
    isMuted: row.is_muted,
    isArchived: row.is_archived,
    isBlockedByMe: row.blocks_other,
    unread: row.unread,
    lastSeq: seq,
    readByOther: row.read_by_other,
    last: isThere
      ? {
          kind,
          text: startOf(openBody(body, { conversationId, seq }), SHOWN_LETTERS),
          isMine: row.last_author_id === row.user_id,
          at: at.toISOString(),
        }
      : null,
    block: blockOf(row),
    isOpen: isOpen(row) && blockOf(row) === null,
  };
}

/** Of several reasons the one that the viewer can do least about. Pure. */
export function blockOf(row: ConversationRow): ChatBlock | null {
  if (!mayAct(row, "messenger")) return "restricted";
  if (row.is_staff) return "staff";
  if (row.blocks_other) return "blocked";
  if (row.is_blocked_by_other || row.is_closed) return "unavailable";
  // Before an answer all messages are of the user who started it.
  if (!isOpen(row) && row.last_seq >= MOST_UNANSWERED) return "unanswered";
  return null;
}

/** Links, files and special offers wait for an answer; the side that answers may send them at once. */
export function isOpen(row: Pick<ConversationRow, "is_answered" | "started_by" | "user_id">): boolean {
  return row.is_answered || row.started_by !== row.user_id;
}
