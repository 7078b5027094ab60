/** Builds the transaction of a plan, signs it, and then reads the bytes back to see that they say what was allowed. */
import { hex } from "@scure/base";
import { p2wpkh, Transaction } from "@scure/btc-signer";
import { secp256k1 } from "@noble/curves/secp256k1.js";
import { type BitcoinChain, bitcoinNetwork } from "../../platform/outside/chains/chain-keys.ts";
import { type BitcoinPlan, type Signed, SignerRefusal } from "../../platform/outside/signer/signer.ts";
import type { Vault } from "../vault.ts";

/** Below the final number: the transaction may be replaced. */
const REPLACEABLE = 0xfffffffd;

export type SignedBitcoin = Signed & { readonly feeUnits: bigint; readonly vbytes: number };

export function signBitcoin(plan: BitcoinPlan, vault: Vault, chain: BitcoinChain): SignedBitcoin {
  const network = bitcoinNetwork(chain);
  const transaction = new Transaction();
  const keys = plan.inputs.map(({ path }) => vault.bitcoinKey(path));
  plan.inputs.forEach(({ txid, outputIndex, units }, position) => {
    const { script } = p2wpkh(publicKeyOf(keys[position]), network);
    transaction.addInput({
      txid,
      index: outputIndex,
      sequence: REPLACEABLE,
      witnessUtxo: { script, amount: BigInt(units) },
    });
  });
  for (const { address, units, path } of plan.outputs) {
    if (path && address !== p2wpkh(publicKeyOf(vault.bitcoinKey(path)), network).address) {
      throw new SignerRefusal("signer.destination", "the change address is not ours");
    }
    transaction.addOutputAddress(address, BigInt(units), network);
  }
  keys.forEach((key, position) => {
    transaction.signIdx(key, position);
  });
  transaction.finalize();
  const raw = transaction.extract();
  assertSays(raw, plan, network);
  const inputUnits = plan.inputs.reduce((sum, { units }) => sum + BigInt(units), 0n);
  const outputUnits = plan.outputs.reduce((sum, { units }) => sum + BigInt(units), 0n);
  return {
    rawHex: hex.encode(raw),
    txid: transaction.id,
    feeUnits: inputUnits - outputUnits,
    vbytes: transaction.vsize,
  };
}

function publicKeyOf(key: Uint8Array | undefined): Uint8Array {
  if (!key) throw new Error("an input without a key");
  return secp256k1.getPublicKey(key, true);
}

function assertSays(raw: Uint8Array, plan: BitcoinPlan, network: ReturnType<typeof bitcoinNetwork>): void {
  const read = Transaction.fromRaw(raw, { allowUnknownOutputs: true });
  const says =
    read.inputsLength === plan.inputs.length &&
    read.outputsLength === plan.outputs.length &&
    plan.inputs.every(({ txid, outputIndex }, position) => {
      const input = read.getInput(position);
      return input.txid !== undefined && hex.encode(input.txid) === txid && input.index === outputIndex;
    }) &&
    plan.outputs.every(({ address, units }, position) => {
      return read.getOutputAddress(position, network) === address && read.getOutput(position).amount === BigInt(units);
    });
  if (!says) throw new Error("the signed bytes do not say what the plan says");
}
