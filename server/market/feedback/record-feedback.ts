/** Feedback of past trades, for the seeding of a demo market: many at once, the counters with them. */
import type { Tx } from "../../platform/postgres/db.ts";
import { insertFeedback } from "./rows.ts";

export type PastFeedback = {
  readonly giverId: bigint;
  readonly receiverId: bigint;
  readonly methodId: number;
  readonly crypto: string;
  readonly tradeHash: string;
  readonly offerHash: string;
  readonly giverRole: "buyer" | "seller";
  readonly rating: 1 | -1;
  readonly message: string;
  readonly reply: string | null;
  readonly at: Date;
};

/** One for each giver, receiver, method and coin: the caller leaves the older ones out. */
export async function recordFeedback(tx: Tx, given: readonly PastFeedback[]): Promise<void> {
  const rows = given.map((one) => ({
    giver_id: String(one.giverId),
    receiver_id: String(one.receiverId),
    payment_method_id: one.methodId,
    crypto: one.crypto,
    trade_hash: one.tradeHash,
    offer_hash: one.offerHash,
    giver_role: one.giverRole,
    rating: one.rating,
    message: one.message,
    reply: one.reply,
    created_at: one.at.toISOString(),
  }));
  await insertFeedback(tx, rows);
}
