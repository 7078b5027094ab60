/** Trades: the state machine, escrow, and what each viewer sees. */
import type { ReadTx, Tx } from "../../platform/postgres/db.ts";
import { findTrades, lockTrades, type TradeRow } from "./rows.ts";

/** For disputes: the two transitions that belong to them. */
export { awardTrade, openTradeDispute } from "./moves/dispute-trade.ts";
/** What each got of a divided escrow. */
export { divisionOf } from "./views/division.ts";
export { module } from "./module.ts";
/** After an ending: caps, missed and served trades of the offer; for campaigns that run it alone. */
export { updateOffers } from "./funds/update-offers.ts";
/** The invariants of trades that the job over the ledger checks; docs/invariants.md explains them. */
export { TRADE_CHECKS } from "./invariants.ts";
/** The role of a user in a trade. */
export { roleIn } from "./trade.ts";
/** From when on a side may ask a moderator, in the default flow. */
export { disputeAvailableAt } from "./flows/default.ts";
export { noteFeedback, noteReply } from "./note-feedback.ts";
/** The rules of a start as a filter of lists. */
export {
  type Eligibility,
  type EligibleViewer,
  eligibilityOf,
  type OwnEligibility,
  readEligibility,
  readOwnEligibility,
} from "./start/eligibility.ts";
export { barriers, eligible } from "./start/eligible-rows.ts";
/** The same for pairs of users and offers. */
export { takeablePairs } from "./start/takeable-pairs.ts";
export { openTrades } from "./start/open-trades.ts";
export { openEarlier } from "./start/open-earlier-rows.ts";
/** What a moderator proves before an award. */
export { awardWanted } from "./moves/award-proof.ts";
/** Any verb of a trade, by one person. */
export { transitionTrade } from "./moves/transition-trades.ts";
/** Rows and journals of trades, for the import of finished trades. */
export { disputeWaitSec } from "./moves/dispute-wait.ts";
export { escrowSubject } from "./moves/escrow.ts";
export { insertTrades, insertTransitions, newTradeIds } from "./rows.ts";
export { filterOf, listActive, listTrades, usedMethods } from "./views/lists.ts";
export { countCompleted } from "./views/completed-rows.ts";
export { historyTotals } from "./views/totals.ts";
export { countSomeHistory, type ExportedTradeRow, exportedRows, type HistoryFilter } from "./views/history-rows.ts";
/** The limits of levels, and how much a user has used of them. */
export {
  dollars,
  leastLeft,
  shownLeftCents,
  leftCents,
  type Limits,
  readLimits,
  readStanding,
  readUsage,
  standingOf,
  type Usage,
} from "./start/limits.ts";
export { getReceipt } from "./views/receipt.ts";
export { type BriefTrade, briefTrades, findTrades, type TradeRow } from "./rows.ts";
export { readTrade } from "./views/read-trade.ts";
export { viewTrade } from "./views/view-trade.ts";

/** A trade by hash. */
export async function findTrade(tx: ReadTx, hash: string): Promise<TradeRow | undefined> {
  return (await findTrades(tx, [hash])).get(hash);
}

/** The same as findTrade, locked until the transaction ends. */
export async function lockTrade(tx: Tx, hash: string): Promise<TradeRow | undefined> {
  return (await lockTrades(tx, [hash])).get(hash);
}
