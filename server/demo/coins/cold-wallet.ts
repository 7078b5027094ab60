/**
 * The cold account of the demo, which has its keys itself: what an operator's hardware wallet is elsewhere. It reads what it
 * is to sign as such a wallet does, and nothing outside the demo knows it.
 */
import { base64, hex } from "@scure/base";
import { HDKey } from "@scure/bip32";
import { entropyToMnemonic, mnemonicToSeedSync } from "@scure/bip39";
import { wordlist } from "@scure/bip39/wordlists/english.js";
import { Transaction } from "@scure/btc-signer";
import { type Hex, parseTransaction, type TransactionSerializableEIP1559 } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { type BitcoinChain, keyVersions } from "../../platform/outside/chains/chain-keys.ts";
import type { ColdAccount } from "../../platform/outside/signer/signer.ts";

export type ColdWallet = {
  readonly account: ColdAccount;
  /** A PSBT in base64, with its signatures. Throws where none of its inputs is of this account. */
  signPsbt(text: string): string;
  /** An unsigned transaction in hex, with its signature. */
  signTransaction(text: string): Promise<string>;
};

export function openColdWallet(entropy: Uint8Array, chain: BitcoinChain): ColdWallet {
  const seed = mnemonicToSeedSync(entropyToMnemonic(entropy, wordlist));
  const bitcoin = HDKey.fromMasterSeed(seed, keyVersions(chain));
  const way = `84'/${chain === "main" ? 0 : 1}'/0'`;
  const fingerprint = bitcoin.fingerprint.toString(16).padStart(8, "0");
  const ethereum = privateKeyToAccount(
    `0x${hex.encode(keyAt(HDKey.fromMasterSeed(seed).derive("m/44'/60'/0'/0/0"), []))}`,
  );
  return {
    account: {
      bitcoin: `[${fingerprint}/${way}]${bitcoin.derive(`m/${way}`).publicExtendedKey}`,
      ethereum: ethereum.address,
    },
    signTransaction: (text) =>
      ethereum.signTransaction(parseTransaction(text as Hex) as TransactionSerializableEIP1559),
    signPsbt(text) {
      const transaction = Transaction.fromPSBT(base64.decode(text));
      for (let place = 0; place < transaction.inputsLength; place++) {
        const [found] = transaction.getInput(place).bip32Derivation ?? [];
        if (found?.[1].fingerprint !== bitcoin.fingerprint) throw new Error("this is not to be paid from this account");
        transaction.signIdx(keyAt(bitcoin, found[1].path), place);
      }
      return base64.encode(transaction.toPSBT(0));
    },
  };
}

function keyAt(master: HDKey, path: readonly number[]): Uint8Array {
  const { privateKey } = path.reduce((key, step) => key.deriveChild(step), master);
  if (!privateKey) throw new Error("a key without its private half");
  return privateKey;
}
