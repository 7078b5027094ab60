/**
 * The seed: made by the machine's random source at the first start, kept in one file that only this user may read, and
 * encrypted when a key is given. It is never handed to a caller; accounts are.
 */
import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { HDKey } from "@scure/bip32";
import { entropyToMnemonic, mnemonicToSeedSync } from "@scure/bip39";
import { wordlist } from "@scure/bip39/wordlists/english.js";
import { type BitcoinChain, type KeyPath, keyVersions } from "../platform/outside/chain-keys.ts";
import { syncFolderNow } from "../platform/sync-folder.ts";

export type Vault = {
  /** The account public keys, for deriving addresses elsewhere. */
  accountKeys(): { bitcoin: string; ethereum: string };
  bitcoinKey(path: KeyPath): Uint8Array;
  ethereumKey(path: KeyPath): Uint8Array;
};

type SeedFile = { version: 1; cipher: "none" | "aes-256-gcm"; nonce: string; tag: string; body: string };

const PURPOSE = "parley wallet seed";

export function openVault({
  folder,
  key,
  chain,
}: {
  folder: string;
  key: string | undefined;
  chain: BitcoinChain;
}): Vault {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, "seed.json");
  if (!existsSync(path)) write(path, randomBytes(32), key);
  const { entropy, wasPlain } = read(path, key);
  if (wasPlain && key) write(path, entropy, key);
  return vaultOf(mnemonicToSeedSync(entropyToMnemonic(entropy, wordlist)), chain);
}

/** BIP84 for bitcoin (coin type 1 off the main chain), BIP44 for Ethereum; account 0 of each. */
export function vaultOf(seed: Uint8Array, chain: BitcoinChain): Vault {
  const bitcoin = HDKey.fromMasterSeed(seed, keyVersions(chain)).derive(`m/84'/${chain === "main" ? 0 : 1}'/0'`);
  const ethereum = HDKey.fromMasterSeed(seed).derive("m/44'/60'/0'");
  return {
    accountKeys: () => ({ bitcoin: bitcoin.publicExtendedKey, ethereum: ethereum.publicExtendedKey }),
    bitcoinKey: (path) => childKey(bitcoin, path),
    ethereumKey: (path) => childKey(ethereum, path),
  };
}

function childKey(account: HDKey, { branch, index }: KeyPath): Uint8Array {
  const { privateKey } = account.deriveChild(branch).deriveChild(index);
  if (!privateKey) throw new Error("an account without private keys");
  return privateKey;
}

function write(path: string, entropy: Uint8Array, key: string | undefined): void {
  writeFileSync(`${path}.part`, JSON.stringify(close(entropy, key)), { mode: 0o600, flush: true });
  renameSync(`${path}.part`, path);
  // Before an address is derived from it: coins that came to a seed that is gone are gone with it.
  for (const above of [dirname(path), dirname(dirname(path))]) syncFolderNow(above);
}

function close(entropy: Uint8Array, key: string | undefined): SeedFile {
  if (!key) return { version: 1, cipher: "none", nonce: "", tag: "", body: Buffer.from(entropy).toString("hex") };
  const nonce = randomBytes(12);
  const cipher = createCipheriv("aes-256-gcm", Buffer.from(key, "hex"), nonce).setAAD(Buffer.from(PURPOSE));
  const body = Buffer.concat([cipher.update(entropy), cipher.final()]).toString("hex");
  return {
    version: 1,
    cipher: "aes-256-gcm",
    nonce: nonce.toString("hex"),
    tag: cipher.getAuthTag().toString("hex"),
    body,
  };
}

function read(path: string, key: string | undefined): { entropy: Uint8Array; wasPlain: boolean } {
  const file: SeedFile = JSON.parse(readFileSync(path, "utf8"));
  if (file.version !== 1) throw new Error(`the seed file ${path} is of a version this program does not know`);
  if (file.cipher === "none") return { entropy: Buffer.from(file.body, "hex"), wasPlain: true };
  if (!key) throw new Error(`the seed file ${path} is encrypted; give SIGNER_KEY`);
  const decipher = createDecipheriv("aes-256-gcm", Buffer.from(key, "hex"), Buffer.from(file.nonce, "hex"));
  decipher.setAAD(Buffer.from(PURPOSE)).setAuthTag(Buffer.from(file.tag, "hex"));
  try {
    return {
      entropy: Buffer.concat([decipher.update(Buffer.from(file.body, "hex")), decipher.final()]),
      wasPlain: false,
    };
  } catch (error) {
    throw new Error(`SIGNER_KEY does not open ${path}`, { cause: error });
  }
}
