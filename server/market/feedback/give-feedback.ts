/** One side of a finished trade rates the other, or changes what it said within 30 days. */
import { fieldRefusal, Refusal } from "#contract/platform/errors/refusals.ts";
import type { Tx } from "../../platform/postgres/db.ts";
import { isSuccessful } from "#contract/market/trades/trade/statuses.ts";
import { seenLength, trimmed } from "#contract/platform/plain-text.ts";
import { lockTrade, noteFeedback, roleIn } from "../trades/index.ts";
import { lockFeedback, upsertFeedback } from "./rows.ts";

const CHANGEABLE_DAYS = 30;
/** Trades below this many cents leave the counters alone. */
const COUNTS_FROM_CENTS = 1000n;

/** Refuses trade.not_found, feedback.not_finished, feedback.message_needed, feedback.too_late. Locks the trade. */
export async function giveFeedback(
  tx: Tx,
  { hash, giverId, rating, message }: { hash: string; giverId: bigint; rating: 1 | -1; message: string },
): Promise<bigint> {
  const trade = await lockTrade(tx, hash);
  const role = trade && roleIn(trade, giverId);
  if (!trade || !role) throw new Refusal("trade.not_found");
  if (!isSuccessful(trade.status)) throw new Refusal("feedback.not_finished");
  const said = trimmed(message);
  if (seenLength(said, 3) < 3 && (rating === -1 || said !== ""))
    throw fieldRefusal("feedback.message_needed", "message", { min: 3 });
  const endedAt = trade.ended_at ?? tx.now;
  if (tx.now.getTime() - endedAt.getTime() > CHANGEABLE_DAYS * 86_400_000) throw new Refusal("feedback.too_late");
  const receiverId = role === "buyer" ? trade.seller_id : trade.buyer_id;
  const counts = trade.usd_cents >= COUNTS_FROM_CENTS;
  const key = { giverId, receiverId, methodId: trade.payment_method_id, crypto: trade.crypto };
  const before = await lockFeedback(tx, key);

  const made = await upsertFeedback(tx, {
    ...key,
    hash,
    offerHash: trade.offer_hash,
    role,
    rating,
    message: said,
    counts,
  });
  await noteFeedback(tx, { hash, role, isUpdate: before?.trade_hash === hash });
  tx.emit({ type: "feedback.given", subject: hash, payload: { rating, receiverId: String(receiverId) } });
  if (made === undefined) throw new Error("the feedback was not written");
  return made;
}
