/**
 * Signs the heads of the chain of staff acts: one for each number, and each over the one before. It remembers them in a file
 * of its own, so that a rewritten history is not signed again, even for the owner of the database.
 */
import { join } from "node:path";
import { appendHead, readHeads } from "../../platform/files/head-file.ts";
import { type AuditHead, auditDigest, type HeadSignature, headText } from "../../platform/outside/signer/audit-head.ts";
import { SignerRefusal } from "../../platform/outside/signer/signer.ts";
import type { Vault } from "../vault.ts";

export type AuditHeads = {
  /** The same head gives the same. Throws SignerRefusal signer.audit. */
  sign(head: AuditHead): HeadSignature;
};

type Keys = Pick<Vault, "attest" | "attestationKey">;

/** Where nothing was signed yet the first head may have any number: the chain may be older than this file. */
export function openAuditHeads(folder: string, keys: Keys): AuditHeads {
  const path = join(folder, HEADS_OF_SIGNER);
  const known = readHeads(path);
  return {
    sign(head) {
      if (auditDigest(head) !== head.digest) throw refusal("its digest is another");
      const same = known.find(({ number }) => number === head.number);
      if (same && same.digest === head.digest) return said(same);
      const last = known.at(-1);
      if (last && !follows(head, last)) throw refusal(`it does not follow from head ${last.number}`);
      const signed = { ...head, signature: keys.attest(headText(head)), key: keys.attestationKey };
      appendHead(path, signed);
      known.push(signed);
      return said(signed);
    },
  };
}

export const HEADS_OF_SIGNER = "audit-heads.jsonl";

const said = ({ signature, key }: HeadSignature): HeadSignature => ({ signature, key });

function follows(head: AuditHead, last: AuditHead): boolean {
  return (
    BigInt(head.number) === BigInt(last.number) + 1n &&
    head.previous === last.digest &&
    BigInt(head.acts) > BigInt(last.acts) &&
    BigInt(head.lastAct) > BigInt(last.lastAct)
  );
}

function refusal(why: string): SignerRefusal {
  return new SignerRefusal("signer.audit", `the head of the chain of staff acts is not signed: ${why}`);
}
