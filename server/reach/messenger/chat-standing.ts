/** Whether one person may begin a conversation with another. */
import type { ChatStanding } from "#contract/reach/messenger.ts";
import type { ChatAcceptance } from "#contract/reach/messenger-names.ts";
import type { ReadTx } from "../../platform/postgres/db.ts";
import type { Viewer } from "../../platform/http/policy.ts";
import { ID_LEVEL, mayAct } from "../../people/accounts/index.ts";
import { type PairFacts, pairFacts } from "./rows.ts";

export type Reader = Pick<Viewer, "userId" | "restrictions" | "level" | "isDemo">;

export async function chatStandingOf(
  tx: ReadTx,
  { viewer, userId }: { viewer: Reader; userId: bigint },
): Promise<ChatStanding> {
  return chatStanding(viewer, await pairFacts(tx, { viewerId: viewer.userId, userId }));
}

/** An open trade has its conversation despite blocks and settings. Pure. */
export function chatStanding(viewer: Omit<Reader, "userId">, facts: PairFacts): ChatStanding {
  const { accepts, trade_hash: tradeHash } = facts;
  if (tradeHash !== null) return { accepts, permission: "chat_exists", obstacle: null, tradeHash };
  const obstacle = obstacleOf(viewer, facts);
  const permission = obstacle === null ? "chat_create_is_allowed" : "chat_create_is_forbidden";
  return { accepts, permission, obstacle, tradeHash };
}

/** Every cause on the other side is one obstacle: nobody learns here who blocked them, or who is restricted. */
function obstacleOf(viewer: Omit<Reader, "userId">, facts: PairFacts): ChatStanding["obstacle"] {
  if (!mayAct(viewer, "new_chat")) return "restricted";
  if (facts.is_blocked) return "blocked";
  if (!isAmong(facts.accepts, viewer, facts)) return "not_accepted";
  const isOpen = mayAct(facts, "new_chat") && !facts.blocks_viewer && facts.is_demo === viewer.isDemo;
  return isOpen ? null : "unavailable";
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
