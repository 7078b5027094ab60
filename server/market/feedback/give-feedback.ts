/** One side of a finished trade rates the other, or changes what it said within 30 days. */
import { fieldRefusal, Refusal } from "#contract/refusals.ts";
import type { Tx } from "../../platform/db.ts";
import { bumpFeedback } from "../../people/reputation/index.ts";
import { isSuccessful } from "#contract/trade-statuses.ts";
import { lockTrade, noteFeedback, roleIn } from "../trades/index.ts";

const CHANGEABLE_DAYS = 30;
/** Trades below this many cents leave the counters alone. */
const COUNTS_FROM_CENTS = 1000n;

type Before = { id: bigint; rating: 1 | -1; counts: boolean; trade_hash: string; created_at: Date };

/** Refuses trade.not_found, feedback.not_finished, feedback.message_needed, feedback.too_late. Locks the trade. */
export async function giveFeedback(
  tx: Tx,
  { hash, giverId, rating, message }: { hash: string; giverId: bigint; rating: 1 | -1; message: string },
): Promise<bigint> {
  const trade = await lockTrade(tx, hash);
  const role = trade && roleIn(trade, giverId);
  if (!trade || !role) throw new Refusal("trade.not_found");
  if (!isSuccessful(trade.status)) throw new Refusal("feedback.not_finished");
  const said = message.trim();
  if (said.length < 3 && (rating === -1 || said.length > 0))
    throw fieldRefusal("feedback.message_needed", "message", { min: 3 });
  const endedAt = trade.ended_at ?? tx.now;
  if (tx.now.getTime() - endedAt.getTime() > CHANGEABLE_DAYS * 86_400_000) throw new Refusal("feedback.too_late");
  const receiverId = role === "buyer" ? trade.seller_id : trade.buyer_id;
  const counts = trade.usd_cents >= COUNTS_FROM_CENTS;
  const [before] = await tx.rows<Before>`
    select id, rating, counts, trade_hash, created_at
    from feedback
    where giver_id = ${giverId} and receiver_id = ${receiverId} and payment_method_id = ${trade.payment_method_id}
      and crypto = ${trade.crypto}
    for update`;

  const [made] = await tx.rows<{ id: bigint }>`
    insert into feedback (giver_id, receiver_id, payment_method_id, crypto, trade_hash, offer_hash, giver_role, rating,
      message, counts, created_at, updated_at)
    values (${giverId}, ${receiverId}, ${trade.payment_method_id}, ${trade.crypto}, ${hash}, ${trade.offer_hash}, ${role},
      ${rating}, ${said}, ${counts}, ${tx.now}, ${tx.now})
    on conflict (giver_id, receiver_id, payment_method_id, crypto) do update set
      trade_hash = excluded.trade_hash, offer_hash = excluded.offer_hash, giver_role = excluded.giver_role,
      rating = excluded.rating, message = excluded.message, updated_at = excluded.updated_at,
      counts = feedback.counts or excluded.counts,
      reply = case when feedback.trade_hash = excluded.trade_hash then feedback.reply end
    returning id`;
  await moveCounters(tx, { receiverId, before, rating, counts: counts || (before?.counts ?? false) });
  await noteFeedback(tx, { hash, role, isUpdate: before?.trade_hash === hash });
  tx.emit({ type: "feedback.given", subject: hash, payload: { rating, receiverId: String(receiverId) } });
  if (!made) throw new Error("the feedback was not written");
  return made.id;
}

async function moveCounters(
  tx: Tx,
  {
    receiverId,
    before,
    rating,
    counts,
  }: { receiverId: bigint; before: Before | undefined; rating: 1 | -1; counts: boolean },
): Promise<void> {
  const was = before?.counts ? before.rating : 0;
  const is = counts ? rating : 0;
  await bumpFeedback(tx, {
    userId: receiverId,
    positive: Number(is === 1) - Number(was === 1),
    negative: Number(is === -1) - Number(was === -1),
  });
}
