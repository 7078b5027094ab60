/** What a user received, or what was said in one trade. */
import type { FeedbackItem } from "#contract/feedback.ts";
import type { CryptoCode } from "#contract/money.ts";
import { type Fragment, joinFragments, type ReadTx, sql } from "../../platform/db.ts";
import { getPaymentMethod } from "../../reference/catalog/index.ts";

const PER_PAGE = 10;

type Row = {
  id: bigint;
  rating: 1 | -1;
  message: string;
  reply: string | null;
  giver_id: bigint;
  receiver_id: bigint;
  giver: string;
  receiver: string;
  giver_role: "buyer" | "seller";
  payment_method_id: number;
  crypto: CryptoCode;
  created_at: Date;
  updated_at: Date;
  positive: number;
  negative: number;
};

export type FeedbackQuery = {
  readonly of: Fragment;
  readonly page: number;
  readonly viewerId: bigint | undefined;
  readonly rating?: "positive" | "negative" | undefined;
  readonly role?: "buyer" | "seller" | undefined;
};

export const ofUser = (userId: bigint): Fragment => sql`feedback.receiver_id = ${userId}`;
export const ofTrade = (hash: string): Fragment => sql`feedback.trade_hash = ${hash}`;
export const ofId = (id: bigint): Fragment => sql`feedback.id = ${id}`;

/** Newest first, ten a page; the counts are of everything the person received, whatever the filters. */
export async function listFeedback(tx: ReadTx, { of, page, viewerId, rating, role }: FeedbackQuery) {
  const filters = [
    of,
    ...(rating ? [sql`feedback.rating = ${rating === "positive" ? 1 : -1}`] : []),
    ...(role ? [sql`feedback.giver_role = ${role}`] : []),
  ];
  const rows = await tx.rows<Row>`
    select feedback.id, feedback.rating, feedback.message, feedback.reply, feedback.giver_id, feedback.receiver_id,
      giver.username as giver, receiver.username as receiver, feedback.giver_role, feedback.payment_method_id,
      feedback.crypto, feedback.created_at, feedback.updated_at
    from feedback
    join users giver on giver.id = feedback.giver_id
    join users receiver on receiver.id = feedback.receiver_id
    where ${joinFragments(filters, " and ")}
    order by feedback.updated_at desc, feedback.id desc
    limit ${PER_PAGE + 1} offset ${(page - 1) * PER_PAGE}`;
  const [counted] = await tx.rows<{ positive: number; negative: number }>`
    select count(*) filter (where rating = 1)::int as positive, count(*) filter (where rating = -1)::int as negative
    from feedback
    where ${of}`;
  const { positive = 0, negative = 0 } = counted ?? {};
  return {
    data: rows.slice(0, PER_PAGE).map((row) => viewItem(row, viewerId)),
    meta: {
      positiveCount: positive,
      negativeCount: negative,
      totalCount: positive + negative,
      currentPage: page,
      nextPage: rows.length > PER_PAGE ? page + 1 : null,
    },
  };
}

function viewItem(row: Row, viewerId: bigint | undefined): FeedbackItem {
  return {
    id: String(row.id),
    rating: row.rating,
    message: row.message,
    reply: row.reply,
    giver: row.giver,
    receiver: row.receiver,
    giverRole: row.giver_role,
    paymentMethod: getPaymentMethod(row.payment_method_id).name,
    cryptoCurrencyCode: row.crypto,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    isMine: row.giver_id === viewerId,
    mayReply: row.receiver_id === viewerId && row.reply === null,
  };
}
