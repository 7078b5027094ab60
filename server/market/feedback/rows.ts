/** The SQL of feedback. */
import type { CryptoCode } from "#contract/money/money.ts";
import { type Fragment, joinFragments, type ReadTx, sql, type Tx } from "../../platform/postgres/db.ts";

/** Locks what the giver said of the receiver before, with this method and coin. */
export async function lockFeedback(
  tx: Tx,
  { giverId, receiverId, methodId, crypto }: FeedbackKey,
): Promise<Before | undefined> {
  const [row] = await tx.rows<Before>`
    select id, rating, counts, trade_hash, created_at
    from feedback
    where giver_id = ${giverId} and receiver_id = ${receiverId} and payment_method_id = ${methodId}
      and crypto = ${crypto}
    for update`;
  return row;
}

export type FeedbackKey = {
  readonly giverId: bigint;
  readonly receiverId: bigint;
  readonly methodId: number;
  readonly crypto: string;
};

/** One row a giver, receiver, method and coin; a reply stays while the trade is the same. Returns its id. */
export async function upsertFeedback(
  tx: Tx,
  { giverId, receiverId, methodId, crypto, hash, offerHash, role, rating, message, counts }: NewFeedback,
): Promise<bigint | undefined> {
  const [row] = await tx.rows<{ id: bigint }>`
    insert into feedback (giver_id, receiver_id, payment_method_id, crypto, trade_hash, offer_hash, giver_role, rating,
      message, counts, created_at, updated_at)
    values (${giverId}, ${receiverId}, ${methodId}, ${crypto}, ${hash}, ${offerHash}, ${role},
      ${rating}, ${message}, ${counts}, ${tx.now}, ${tx.now})
    on conflict (giver_id, receiver_id, payment_method_id, crypto) do update set
      trade_hash = excluded.trade_hash, offer_hash = excluded.offer_hash, giver_role = excluded.giver_role,
      rating = excluded.rating, message = excluded.message, updated_at = excluded.updated_at,
      counts = feedback.counts or excluded.counts,
      reply = case when feedback.trade_hash = excluded.trade_hash then feedback.reply end
    returning id`;
  return row?.id;
}

export type NewFeedback = FeedbackKey & {
  readonly hash: string;
  readonly offerHash: string;
  readonly role: "buyer" | "seller";
  readonly rating: 1 | -1;
  readonly message: string;
  readonly counts: boolean;
};

export type Before = { id: bigint; rating: 1 | -1; counts: boolean; trade_hash: string; created_at: Date };

/** Feedback of past trades by its columns, all at once. */
export async function insertFeedback(tx: Tx, rows: readonly Record<string, string | number | null>[]): Promise<void> {
  await tx.rows`
    insert into feedback (giver_id, receiver_id, payment_method_id, crypto, trade_hash, offer_hash, giver_role, rating,
      message, reply, counts, created_at, updated_at)
    select giver_id, receiver_id, payment_method_id, crypto, trade_hash, offer_hash, giver_role, rating,
      message, reply, true, created_at, created_at
    from jsonb_populate_recordset(null::feedback, ${JSON.stringify(rows)}::jsonb)
    order by created_at`;
}

/** Locks what a side of a trade received in it. */
export async function lockReceived(
  tx: Tx,
  { hash, receiverId }: { hash: string; receiverId: bigint },
): Promise<{ id: bigint; giver_id: bigint; reply: string | null } | undefined> {
  const [row] = await tx.rows<{ id: bigint; giver_id: bigint; reply: string | null }>`
    select id, giver_id, reply
    from feedback
    where trade_hash = ${hash} and receiver_id = ${receiverId}
    for update`;
  return row;
}

export async function setReply(tx: Tx, id: bigint, reply: string): Promise<void> {
  await tx.rows`
    update feedback
    set reply = ${reply}
    where id = ${id}`;
}

export type FeedbackRow = {
  id: bigint;
  rating: 1 | -1;
  message: string;
  reply: string | null;
  giver_id: bigint;
  receiver_id: bigint;
  giver: string;
  giver_avatar: string | null;
  receiver: string;
  giver_role: "buyer" | "seller";
  payment_method_id: number;
  crypto: CryptoCode;
  created_at: Date;
  updated_at: Date;
  positive: number;
  negative: number;
};

export const ofUser = (userId: bigint): Fragment => sql`feedback.receiver_id = ${userId}`;

export const ofTrade = (hash: string): Fragment => sql`feedback.trade_hash = ${hash}`;

export const ofId = (id: bigint): Fragment => sql`feedback.id = ${id}`;

const FEEDBACK_COLUMNS = sql`
  feedback.id, feedback.rating, feedback.message, feedback.reply, feedback.giver_id, feedback.receiver_id,
  giver.username as giver, giver.avatar as giver_avatar, receiver.username as receiver, feedback.giver_role, feedback.payment_method_id,
  feedback.crypto, feedback.created_at, feedback.updated_at`;

/** Feedback that matches all filters, the newest first. */
export async function feedbackRows(
  tx: ReadTx,
  filters: readonly Fragment[],
  { limit, offset }: { limit: number; offset: number },
): Promise<FeedbackRow[]> {
  return tx.rows<FeedbackRow>`
    select ${FEEDBACK_COLUMNS}
    from feedback
    join users giver on giver.id = feedback.giver_id
    join users receiver on receiver.id = feedback.receiver_id
    where ${joinFragments(filters, " and ")}
    order by feedback.updated_at desc, feedback.id desc
    limit ${limit} offset ${offset}`;
}

/** All that was said in these trades, the newest of each first. */
export async function feedbackOfTrades(
  tx: ReadTx,
  hashes: readonly string[],
): Promise<(FeedbackRow & { trade_hash: string })[]> {
  return tx.rows<FeedbackRow & { trade_hash: string }>`
    select ${FEEDBACK_COLUMNS}, feedback.trade_hash
    from feedback
    join users giver on giver.id = feedback.giver_id
    join users receiver on receiver.id = feedback.receiver_id
    where feedback.trade_hash = any(${hashes})
    order by feedback.trade_hash, feedback.updated_at desc, feedback.id desc`;
}

export async function countFeedback(
  tx: ReadTx,
  of: Fragment,
): Promise<{ positive: number; negative: number } | undefined> {
  const [row] = await tx.rows<{ positive: number; negative: number }>`
    select count(*) filter (where rating = 1)::int as positive, count(*) filter (where rating = -1)::int as negative
    from feedback
    where ${of}`;
  return row;
}

export const withRating = (rating: 1 | -1): Fragment => sql`feedback.rating = ${rating}`;
export const givenBy = (role: "buyer" | "seller"): Fragment => sql`feedback.giver_role = ${role}`;
