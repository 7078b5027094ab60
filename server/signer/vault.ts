/**
 * The seed: made by the machine's random source at the first start, kept in one file that only this user may read, and
 * encrypted when a key is given. It is never handed to a caller; accounts are.
 */
import {
  createCipheriv,
  createDecipheriv,
  createPrivateKey,
  createPublicKey,
  hkdfSync,
  randomBytes,
  sign,
} from "node:crypto";
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { HDKey } from "@scure/bip32";
import { entropyToMnemonic, mnemonicToSeedSync } from "@scure/bip39";
import { wordlist } from "@scure/bip39/wordlists/english.js";
import { type BitcoinChain, type KeyPath, keyVersions } from "../platform/outside/chains/chain-keys.ts";
import { syncFolderNow } from "../platform/files/sync-folder.ts";

export type Vault = {
  /** The account public keys, for deriving addresses elsewhere. */
  accountKeys(): { bitcoin: string; ethereum: string };
  /** DER in base64. */
  readonly attestationKey: string;
  /** A signature over the text, in base64. */
  attest(text: string): string;
  bitcoinKey(path: KeyPath): Uint8Array;
  ethereumKey(path: KeyPath): Uint8Array;
  /** What the signer seals in its own tables opens with this alone. */
  sealingSecret(): Uint8Array;
};

type SeedFile = { version: 1; cipher: "none" | "aes-256-gcm"; nonce: string; tag: string; body: string };

const PURPOSE = "parley wallet seed";

type VaultSettings = {
  readonly folder: string;
  readonly key: string | undefined;
  /** Opens the file where `key` does not; it is encrypted with `key` then. */
  readonly keyBefore?: string | undefined;
  readonly chain: BitcoinChain;
};

export function openVault({ folder, key, keyBefore, chain }: VaultSettings): Vault {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, "seed.json");
  if (!existsSync(path)) write(path, randomBytes(32), key);
  const { entropy, isClosedBy } = read(path, [key, keyBefore]);
  if (key && isClosedBy !== key) write(path, entropy, key);
  return vaultOf(mnemonicToSeedSync(entropyToMnemonic(entropy, wordlist)), chain);
}

/** BIP84 for bitcoin (coin type 1 off the main chain), BIP44 for Ethereum; account 0 of each. */
export function vaultOf(seed: Uint8Array, chain: BitcoinChain): Vault {
  const bitcoin = HDKey.fromMasterSeed(seed, keyVersions(chain)).derive(`m/84'/${chain === "main" ? 0 : 1}'/0'`);
  const ethereum = HDKey.fromMasterSeed(seed).derive("m/44'/60'/0'");
  return {
    ...attesterOf(seed),
    accountKeys: () => ({ bitcoin: bitcoin.publicExtendedKey, ethereum: ethereum.publicExtendedKey }),
    bitcoinKey: (path) => childKey(bitcoin, path),
    ethereumKey: (path) => childKey(ethereum, path),
    sealingSecret: () => new Uint8Array(hkdfSync("sha256", seed, "parley signer", "sealing secret", 32)),
  };
}

/** What a private key of Ed25519 begins with, as PKCS #8. */
const ED25519 = Buffer.from("302e020100300506032b657004220420", "hex");

/** With a key of its own, which signs nothing else and comes from the same seed. */
function attesterOf(seed: Uint8Array): Pick<Vault, "attestationKey" | "attest"> {
  const secret = Buffer.from(hkdfSync("sha256", seed, "", "parley attests addresses", 32));
  const key = createPrivateKey({ key: Buffer.concat([ED25519, secret]), format: "der", type: "pkcs8" });
  return {
    attestationKey: createPublicKey(key).export({ format: "der", type: "spki" }).toString("base64"),
    attest: (text) => sign(null, Buffer.from(text), key).toString("base64"),
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

/** The first key that opens it is the one that it is closed by; undefined where it lies open. */
function read(path: string, keys: readonly (string | undefined)[]): { entropy: Uint8Array; isClosedBy?: string } {
  const file: SeedFile = JSON.parse(readFileSync(path, "utf8"));
  if (file.version !== 1) throw new Error(`the seed file ${path} is of a version this program does not know`);
  if (file.cipher === "none") return { entropy: Buffer.from(file.body, "hex") };
  if (!keys[0]) throw new Error(`the seed file ${path} is encrypted; give SIGNER_KEY`);
  let fault: unknown;
  for (const key of keys) {
    if (key === undefined) continue;
    try {
      return { entropy: open(file, key), isClosedBy: key };
    } catch (error) {
      fault = error;
    }
  }
  throw new Error(`SIGNER_KEY does not open ${path}`, { cause: fault });
}

/** Throws where it was closed by another key, or changed. */
function open(file: SeedFile, key: string): Uint8Array {
  const decipher = createDecipheriv("aes-256-gcm", Buffer.from(key, "hex"), Buffer.from(file.nonce, "hex"));
  decipher.setAAD(Buffer.from(PURPOSE)).setAuthTag(Buffer.from(file.tag, "hex"));
  return Buffer.concat([decipher.update(Buffer.from(file.body, "hex")), decipher.final()]);
}
