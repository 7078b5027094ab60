/** Staff close the ended trades of a person to them, or open them again. */
import type { BodyOf } from "#contract/platform/endpoint.ts";
import { Refusal } from "#contract/platform/errors/refusals.ts";
import type { blockTradeView as call } from "#contract/compliance/restrictions.ts";
import type { Tx } from "../../../platform/postgres/db.ts";
import { wordRefusal } from "../../../platform/postgres/outcomes.ts";
import { blockTradeView, findUserIdByUsername } from "../../../people/accounts/index.ts";

const REFUSES = {
  own: "staff.own_account",
  not_allowed: "restriction.not_allowed",
  unchanged: "staff.unchanged",
} as const;

/** Refuses account.not_found, staff.own_account, restriction.not_allowed, staff.unchanged. */
export async function closeTrades(
  tx: Tx,
  { staffId, body }: { readonly staffId: bigint; readonly body: BodyOf<typeof call> },
): Promise<void> {
  const userId = await findUserIdByUsername(tx, body.username);
  if (userId === undefined) throw new Refusal("account.not_found");
  const outcome = await blockTradeView(tx, { userId, isBlocked: body.is_blocked, reason: body.reason, staffId });
  if (outcome !== "done") throw wordRefusal(outcome, REFUSES);
}
