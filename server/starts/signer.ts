import { refuseOtherLogin } from "../platform/postgres/schema/database.ts";
import { LOGINS } from "../platform/postgres/logins.ts";
import { serveAlone } from "../signer/alone.ts";
import type { Start } from "./start.ts";

/** The signer alone, for the others: nothing of it is loaded in their processes, and of theirs nothing in this one. */
export async function startSigner({ config, say, stops }: Start): Promise<void> {
  await refuseOtherLogin(config.databaseUrl ?? "", LOGINS.signer);
  const { attestationKey, stop } = await serveAlone(config);
  stops.push(stop);
  say(`addresses are attested with ATTESTATION_KEY=${attestationKey}`);
  say("signer is ready");
}
