/** The webhook messages of the market's events, for the users whom they concern. */
import type { StoredEvent } from "../../platform/app-ports.ts";
import type { WebhookEvent } from "#contract/reach/webhooks/names.ts";
import type { TradeEvent, TradeFile, WalletEvent } from "#contract/platform/events.ts";
import { CRYPTO, displayFromUnits } from "#contract/money/money.ts";
import type { JsonValue, ReadTx, Tx } from "../../platform/postgres/db.ts";
import type { LivePost } from "../../platform/events/live.ts";
import { getPaymentMethod } from "../../reference/catalog/index.ts";
import { findUsersById } from "../../people/accounts/index.ts";
import { findMessages } from "../../market/chat/index.ts";
import { findTrades, type TradeRow } from "../../market/trades/index.ts";
import { feedbackOfTrades } from "../../market/feedback/index.ts";
import { areThereEndpoints, knownSubjects } from "./delivery-rows.ts";
import { type Draft, writeMessages } from "./write-messages.ts";

const OF_TRADES: Partial<Record<TradeEvent | TradeFile, WebhookEvent>> = {
  "trade.open": "trade.started",
  "trade.mark_paid": "trade.paid",
  "trade.cancel": "trade.cancelled_or_expired",
  "trade.expire": "trade.cancelled_or_expired",
  "trade.release": "trade.released",
  "trade.open_dispute": "trade.dispute_started",
  "trade.award_buyer": "trade.dispute_finished",
  "trade.award_seller": "trade.dispute_finished",
  "trade.receipt_uploaded": "trade.proof_added",
};
export const TRADE_SOURCES = [
  ...(Object.keys(OF_TRADES) as (TradeEvent | TradeFile)[]),
  "trade.reveal_details",
] as const satisfies (TradeEvent | TradeFile)[];

/** To both sides, also to the one that did it: a program follows what its owner does in the browser. */
export async function ofTrades(tx: Tx, events: readonly StoredEvent<TradeEvent | TradeFile>[]): Promise<LivePost[]> {
  if (!(await areThereEndpoints(tx))) return [];
  const trades = await findTrades(tx, [...new Set(events.map(({ subject }) => subject))]);
  const names = await namesOf(tx, [...trades.values()]);
  await writeMessages(
    tx,
    events.flatMap(({ type: source, subject, at, payload }): Draft[] => {
      const trade = trades.get(subject);
      const type = trade && typeOf(source, trade);
      if (!trade || !type) return [];
      // As it was when it happened: the trade may have moved on since.
      const status = "status" in payload ? payload.status : trade.status;
      return [trade.buyer_id, trade.seller_id].map((userId) => {
        return { userId, type, subject, at, payload: { ...tradePayload(trade, names), status, cause: source } };
      });
    }),
  );
  return [];
}

/** The webhook event of a trade's event; of shown payment details, by the kind of account. */
function typeOf(source: TradeEvent | TradeFile, trade: TradeRow): WebhookEvent | undefined {
  if (source !== "trade.reveal_details") return OF_TRADES[source];
  const { group } = getPaymentMethod(trade.payment_method_id);
  if (group === "bank-transfers") return "trade.bank_account_shared";
  return group === "online-transfers" ? "trade.online_wallet_shared" : undefined;
}

async function namesOf(tx: ReadTx, trades: readonly TradeRow[]): Promise<Map<bigint, string>> {
  const users = await findUsersById(tx, [...new Set(trades.flatMap((trade) => [trade.buyer_id, trade.seller_id]))]);
  return new Map([...users].map(([id, { username }]) => [id, username]));
}

function tradePayload(trade: TradeRow, names: ReadonlyMap<bigint, string>) {
  return {
    tradeHash: trade.hash,
    offerHash: trade.offer_hash,
    offerType: trade.offer_type,
    flowType: trade.flow_type,
    cryptoCurrencyCode: trade.crypto,
    cryptoAmount: displayFromUnits(trade.units, CRYPTO[trade.crypto].digits),
    fiatCurrencyCode: trade.fiat_code,
    fiatAmount: displayFromUnits(trade.fiat_units, trade.fiat_digits, { pad: true }),
    fiatPricePerCrypto: trade.price,
    paymentMethodSlug: getPaymentMethod(trade.payment_method_id).slug,
    buyer: names.get(trade.buyer_id) ?? null,
    seller: names.get(trade.seller_id) ?? null,
    startedAt: trade.started_at.toISOString(),
    paidAt: trade.paid_at?.toISOString() ?? null,
    endedAt: trade.ended_at?.toISOString() ?? null,
    isReopened: trade.is_reopened,
  };
}

