/** Trades: the state machine, escrow, and what each viewer sees. */
import type { Job } from "../../platform/app-ports.ts";
import type { Tx } from "../../platform/db.ts";
import { expireTrades } from "./expire-trades.ts";
import { findTrades, lockTrades, type TradeRow } from "./rows.ts";

/** For disputes: the two moves that belong to them. */
export { awardTrade, openTradeDispute } from "./dispute-trade.ts";
export { routes } from "./http.ts";
/** The promises about trades that the check of the books asks for: I5, I6, I12, I15, I18, I19. */
export { TRADE_CHECKS } from "./invariants.ts";
/** Who somebody is in a trade. */
export { roleIn } from "./move-trade.ts";
/** Deadlines stand still while the platform is down. */
export { moveDeadlines } from "./after-outage.ts";
/** Reading a trade counts as the owner's coming. */
export { noteOwnerSeen } from "./note-owner-seen.ts";
export { noteFeedback, noteReply } from "./note-feedback.ts";
export { openTrades, type OpenCommand } from "./open-trades.ts";
/** The steps of a trade, for the robots of the demo market; and its past. */
export { markPaid } from "./mark-paid.ts";
export { pastAmounts, type PastTrade, recordPastTrades } from "./record-past-trades.ts";
export { releaseTrades } from "./release-trades.ts";
export { revealDetails } from "./reveal-details.ts";
/** After an ending: caps, missed and served trades of the offer. */
export { tellOffers } from "./tell-offers.ts";
/** Tells both sides' live channels. */
export { pushTrade } from "./push.ts";
export { listActive, listTrades } from "./lists.ts";
export { getReceipt } from "./receipt.ts";
export type { TradeRow } from "./rows.ts";
export { disputeAvailableAt, isFinal, isSuccessful } from "./trade.ts";
export { viewTrade } from "./view-trade.ts";

/** A trade by hash; with `lock` it stays locked until the transaction ends. */
export async function findTrade(
  tx: Tx,
  hash: string,
  { lock = false }: { lock?: boolean } = {},
): Promise<TradeRow | undefined> {
  return (await (lock ? lockTrades : findTrades)(tx, [hash])).get(hash);
}

export const jobs: readonly Job[] = [
  {
    name: "expire-trades",
    everyMs: 500,
    run: async ({ db }) => {
      await expireTrades(db);
    },
  },
];
