/** Whether one person may begin a conversation with another. */
import type { ChatStanding } from "#contract/reach/messenger/messenger.ts";
import type { ChatAcceptance } from "#contract/reach/messenger/names.ts";
import type { ReadTx } from "../../platform/postgres/db.ts";
import type { Viewer } from "../../platform/http/policy.ts";
import { EMAIL_LEVEL, ID_LEVEL, mayAct } from "../../people/accounts/index.ts";
import { readSettings } from "../../reference/settings/index.ts";
import { type PairFacts, pairFacts } from "./rows.ts";

export type Reader = Pick<Viewer, "userId" | "restrictions" | "level" | "isDemo" | "roles">;

export async function chatStandingOf(
  tx: ReadTx,
  { viewer, userId }: { viewer: Reader; userId: bigint },
): Promise<ChatStanding> {
  const [facts, settings] = await Promise.all([
    pairFacts(tx, { viewerId: viewer.userId, userId }),
    readSettings(tx, ["messenger.new_chats_a_day"]),
  ]);
  return chatStanding(viewer, { ...facts, mostNew: settings["messenger.new_chats_a_day"] });
}

type Facts = PairFacts & { readonly mostNew: number };

/** An open trade and a conversation stay despite blocks and settings; whether one may write there is another question. Pure. */
export function chatStanding(viewer: Omit<Reader, "userId">, facts: Facts): ChatStanding {
  const { accepts, trade_hash: tradeHash, conversation_hash: conversationId } = facts;
  const known = { accepts, tradeHash, conversationId };
  if (tradeHash !== null || conversationId !== null) return { ...known, permission: "chat_exists", obstacle: null };
  const obstacle = obstacleOf(viewer, facts);
  const permission = obstacle === null ? "chat_create_is_allowed" : "chat_create_is_forbidden";
  return { ...known, permission, obstacle };
}

/** Every cause on the other side is one obstacle: nobody learns here who blocked them, or who is restricted. */
function obstacleOf(viewer: Omit<Reader, "userId">, facts: Facts): ChatStanding["obstacle"] {
  if (!mayAct(viewer, "new_chat")) return "restricted";
  // The staff write in support alone: a message of theirs would look like one of the platform.
  if (viewer.roles.length > 0) return "staff";
  if (viewer.level < EMAIL_LEVEL) return "level";
  if (facts.is_blocked) return "blocked";
  const isOpen =
    mayAct(facts, "new_chat") && !facts.blocks_viewer && !facts.is_staff && facts.is_demo === viewer.isDemo;
  if (!isAmong(facts.accepts, viewer, facts)) return "not_accepted";
  if (!isOpen) return "unavailable";
  return facts.begun_today >= facts.mostNew ? "too_many" : null;
}

function isAmong(
  accepts: ChatAcceptance,
  { level }: Pick<Reader, "level">,
  { traded }: Pick<PairFacts, "traded">,
): boolean {
  switch (accepts) {
    case "everyone":
      return true;
    case "verified":
      return level >= ID_LEVEL;
    case "trade_partners":
      return traded > 0;
    case "nobody":
      return false;
  }
}
