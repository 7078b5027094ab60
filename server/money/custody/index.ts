/** Custody: coins on chains. Addresses, deposits, payments, sweeps, and whether the chains hold what is owed. */
import { scanBitcoin } from "./blocks/scan-bitcoin.ts";
import { scanEthereum } from "./blocks/scan-ethereum.ts";

export { module } from "./module.ts";

/** Looks at both chains before the first visitor comes. */
export { openRails } from "./rails/open-rails.ts";
/** Reads a chain once: for callers that wait for coins. */
export { scanBitcoin, scanEthereum };
/** Addresses that coins come in by: a user's, the operator's, and which of some are our own. */
export {
  type AddressKey,
  addressKey,
  findDepositAddress,
  giveDepositAddress,
  houseAddress,
  prepareDepositAddress,
} from "./addresses/addresses.ts";
export { ownAmong } from "./addresses/address-rows.ts";
/** The chains that are connected, and how they count. */
export {
  bitcoinChainOf,
  CHAIN_UNITS,
  closureOf,
  findOpenRail,
  findRail,
  getOpenRail,
  type OpenRail,
} from "./rails/rails.ts";
export { listRails } from "./rails/rail-rows.ts";
/** A send-out: its row, its states, its cost, and its return while nothing is signed. */
export { getSendOutFacts, shownStatus, emitSendOut, viewSendOut } from "./send-outs/send-out.ts";
export { cancelSendOutRow, reserveSendOut } from "./send-outs/rows.ts";
export { sendOutFee } from "./send-outs/fee.ts";
/** Refuses who owes for a reversed deposit. */
export { refuseOnHold } from "./send-outs/holds.ts";
export { emitWalletEvent } from "./emit-wallet-event.ts";
/** The hot float and the cold account: their status, and refills for the operator to sign. */
export { custodyStatus, type CoinStanding } from "./custody-status.ts";
export { CustodyFault } from "./custody-fault.ts";
export { refillState, takeSignedRefill, writeRefill } from "./cold/refill/refill.ts";
/** Chain against ledger, and the invariants of deposits and payments for the checker. */
export { WALLET_CHECKS } from "./invariants.ts";
export { chainAssets } from "./solvency-rows.ts";
