/** Exchanges the secret that the secrets of endpoints are sealed with. */
import type { Config } from "../../platform/settings/config.ts";
import type { Db } from "../../platform/postgres/db.ts";
import { type SealRound, sealInRounds } from "../../platform/seal-rounds.ts";
import { useSealingSecret } from "../../platform/sealed.ts";
import { lockSecretsBefore, putSecretAnew } from "./seal-rows.ts";
import { openSecret, sealSecret } from "./sign.ts";

/** As the owner of the tables; a second call changes nothing. Returns the line for the operator. */
export async function sealSecretsAnew(
  db: Db,
  { secret, sealing }: Pick<Config, "secret" | "sealing">,
): Promise<string> {
  useSealingSecret(secret, sealing);
  return `sealed the secrets of ${await sealInRounds(db, sealSecrets)} webhooks with the new secret`;
}

const sealSecrets: SealRound = async (tx, bound) => {
  const rows = await lockSecretsBefore(tx, bound);
  for (const { user_id: userId, secret_sealed: current, previous_sealed: previous } of rows) {
    const anew = (bytes: Uint8Array) => sealSecret(openSecret(bytes, userId), userId);
    await putSecretAnew(tx, { userId, current: anew(current), previous: previous && anew(previous) });
  }
  return rows.length;
};
