/**
 * Payments from the cold account as PSBTs: written with all that a hardware wallet wants to see, and read back when they
 * are signed. What comes back must be what was written, down to the transaction's id.
 */
import { base64, hex } from "@scure/base";
import { Transaction } from "@scure/btc-signer";
import { type BitcoinChain, bitcoinNetwork, type KeyPath } from "../chain-keys.ts";
import type { ColdAddress, ColdBitcoin } from "./account.ts";

export type ColdInput = {
  readonly txid: string;
  readonly outputIndex: number;
  readonly units: bigint;
  readonly path: KeyPath;
};
type Payment = {
  readonly inputs: readonly ColdInput[];
  readonly to: string;
  /** What comes there, in so many outputs. */
  readonly pieces: readonly bigint[];
  /** What goes back to the cold account; without it nothing does. */
  readonly change?: { readonly path: KeyPath; readonly units: bigint } | undefined;
};

const REPLACEABLE = 0xfffffffd;

/** In base64. */
export function writePsbt(account: ColdBitcoin, chain: BitcoinChain, { inputs, to, pieces, change }: Payment): string {
  const transaction = new Transaction();
  for (const { txid, outputIndex, units: amount, path } of inputs) {
    const own = account.addressAt(path);
    const witnessUtxo = { script: own.script, amount };
    const bip32Derivation = derivationOf(account, own);
    transaction.addInput({ txid, index: outputIndex, sequence: REPLACEABLE, witnessUtxo, bip32Derivation });
  }
  for (const units of pieces) transaction.addOutputAddress(to, units, bitcoinNetwork(chain));
  if (change) {
    const own = account.addressAt(change.path);
    transaction.addOutput({
      script: own.script,
      amount: change.units,
      bip32Derivation: derivationOf(account, own),
    });
  }
  return base64.encode(transaction.toPSBT(0));
}

function derivationOf({ key }: ColdBitcoin, { publicKey, path: { branch, index } }: ColdAddress) {
  const derivation: [Uint8Array, { fingerprint: number; path: number[] }] = [
    publicKey,
    { fingerprint: key.fingerprint, path: [...key.path, branch, index] },
  ];
  return [derivation];
}

/** The id that it will have: signatures of these inputs do not change it. Undefined for what is no PSBT. */
export function txidOfPsbt(text: string): string | undefined {
  return readPsbt(text)?.id;
}

type SignedPsbt =
  | { readonly txid: string; readonly rawHex: string }
  | { readonly fault: "not_psbt" | "not_signed" | "other" };

/** With all signatures, of just the payment that was written; or why not. Also takes the finished transaction itself, in hex. */
export function finishPsbt(text: string, written: string): SignedPsbt {
  const read = readPsbt(text) ?? readRaw(text);
  if (!read) return { fault: "not_psbt" };
  if (read.id !== txidOfPsbt(written)) return { fault: "other" };
  try {
    if (!read.isFinal) read.finalize();
    return { txid: read.id, rawHex: hex.encode(read.extract()) };
  } catch {
    // The library throws for a missing or a wrong signature.
    return { fault: "not_signed" };
  }
}

function readPsbt(text: string): Transaction | undefined {
  try {
    return Transaction.fromPSBT(base64.decode(text.replace(/\s/g, "")));
  } catch {
    return undefined;
  }
}

function readRaw(text: string): Transaction | undefined {
  try {
    return Transaction.fromRaw(hex.decode(text.trim().toLowerCase()));
  } catch {
    return undefined;
  }
}
