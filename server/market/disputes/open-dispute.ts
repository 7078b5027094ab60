/** A side asks a moderator to decide. */
import { DISPUTE_TEXT_MAX } from "#contract/disputes.ts";
import { fieldRefusal } from "#contract/refusals.ts";
import type { Tx } from "../../platform/db.ts";
import { openTradeDispute } from "../trades/index.ts";
import { reasonsFor } from "./reasons.ts";
import { insertCase } from "./rows.ts";

const FIRST_LOOK_MINUTES = 30;

/** Refuses dispute.reason_unknown, dispute.text_needed, dispute.too_early and what a trade's move refuses. */
export async function openDispute(
  tx: Tx,
  { hash, userId, reasonId, text }: { hash: string; userId: bigint; reasonId: number; text: string },
): Promise<void> {
  const reason = reasonsFor(undefined).find(({ id }) => id === reasonId);
  if (!reason) throw fieldRefusal("dispute.reason_unknown", "dispute_reason_id");
  const body = text.trim();
  if (body.length < 10 || body.length > DISPUTE_TEXT_MAX)
    throw fieldRefusal("dispute.text_needed", "dispute_reason_text", { min: 10, max: DISPUTE_TEXT_MAX });
  const trade = await openTradeDispute(tx, { hash, userId, reason: reason.slug, text: body });
  const role = trade.dispute_opened_by;
  if (!role || (reason.role !== "any" && reason.role !== role))
    throw fieldRefusal("dispute.reason_unknown", "dispute_reason_id");

  await insertCase(tx, {
    hash,
    round: trade.round,
    role,
    userId,
    reasonId: reason.id,
    body,
    usdCents: trade.usd_cents,
    firstLookMinutes: FIRST_LOOK_MINUTES,
  });
  tx.emit({ type: "dispute.opened", subject: hash, payload: { by: role, reason: reason.slug } });
}
