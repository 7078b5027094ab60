/** A side asks a moderator to decide. */
import { fieldRefusal } from "#contract/platform/errors/refusals.ts";
import { seenLength, trimmed } from "#contract/platform/plain-text.ts";
import type { Tx } from "../../platform/postgres/db.ts";
import { getPaymentMethod } from "../../reference/catalog/index.ts";
import { readSettings } from "../../reference/settings/index.ts";
import { postSystemLines } from "../chat/index.ts";
import { openTradeDispute } from "../trades/index.ts";
import { isModeratorHere } from "./evidence-rows.ts";
import { reasonsFor } from "./reasons.ts";
import { insertCase } from "./rows.ts";

/** A statement of a bank takes longer to come by than a picture of a screen. */
const BANK_GROUP = "bank-transfers";

/** Refuses dispute.reason_unknown, dispute.text_needed, dispute.too_early and what a trade's move refuses. */
export async function openDispute(
  tx: Tx,
  { hash, userId, reasonId, text }: { hash: string; userId: bigint; reasonId: number; text: string },
): Promise<void> {
  const reason = reasonsFor(undefined).find(({ id }) => id === reasonId);
  if (!reason) throw fieldRefusal("dispute.reason_unknown", "dispute_reason_id");
  const body = trimmed(text);
  const most = (await readSettings(tx, ["disputes.text_letters"]))["disputes.text_letters"];
  if (seenLength(body, 10) < 10 || [...body].length > most)
    throw fieldRefusal("dispute.text_needed", "dispute_reason_text", { min: 10, max: most });
  const trade = await openTradeDispute(tx, { hash, userId, reason: reason.slug, text: body });
  const role = trade.dispute_opened_by;
  if (!role || (reason.role !== "any" && reason.role !== role))
    throw fieldRefusal("dispute.reason_unknown", "dispute_reason_id");

  const times = await readSettings(tx, [
    "disputes.first_look_minutes",
    "disputes.evidence_hours",
    "disputes.evidence_bank_hours",
    "disputes.decision_hours",
  ]);
  const isBank = getPaymentMethod(trade.payment_method_id).group === BANK_GROUP;
  await insertCase(tx, {
    hash,
    round: trade.round,
    role,
    userId,
    reasonId: reason.id,
    body,
    usdCents: trade.usd_cents,
    firstLookMinutes: times["disputes.first_look_minutes"],
    evidenceHours: times[isBank ? "disputes.evidence_bank_hours" : "disputes.evidence_hours"],
    decisionHours: times["disputes.decision_hours"],
  });
  const isHere = await isModeratorHere(tx);
  postSystemLines(tx, [{ ref: hash, key: isHere ? "moderator_available" : "moderator_not_available" }]);
  tx.emit({ type: "dispute.opened", subject: hash, payload: { by: role, reason: reason.slug } });
}
