/** Exchanges the secret that the secrets of keys are sealed with. */
import { sealInRounds } from "../../platform/seal-rounds.ts";
import { useSealingSecret } from "../../platform/sealed.ts";
import type { Config } from "../../platform/settings/config.ts";
import type { Db } from "../../platform/postgres/db.ts";
import { sealingRound } from "./spot-key-rows.ts";
import { openSecret, sealSecret } from "./spot-keys.ts";

/** As the owner of the tables; a second call changes nothing. Returns the line for the operator. */
export async function sealKeysAnew(db: Db, { secret, sealing }: Pick<Config, "secret" | "sealing">): Promise<string> {
  useSealingSecret(secret, sealing);
  const round = sealingRound((sealed, publicId) => sealSecret(openSecret(sealed, publicId), publicId));
  return `sealed the secrets of ${await sealInRounds(db, round)} API keys with the new secret`;
}