export async function ofChat(tx: Tx, events: readonly StoredEvent<"chat.posted">[]): Promise<LivePost[]> {
  if (!(await areThereEndpoints(tx))) return [];
  const messages = await findMessages(
    tx,
    events.map(({ payload }) => BigInt(payload.messageId)),
  );
  await writeMessages(
    tx,
    events.flatMap(({ payload: { messageId }, at }): Draft[] => {
      const message = messages.get(BigInt(messageId));
      if (!message || message.author_id === null) return [];
      const { ref, author, body, upload, type } = message;
      const isModerator = type === "moderator";
      const said = isModerator ? "trade.dispute_message" : "trade.chat_message_received";
      const payload = { tradeHash: ref, messageId, author, text: body, attachment: upload };
      return [message.buyer_id, message.seller_id]
        .filter((userId) => userId !== message.author_id)
        .map((userId) => ({ userId, type: upload ? "trade.attachment_uploaded" : said, subject: ref, at, payload }));
    }),
  );
  return [];
}

type FeedbackEvent = "feedback.given" | "feedback.replied";

export async function ofFeedback(tx: Tx, events: readonly StoredEvent<FeedbackEvent>[]): Promise<LivePost[]> {
  if (!(await areThereEndpoints(tx))) return [];
  const rows = await feedbackOfTrades(tx, [...new Set(events.map(({ subject }) => subject))]);
  await writeMessages(
    tx,
    events.flatMap(({ type, subject, at, payload }): Draft[] => {
      const isReply = type === "feedback.replied";
      return rows
        .filter((row) => row.trade_hash === subject)
        .filter((row) =>
          isReply
            ? row.reply !== null && row.giver_id === BigInt(giverIn(payload))
            : row.receiver_id === BigInt(receiverIn(payload)),
        )
        .map((row) => ({
          userId: isReply ? row.giver_id : row.receiver_id,
          type: isReply ? "feedback.reply_received" : "feedback.received",
          subject,
          at,
          payload: {
            ...{ tradeHash: subject, giver: row.giver, receiver: row.receiver, rating: row.rating },
            ...{ message: row.message, reply: row.reply },
          },
        }));
    }),
  );
  return [];
}

const receiverIn = (payload: StoredEvent<FeedbackEvent>["payload"]) =>
  "receiverId" in payload ? payload.receiverId : "0";

const giverIn = (payload: StoredEvent<FeedbackEvent>["payload"]) => ("giverId" in payload && payload.giverId) || "0";

const OF_WALLETS: Partial<Record<WalletEvent, WebhookEvent>> = {
  "wallet.deposit_seen": "crypto.deposit_pending",
  "wallet.deposit_credited": "crypto.deposit_confirmed",
  "wallet.send_out": "wallet.sent",
};
export const WALLET_SOURCES = Object.keys(OF_WALLETS) as WalletEvent[];

export async function ofWallets(tx: Tx, events: readonly StoredEvent<WalletEvent>[]): Promise<LivePost[]> {
  if (!(await areThereEndpoints(tx))) return [];
  const sent = events.filter(({ type, payload }) => type === "wallet.send_out" && isSent(payload.status));
  const known =
    sent.length === 0
      ? new Set<string>()
      : await knownSubjects(
          tx,
          sent.map(({ subject }) => subject),
          "wallet.sent",
        );
  await writeMessages(
    tx,
    events.flatMap(({ type: source, subject, at, payload: { userId, status, ...facts } }): Draft[] => {
      const type = OF_WALLETS[source];
      if (!type || (source === "wallet.send_out" && !isSent(status))) return [];
      const key = `${userId}:${subject}`;
      if (type === "wallet.sent" && known.has(key)) return [];
      if (type === "wallet.sent") known.add(key);
      return [{ userId: BigInt(userId), type, subject, at, payload: facts satisfies JsonValue }];
    }),
  );
  return [];
}

/** A block has the transfer: before, no node may have it yet. After a reorganisation a block has it again. */
const isSent = (status: string | undefined) => status === "confirming" || status === "completed";

type OfferEvent = "offer.switched" | "offer.deleted" | "account.offer_rejected";

export async function ofOffers(tx: Tx, events: readonly StoredEvent<OfferEvent>[]): Promise<LivePost[]> {
  if (!(await areThereEndpoints(tx))) return [];
  await writeMessages(tx, events.flatMap(offerDraft));
  return [];
}

function offerDraft({ type, subject, at, payload }: StoredEvent<OfferEvent>): Draft[] {
  if ("offerWhy" in payload) {
    const { detail: offerHash, offerWhy: reason } = payload;
    const facts = { offerHash, cause: type, reason };
    return [{ userId: BigInt(subject), type: "offer.removed", subject: offerHash, at, payload: facts }];
  }
  if ("isOn" in payload && payload.isOn) return [];
  const removed = type === "offer.deleted";
  const facts = { offerHash: subject, cause: type };
  const event = removed ? "offer.removed" : "offer.paused";
  return [{ userId: BigInt(payload.ownerId), type: event, subject, at, payload: facts }];
}
