/**
 * The signer's attestation of one of our addresses: its user, the path of its key, its spelling. The signer's public
 * key is requested once or set in the settings; it is never read from a table.
 */
import { createPublicKey, type KeyObject, verify } from "node:crypto";
import type { ChainName } from "#contract/money/chains.ts";
import type { CryptoCode } from "#contract/money/money.ts";
import type { Attester } from "./signer.ts";

export type AttestedAddress = {
  readonly chain: ChainName;
  readonly network: string;
  readonly branch: number;
  readonly path_index: number;
  readonly address: string;
  readonly purpose: string;
  readonly user_id: bigint | null;
  readonly currency: CryptoCode;
};

/** No field can hold a line's end. */
export function attestationText(of: AttestedAddress): string {
  return [
    "parley address 1",
    of.chain,
    of.network,
    `${of.branch}/${of.path_index}`,
    of.purpose,
    of.user_id?.toString() ?? "nobody",
    of.currency,
    of.address,
  ].join("\n");
}

/** DER as text, in base64. */
export function readAttestationKey(text: string): KeyObject {
  return createPublicKey({ key: Buffer.from(text, "base64"), format: "der", type: "spki" });
}

export function isAttested(key: KeyObject, of: AttestedAddress & { readonly attestation: string | null }): boolean {
  if (of.attestation === null) return false;
  return verify(null, Buffer.from(attestationText(of)), key, Buffer.from(of.attestation, "base64"));
}

/** Keeps the first key that it receives for the life of the process; a key in the settings is the only valid one. */
export function pinned<A extends Attester>(attester: A, given: string | undefined): A {
  let kept: Promise<string> | undefined;
  return {
    ...attester,
    attestationKey() {
      kept ??= ask(attester, given).catch((error: unknown) => {
        kept = undefined;
        throw error;
      });
      return kept;
    },
  };
}

async function ask(attester: Attester, given: string | undefined): Promise<string> {
  const key = await attester.attestationKey();
  if (given === undefined || key === given) return key;
  throw new Error("the signer's key for addresses is not the one of ATTESTATION_KEY");
}
