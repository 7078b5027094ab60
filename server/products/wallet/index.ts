/** The wallet: deposit addresses, send-outs, conversions, history, and what follows the chains. */
import type { Job, Subscriber } from "../../platform/app-ports.ts";
import { grantWishes } from "./faucet.ts";
import { payBitcoin } from "./pay-bitcoin.ts";
import { payEthereum } from "./pay-ethereum.ts";
import { pushWallet } from "./push-wallet.ts";
import { scanBitcoin } from "./scan-bitcoin.ts";
import { scanEthereum } from "./scan-ethereum.ts";

/** The endpoints of this module. */
export { routes } from "./http.ts";
/** Real coins behind what the demo market hands out. */
export { fundHouse } from "./fund-house.ts";
/** Looks at both chains before the first visitor comes. */
export { openRails } from "./open-rails.ts";
/** Chain against books, and the wallet's promises for the checker. */
export { chainAssets, type Solvency, WALLET_CHECKS } from "./solvency.ts";
/** Balances as GET /rest/v2/wallet/balances shows them. */
export { viewBalances } from "./view-balances.ts";

export const subscriptions: Readonly<Record<string, Subscriber>> = {
  "wallet.deposit_seen": pushWallet,
  "wallet.deposit_credited": pushWallet,
  "wallet.deposit_reverted": pushWallet,
  "wallet.send_out": pushWallet,
  "wallet.conversion": pushWallet,
};

export const jobs: readonly Job[] = [
  { name: "scan-bitcoin", everyMs: 1000, run: scanBitcoin },
  { name: "scan-ethereum", everyMs: 1000, run: scanEthereum },
  { name: "pay-bitcoin", everyMs: 1000, run: payBitcoin },
  { name: "pay-ethereum", everyMs: 1000, run: payEthereum },
  { name: "grant-faucet-wishes", everyMs: 500, run: grantWishes },
];
/** For pages: the coins with their rails, and the history. */
export { listTransactions } from "./list-transactions.ts";
export { viewWalletCurrencies } from "./view-currencies.ts";
