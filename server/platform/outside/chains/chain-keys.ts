/**
 * Addresses from account public keys: BIP84 for bitcoin, BIP44 for Ethereum. Nothing here can sign. Branch 0 is for
 * deposits, branch 1 for ourselves: bitcoin's change, Ethereum's hot address at index 0.
 */
import { secp256k1 } from "@noble/curves/secp256k1.js";
import { hex } from "@scure/base";
import { HDKey } from "@scure/bip32";
import { Address, NETWORK, OutScript, p2wpkh } from "@scure/btc-signer";
import { getAddress, isAddress } from "viem";
import { publicKeyToAddress } from "viem/accounts";

export type BitcoinChain = "main" | "test" | "signet" | "regtest";
export type KeyPath = { readonly branch: 0 | 1; readonly index: number };
/** Ethereum's address that pays out. */
export const HOT: KeyPath = { branch: 1, index: 0 };

const TEST = { bech32: "tb", pubKeyHash: 0x6f, scriptHash: 0xc4, wif: 0xef };

export function bitcoinNetwork(chain: BitcoinChain) {
  if (chain === "main") return NETWORK;
  return chain === "regtest" ? { ...TEST, bech32: "bcrt" } : TEST;
}

/** Version bytes of extended keys: xprv and xpub on the main chain and Ethereum, tprv and tpub elsewhere. */
export function keyVersions(chain: BitcoinChain) {
  return chain === "main" ? { private: 0x0488ade4, public: 0x0488b21e } : { private: 0x04358394, public: 0x043587cf };
}

export function bitcoinAddress(xpub: string, { branch, index }: KeyPath, chain: BitcoinChain): string {
  const { publicKey } = HDKey.fromExtendedKey(xpub, keyVersions(chain)).deriveChild(branch).deriveChild(index);
  const { address } = p2wpkh(assertKey(publicKey), bitcoinNetwork(chain));
  if (!address) throw new Error("no address was derived");
  return address;
}

export function ethereumAddress(xpub: string, { branch, index }: KeyPath): string {
  const { publicKey } = HDKey.fromExtendedKey(xpub).deriveChild(branch).deriveChild(index);
  const point = secp256k1.Point.fromBytes(assertKey(publicKey));
  return publicKeyToAddress(`0x${hex.encode(point.toBytes(false))}`);
}

function assertKey(key: Uint8Array | null): Uint8Array {
  if (!key) throw new Error("an extended key without a public key");
  return key;
}

/** The output script of an address of this chain, or undefined when it is none. */
export function bitcoinScript(address: string, chain: BitcoinChain): Uint8Array | undefined {
  try {
    return OutScript.encode(Address(bitcoinNetwork(chain)).decode(address));
  } catch {
    // The library throws for a wrong address.
    return undefined;
  }
}

/** The checksummed form, or undefined when it is no Ethereum address or its checksum is wrong. All capitals carry none. */
export function ethereumChecksummed(address: string): string | undefined {
  const digits = address.replace(/^0x/i, "");
  const plain = `0x${digits === digits.toUpperCase() ? digits.toLowerCase() : digits}`;
  return /^0x/i.test(address) && isAddress(plain, { strict: true }) ? getAddress(plain) : undefined;
}
