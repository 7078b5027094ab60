/** The seller's verdict on a file or request for one, and the removal of a file by the buyer. */
import type { BodyOf } from "#contract/platform/endpoint.ts";
import type { actOnAttachment } from "#contract/market/trades/attachments.ts";
import { Refusal } from "#contract/platform/errors/refusals.ts";
import type { RequirementName } from "#contract/market/offers/requirement-names.ts";
import type { Tx } from "../../platform/postgres/db.ts";
import { wordRefusal } from "../../platform/postgres/outcomes.ts";
import { refuseClosedTrade } from "../../people/accounts/index.ts";
import { postSystemLines } from "../chat/index.ts";
import { findTrade, roleIn, type TradeRow } from "../trades/index.ts";
import { REFUSES } from "./refusals.ts";
import { ask, judge, notePolicyRead, type PolicyPage, remove } from "./rows.ts";

type OfTrade = { readonly hash: string; readonly userId: bigint };

/** Refuses trade.not_found, trade.not_yours, trade.wrong_status, attachment.not_found, attachment.judged_before. */
export async function act(
  tx: Tx,
  { hash, userId, action, id, reason }: OfTrade & BodyOf<typeof actOnAttachment>,
): Promise<TradeRow> {
  const trade = await tradeOf(tx, { hash, userId }, action === "remove" ? "buyer" : "seller");
  const verdict = action === "approve" ? "approved" : "rejected";
  const outcome =
    action === "remove"
      ? await remove(tx, { hash, userId, attachment: id })
      : await judge(tx, { hash, userId, attachment: id, verdict, reason: reason ?? null });
  if (outcome !== "removed" && outcome !== "judged") throw wordRefusal(outcome, REFUSES);
  postSystemLines(tx, [{ ref: hash, key: action === "remove" ? "receipt_removed" : `receipt_${verdict}` }]);
  if (action === "reject")
    tx.emit({ type: "trade.receipt_rejected", subject: hash, payload: { actor: "seller", status: trade.status } });
  return (await findTrade(tx, hash)) ?? trade;
}

/** Refuses trade.not_found, trade.not_yours, trade.wrong_status, requirement.asked_before. */
export async function askForMore(
  tx: Tx,
  { hash, userId, requirement }: OfTrade & { readonly requirement: RequirementName },
): Promise<TradeRow> {
  const trade = await tradeOf(tx, { hash, userId }, "seller");
  const outcome = await ask(tx, { hash, userId, requirement });
  if (outcome !== "asked") throw wordRefusal(outcome, REFUSES);
  postSystemLines(tx, [{ ref: hash, key: "receipt_requested" }]);
  tx.emit({ type: "trade.receipt_requested", subject: hash, payload: { actor: "seller", status: trade.status } });
  return trade;
}

/** Refuses trade.not_found, trade.view_blocked. */
export async function noteRead(tx: Tx, { hash, userId, url }: OfTrade & { readonly url: PolicyPage }): Promise<void> {
  const trade = await findTrade(tx, hash);
  if (!trade || !roleIn(trade, userId)) throw new Refusal("trade.not_found");
  await refuseClosedTrade(tx, { userId, status: trade.status });
  await notePolicyRead(tx, { tradeId: trade.id, userId, url });
}

async function tradeOf(tx: Tx, { hash, userId }: OfTrade, side: "buyer" | "seller"): Promise<TradeRow> {
  const trade = await findTrade(tx, hash);
  const role = trade && roleIn(trade, userId);
  if (!role) throw new Refusal("trade.not_found");
  if (role !== side) throw new Refusal("trade.not_yours");
  return trade;
}
