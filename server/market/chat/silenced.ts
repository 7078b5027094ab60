/** Users who may read a conversation but not write in it, because of a restriction. */
import { isDisputed } from "#contract/market/trades/trade/statuses.ts";
import type { Action } from "#contract/compliance/restriction-names.ts";
import { mayAct } from "../../people/accounts/index.ts";
import type { Member } from "./conversation-rows.ts";

type Seat = Pick<Member, "role" | "status">;

/** `restrictions` are the active ones of the member. */
export function isSilenced(member: Seat, restrictions: readonly string[]): boolean {
  return !mayAct({ restrictions }, actionOf(member));
}

/** What a restriction takes away of it: least where a dispute is open, and all from a moderator. */
function actionOf({ role, status }: Seat): Action {
  if (role === "moderator") return "staff";
  return isDisputed(status) ? "dispute_chat" : "trade_chat";
}
