/** Staff act for a side that a restriction keeps from it: they mark as paid, or open the dispute that they then decide. */
import { Refusal } from "#contract/platform/errors/refusals.ts";
import { type StepInPlace, stepsInPlace } from "#contract/compliance/restriction-names.ts";
import { isPaid } from "#contract/market/trades/trade/statuses.ts";
import type { ReadTx, Tx } from "../../platform/postgres/db.ts";
import { standingsOf } from "../../people/accounts/index.ts";
import { joinAsModerator, postSystemLines } from "../chat/index.ts";
import { findTrade, lockTrade, roleIn, type TradeRow, transitionTrade } from "../trades/index.ts";
import { openDispute } from "./open-dispute.ts";
import { DISPUTE_REASONS } from "./reasons.ts";
import { lockOpenCase, takeCase } from "./rows.ts";
import { recordStaffAct } from "../../people/audit/index.ts";

/** Both sides read this in place of a statement; the reason of the staff is only in the staff log. */
const IN_THEIR_PLACE = "Opened by the staff in the place of this side, whose account is restricted.";

type Side = "buyer" | "seller";
export type InPlace = { readonly of: Side; readonly step: StepInPlace };

/** The acts that staff may do now on behalf of either side. */
export async function inPlaceOf(tx: ReadTx, hash: string): Promise<InPlace[]> {
  const trade = await findTrade(tx, hash);
  return trade ? openSteps(tx, trade) : [];
}

async function openSteps(tx: ReadTx, trade: TradeRow): Promise<InPlace[]> {
  const standings = await standingsOf(tx, [trade.buyer_id, trade.seller_id]);
  return (["buyer", "seller"] as const).flatMap((of) => {
    const restrictions = standings.get(of === "buyer" ? trade.buyer_id : trade.seller_id)?.restrictions ?? [];
    return stepsInPlace(restrictions, of)
      .filter((step) => isItsTime(step, trade))
      .map((step) => ({ of, step }));
  });
}

/**
 * A buyer who pays by a gift card, has not seen the payment details, or still owes a proof cannot be marked as having paid by
 * staff.
 */
function isItsTime(step: StepInPlace, trade: TradeRow): boolean {
  if (step === "dispute") return isPaid(trade.status);
  return (
    trade.status === "active_funded" &&
    trade.flow_type !== "gcc-auto" &&
    isRevealed(trade) &&
    trade.awaited.length === 0
  );
}

const isRevealed = ({ details_revealed_at, flow_type }: TradeRow) =>
  details_revealed_at !== null || flow_type === "lite";

type Acting = InPlace & { readonly hash: string; readonly staffId: bigint; readonly reason: string };

/**
 * Joins the conversation, and has the case that it opens. Refuses trade.not_found, dispute.own_trade, dispute.not_in_place, and what the
 * step itself is refused for.
 */
export async function actInPlace(tx: Tx, { hash, staffId, of, step, reason }: Acting): Promise<void> {
  const trade = await lockTrade(tx, hash);
  if (!trade) throw new Refusal("trade.not_found");
  if (roleIn(trade, staffId)) throw new Refusal("dispute.own_trade");
  const open = await openSteps(tx, trade);
  if (!open.some((one) => one.of === of && one.step === step)) throw new Refusal("dispute.not_in_place");
  if (await joinAsModerator(tx, { ref: hash, userId: staffId }))
    postSystemLines(tx, [{ ref: hash, key: "moderator_joined" }]);
  postSystemLines(tx, [{ ref: hash, key: `staff_${step}_${of}` }]);
  await recordStaffAct(tx, {
    staffId,
    act: "dispute.place",
    subject: hash,
    reason: `${step} for the ${of}: ${reason}`,
  });
  const userId = of === "buyer" ? trade.buyer_id : trade.seller_id;
  if (step === "paid") {
    await transitionTrade(tx, { hash, verb: "mark_paid", userId });
    return;
  }
  const other = DISPUTE_REASONS.find(({ slug }) => slug === "other");
  if (!other) throw new Error("there is no reason of any kind");
  await openDispute(tx, { hash, userId, reasonId: other.id, text: IN_THEIR_PLACE });
  const found = await lockOpenCase(tx, hash);
  if (found) await takeCase(tx, { id: found.id, moderatorId: staffId });
}
