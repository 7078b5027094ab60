/** Exchanges the secret that the secrets of endpoints are sealed with. */
import type { Config } from "../../platform/settings/config.ts";
import type { Db } from "../../platform/postgres/db.ts";
import { sealingVersion, useSealingSecret } from "../../platform/sealed.ts";
import { lockSecretsBefore, putSecretAnew } from "./seal-rows.ts";
import { openSecret, sealSecret } from "./sign.ts";

const AT_ONCE = 200;

/** As the owner of the tables; a second call changes nothing. Returns the line for the operator. */
export async function sealSecretsAnew(
  db: Db,
  { secret, sealing }: Pick<Config, "secret" | "sealing">,
): Promise<string> {
  useSealingSecret(secret, sealing);
  for (let sealed = 0; ; ) {
    const count = await db.tx(async (tx) => {
      const rows = await lockSecretsBefore(tx, { version: sealingVersion(), limit: AT_ONCE });
      for (const { user_id: userId, secret_sealed: current, previous_sealed: previous } of rows) {
        const anew = (bytes: Uint8Array) => sealSecret(openSecret(bytes, userId), userId);
        await putSecretAnew(tx, { userId, current: anew(current), previous: previous && anew(previous) });
      }
      return rows.length;
    });
    sealed += count;
    if (count < AT_ONCE) return `sealed the secrets of ${sealed} webhooks with the new secret`;
  }
}
