/** Feedback that a user received, or that was given in one trade. */
import { avatarUrl } from "#contract/people/avatar.ts";
import type { FeedbackItem, FeedbackListed } from "#contract/market/trades/feedback.ts";
import type { Fragment, ReadTx } from "../../platform/postgres/db.ts";
import { DEFAULT_LOCALE, type Locale } from "#contract/platform/locales.ts";
import { getPaymentMethod, methodName } from "../../reference/catalog/index.ts";
import { countFeedback, type FeedbackRow, feedbackRows, givenBy, withRating } from "./rows.ts";

const PER_PAGE = 10;

export type FeedbackQuery = {
  readonly of: Fragment;
  readonly page: number;
  readonly viewerId: bigint | undefined;
  readonly rating?: "positive" | "negative" | undefined;
  readonly role?: "buyer" | "seller" | undefined;
  /** Of the names of payment methods. */
  readonly locale?: Locale | undefined;
};

/** Newest first, ten a page; the counts are of everything the person received, whatever the filters. */
export async function listFeedback(
  tx: ReadTx,
  { of, page, viewerId, rating, role, locale }: FeedbackQuery,
): Promise<FeedbackListed> {
  const filters = [
    of,
    ...(rating ? [withRating(rating === "positive" ? 1 : -1)] : []),
    ...(role ? [givenBy(role)] : []),
  ];
  const rows = await feedbackRows(tx, filters, { limit: PER_PAGE + 1, offset: (page - 1) * PER_PAGE });
  const counted = await countFeedback(tx, of);
  const { positive = 0, negative = 0 } = counted ?? {};
  return {
    items: rows.slice(0, PER_PAGE).map((row) => viewItem(row, viewerId, locale)),
    positiveCount: positive,
    negativeCount: negative,
    totalCount: positive + negative,
    currentPage: page,
    nextPage: rows.length > PER_PAGE ? page + 1 : null,
  };
}

export function viewItem(
  row: FeedbackRow,
  viewerId: bigint | undefined,
  locale: Locale = DEFAULT_LOCALE,
): FeedbackItem {
  return {
    id: String(row.id),
    rating: row.rating,
    message: row.message,
    reply: row.reply,
    giver: row.giver,
    giverAvatarUrl: avatarUrl(row.giver, row.giver_avatar),
    receiver: row.receiver,
    giverRole: row.giver_role,
    paymentMethod: methodName(getPaymentMethod(row.payment_method_id), locale),
    cryptoCurrencyCode: row.crypto,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    isMine: row.giver_id === viewerId,
    mayReply: row.receiver_id === viewerId && row.reply === null,
  };
}
