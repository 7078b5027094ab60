/** The cold account that the settings of the signer name, in the market that is broken into. */
import { openColdWallet } from "../../server/demo/coins/cold-wallet.ts";
import { openColdAccount } from "../../server/platform/outside/chains/cold/account.ts";

export const COLD = openColdWallet(new Uint8Array(32).fill(7), "regtest").account;

/** The first address of an account, by its key. */
export const coldAddress = (xpub = COLD.bitcoin) =>
  openColdAccount(xpub ?? "", "regtest").addressAt({ branch: 0, index: 0 }).address;
