/**
 * The cold account as its public half shows it: addresses of an account's extended public key, written as a descriptor
 * writes it, with or without where the key comes from. Nothing here can sign.
 */
import { hex } from "@scure/base";
import { HDKey } from "@scure/bip32";
import { p2wpkh } from "@scure/btc-signer";
import { type BitcoinChain, bitcoinNetwork, type KeyPath, keyVersions } from "../chain-keys.ts";

/** So many addresses after the last one that was used are still looked at, by wallets and here. */
export const COLD_GAP = 20;

type AccountKey = {
  readonly xpub: string;
  readonly isMain: boolean;
  /** Where a wallet finds the private half: the first four bytes of a key's hash, and the way from there to the account. */
  readonly fingerprint: number;
  readonly path: readonly number[];
};

const WRITTEN = /^(?:\[([0-9a-fA-F]{8})((?:\/\d+['h]?)*)\])?((xpub|tpub)[1-9A-HJ-NP-Za-km-z]+)$/;
const HARDENED = 0x80000000;

/** Undefined for what is no account's key. */
export function readAccountKey(text: string): AccountKey | undefined {
  const [, fingerprint, path = "", xpub = "", kind] = WRITTEN.exec(text) ?? [];
  const isMain = kind === "xpub";
  try {
    const key = HDKey.fromExtendedKey(xpub, keyVersions(isMain ? "main" : "test"));
    if (key.privateKey || !key.publicKey) return undefined;
    return {
      xpub,
      isMain,
      fingerprint: fingerprint === undefined ? key.fingerprint : Number.parseInt(fingerprint, 16),
      path: path.split("/").slice(1).map(stepOf),
    };
  } catch {
    // The library throws for a wrong key.
    return undefined;
  }
}

function stepOf(text: string): number {
  return Number.parseInt(text, 10) + (/['h]$/.test(text) ? HARDENED : 0);
}

/** Throws if the account's key belongs to another chain, because the coins could not be found. */
export function assertOfChain({ bitcoin }: { readonly bitcoin?: string | undefined }, chain: BitcoinChain): void {
  if (bitcoin !== undefined && readAccountKey(bitcoin)?.isMain !== (chain === "main"))
    throw new Error(`COLD_BITCOIN_XPUB is no key of an account on the chain ${chain}`);
}

export type ColdAddress = {
  readonly path: KeyPath;
  readonly address: string;
  readonly publicKey: Uint8Array;
  readonly script: Uint8Array;
};

/** Derives each address of an account once. */
export function openColdAccount(text: string, chain: BitcoinChain): ColdBitcoin {
  const key = readAccountKey(text);
  if (!key) throw new Error("this is no key of an account");
  const account = HDKey.fromExtendedKey(key.xpub, keyVersions(key.isMain ? "main" : "test"));
  const branches = [account.deriveChild(0), account.deriveChild(1)] as const;
  const known = new Map<string, ColdAddress>();
  return {
    key,
    addressAt(path) {
      const name = `${path.branch}/${path.index}`;
      const found = known.get(name) ?? derive(branches[path.branch], path, chain);
      known.set(name, found);
      return found;
    },
  };
}

export type ColdBitcoin = {
  readonly key: AccountKey;
  /** Branch 0 receives, 1 is change. */
  addressAt(path: KeyPath): ColdAddress;
};

function derive(branch: HDKey, path: KeyPath, chain: BitcoinChain): ColdAddress {
  const { publicKey } = branch.deriveChild(path.index);
  if (!publicKey) throw new Error("an extended key without a public key");
  const { address, script } = p2wpkh(publicKey, bitcoinNetwork(chain));
  if (!address) throw new Error(`no address was derived for ${hex.encode(publicKey)}`);
  return { path, address, publicKey, script };
}
