/** The signer's service in the process of the test, with the rights of the signer's login: it verifies, and has no keys. */
import { openDb } from "../platform/db.ts";
import type { Log } from "../platform/log.ts";
import { SignerRefusal, SignerSilent, type Verifier, verifierOf } from "../platform/outside/signer.ts";
import { makeService } from "../signer/service.ts";

type Options = { readonly signerUrl: string; readonly origin: string; readonly log: Log };

export function openVerifier({ signerUrl, origin, log }: Options): Verifier & { close(): Promise<void> } {
  const db = openDb({ url: signerUrl, log, poolSize: 4 });
  const service = makeService({ db, site: { origin } });
  const verifier = verifierOf(async (method, params) => {
    try {
      // As it would come over the stream.
      return await service.answer(method, JSON.parse(JSON.stringify(params)));
    } catch (error) {
      if (error instanceof SignerRefusal) throw error;
      throw new SignerSilent(error instanceof Error ? error.message : "unknown fault");
    }
  });
  return { ...verifier, close: () => db.close() };
}
