/**
 * Transfers from the hot coins without a proof: only to the cold account of the signer's own settings, whatever the caller asks
 * and whatever a table says. How often, and for what fee, is with the limits of own moves.
 */
import type { BitcoinChain } from "../../platform/outside/chains/chain-keys.ts";
import { HOT } from "../../platform/outside/chains/chain-keys.ts";
import { COLD_GAP, openColdAccount } from "../../platform/outside/chains/cold/account.ts";
import {
  type BitcoinPlan,
  type ColdAccount,
  type EthereumPlan,
  type PaymentPlan,
  SignerRefusal,
} from "../../platform/outside/signer/signer.ts";
import { bitcoinFacts } from "../proofs/policy.ts";
import type { SignedJournal } from "./signed/journal.ts";

type Desk = {
  readonly cold: ColdAccount;
  readonly bitcoinChain: BitcoinChain;
  readonly journal: Pick<SignedJournal, "all">;
};

/** Refuses signer.no_cold, signer.form, signer.cold_gap and signer.destination. */
export function checkColdMove(plan: PaymentPlan, desk: Desk): void {
  if (plan.chain === "bitcoin") checkBitcoin(plan, desk);
  else checkEthereum(plan, desk);
}

function checkBitcoin(plan: BitcoinPlan, { cold, bitcoinChain, journal }: Desk): void {
  if (cold.bitcoin === undefined) throw new SignerRefusal("signer.no_cold", "no cold account is set for bitcoin");
  const index = plan.coldIndex;
  if (index === undefined || !Number.isInteger(index) || index < 0)
    throw new SignerRefusal("signer.form", "a move says which address of the cold account it goes to");
  // A wallet that is restored looks no further than so many addresses without coins.
  const last = journal.all().reduce((most, entry) => Math.max(most, entry.coldIndex ?? -1), -1);
  if (index > last + COLD_GAP) throw new SignerRefusal("signer.cold_gap", "no wallet would look for coins there");
  const { address } = openColdAccount(cold.bitcoin, bitcoinChain).addressAt({ branch: 0, index });
  if (bitcoinFacts(plan).destination !== address)
    throw new SignerRefusal("signer.destination", "this is not the cold account");
}

function checkEthereum({ from, to }: EthereumPlan, { cold }: Desk): void {
  if (cold.ethereum === undefined) throw new SignerRefusal("signer.no_cold", "no cold account is set for Ethereum");
  if (from.branch !== HOT.branch || from.index !== HOT.index)
    throw new SignerRefusal("signer.form", "moves to the cold account leave from the hot address");
  if (to !== cold.ethereum) throw new SignerRefusal("signer.destination", "this is not the cold account");
}
