/** The signer's service in the process of the test, with the rights of the signer's login: it verifies, and has no keys. */
import { generateKeyPairSync, sign } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openDb } from "../../platform/postgres/db.ts";
import type { Log } from "../../platform/log.ts";
import { SignerRefusal, SignerSilent, type Verifier, verifierOf } from "../../platform/outside/signer/signer.ts";
import { openAuditHeads } from "../../signer/records/audit-heads.ts";
import { makeService } from "../../signer/service.ts";

/** A key of this process, as the vault would have one. */
export function testKeys() {
  const { publicKey, privateKey } = generateKeyPairSync("ed25519");
  return {
    attestationKey: publicKey.export({ format: "der", type: "spki" }).toString("base64"),
    attest: (text: string) => sign(null, Buffer.from(text), privateKey).toString("base64"),
  };
}

type Options = { readonly signerUrl: string; readonly origin: string; readonly log: Log };

export function openVerifier({ signerUrl, origin, log }: Options): Verifier & { close(): Promise<void> } {
  const db = openDb({ url: signerUrl, log, poolSize: 4 });
  const folder = mkdtempSync(join(tmpdir(), "parley-heads-"));
  const service = makeService({ db, site: { origin }, heads: openAuditHeads(folder, testKeys()) });
  const verifier = verifierOf(async (method, params) => {
    try {
      // As it would come over the stream.
      return await service.answer(method, JSON.parse(JSON.stringify(params)));
    } catch (error) {
      if (error instanceof SignerRefusal) throw error;
      throw new SignerSilent(error instanceof Error ? error.message : "unknown fault");
    }
  });
  return {
    ...verifier,
    close: async () => {
      rmSync(folder, { recursive: true, force: true });
      await db.close();
    },
  };
}
