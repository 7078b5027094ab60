/** The wallet as its user sees it: balances, deposits, send-outs, conversions, history. */
import { WALLET_EVENTS } from "#contract/platform/events.ts";
import { on } from "../../platform/app-ports.ts";
import type { Job } from "../../platform/app-ports.ts";
import { COINS_MOVED, pushWallet } from "./push-wallet.ts";
import { tellWaiting } from "./send-out-links.ts";

/** The endpoints of this module. */
export { routes } from "./http.ts";
/** The invariants of withdrawals that the job over the ledger checks. */
export { PROOF_CHECKS } from "./invariants.ts";
/** For pages: balances as GET /rest/v2/wallet/balances shows them, the coins with their rails, what a link to the send page asks for, what one that takes a send-out back is about, and the history. */
export { readSendLink } from "./read-send-link.ts";
export { readSendOutLink } from "./send-out-links.ts";
export { listTransactions } from "./list-transactions.ts";
export { viewBalances } from "./view-balances.ts";
export { viewWalletCurrencies } from "./view-currencies.ts";

export const jobs: readonly Job[] = [{ name: "tell-waiting-send-outs", everyMs: 2000, run: tellWaiting }];

export const subscriptions = [on([...WALLET_EVENTS, ...COINS_MOVED], pushWallet)];
