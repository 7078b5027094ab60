/** What happens in a trade, told to the side that did not do it: in the page, and by mail. */
import { CRYPTO, displayFromUnits } from "#contract/money.ts";
import type { StoredEvent } from "../../platform/app-ports.ts";
import type { Tx } from "../../platform/db.ts";
import { findTrade, type TradeRow } from "../../market/trades/index.ts";
import { sendNotice } from "./send-notice.ts";

type Notice = {
  readonly kind: string;
  readonly to: readonly ("buyer" | "seller")[];
  readonly subject: string;
  readonly sentence: string;
};

type Wording = Omit<Notice, "to">;

const WORDINGS: Readonly<Record<string, Wording>> = {
  "trade.open": {
    kind: "trade_started",
    subject: "Somebody took your offer",
    sentence: "A trade on your offer has started.",
  },
  "trade.fund": {
    kind: "trade_funded",
    subject: "The coins are in escrow",
    sentence: "The coins are in escrow; you can pay now.",
  },
  "trade.mark_paid": {
    kind: "trade_paid",
    subject: "The buyer has paid",
    sentence: "The buyer says that the money is sent. Look into your account before you release.",
  },
  "trade.release": {
    kind: "trade_released",
    subject: "The coins are yours",
    sentence: "The seller released the coins; they are in your wallet.",
  },
  "trade.cancel": {
    kind: "trade_cancelled",
    subject: "The trade was cancelled",
    sentence: "The other side ended the trade. The coins went back to the seller.",
  },
  "trade.expire": {
    kind: "trade_expired",
    subject: "The trade has expired",
    sentence: "The time to pay is over. The coins went back to the seller.",
  },
  "trade.extend": {
    kind: "trade_extended",
    subject: "You have more time to pay",
    sentence: "The seller gave you more time.",
  },
  "trade.open_dispute": {
    kind: "dispute_opened",
    subject: "A dispute was opened",
    sentence: "The other side asked a moderator to decide. Please answer in the chat.",
  },
  "trade.award_buyer": {
    kind: "dispute_decided",
    subject: "The dispute is decided",
    sentence: "The moderator awarded the coins to the buyer.",
  },
  "trade.award_seller": {
    kind: "dispute_decided",
    subject: "The dispute is decided",
    sentence: "The moderator awarded the coins to the seller.",
  },
  "trade.ask_reopen": {
    kind: "reopen_asked",
    subject: "The buyer asks to reopen the trade",
    sentence: "The buyer asks to go on with the ended trade.",
  },
  "trade.reopen": {
    kind: "trade_reopened",
    subject: "The trade goes on",
    sentence: "The trade was reopened; the coins are in escrow again.",
  },
};

/** By event and by who acted. A side is not told of its own act; of a start the owner of the offer is told. */
function noticeOf(event: StoredEvent, trade: TradeRow): Notice | undefined {
  const wording = WORDINGS[event.type];
  if (!wording) return undefined;
  const { actor } = event.payload as { actor?: string };
  if (event.type === "trade.open") return { ...wording, to: [trade.owner_id === trade.buyer_id ? "buyer" : "seller"] };
  if (actor === "buyer") return { ...wording, to: ["seller"] };
  return { ...wording, to: actor === "seller" ? ["buyer"] : ["buyer", "seller"] };
}

export async function notifyTrade(tx: Tx, event: StoredEvent): Promise<void> {
  const trade = await findTrade(tx, event.subject);
  const notice = trade && noticeOf(event, trade);
  if (!trade || !notice) return;
  const details = {
    crypto: `${displayFromUnits(trade.units, CRYPTO[trade.crypto].digits)} ${trade.crypto}`,
    fiat: `${displayFromUnits(trade.fiat_units, trade.fiat_digits, { pad: true })} ${trade.fiat_code}`,
  };
  for (const side of notice.to) {
    const userId = side === "buyer" ? trade.buyer_id : trade.seller_id;
    const what = `${details.fiat} for ${details.crypto}`;
    await sendNotice(tx, event, {
      userId,
      kind: notice.kind,
      subject: trade.hash,
      details,
      link: `/trade/${trade.hash}`,
      mail: { subject: `${notice.subject}: ${what}`, sentence: notice.sentence, facts: `Trade ${trade.hash}: ${what}` },
    });
  }
}
