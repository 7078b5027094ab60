/** The wallet as its user sees it: balances, deposits, send-outs, conversions, history. */
export { module } from "./module.ts";
/** The invariants of withdrawals that the job over the ledger checks. */
export { PROOF_CHECKS } from "./invariants.ts";
/** For pages: balances as GET /rest/v2/wallet/balances shows them, the coins with their rails, what a link to the send page asks for, what one that takes a send-out back is about, and the history. */
export { readSendLink } from "./send-outs/read-send-link.ts";
export { readSendOutLink } from "./send-outs/links.ts";
export { listTransactions } from "./list-transactions.ts";
export { viewBalances } from "./view-balances.ts";
export { viewWalletCurrencies } from "./view-currencies.ts";
/** What changed a user's available balances, for the page of the history and for files of it. */
export { balanceDays } from "./history/balance-days.ts";
export { listHistory } from "./history/list-history.ts";
export { countLines, type LineQuery, type LineRow, lineRows, periodOf, standingsOf } from "./history/line-rows.ts";
/** For products that convert. */
export { conversionRate } from "./conversion-rate.ts";
export { findConversionQuote } from "./quote-rows.ts";
