/** Exchanges the secret that personal data are sealed with: what the previous one sealed is sealed with the present one. */
import type { Config } from "../../platform/settings/config.ts";
import type { Db } from "../../platform/postgres/db.ts";
import { sealingVersion, useSealingSecret } from "../../platform/sealed.ts";
import { lockSealedBefore, sealAgain } from "./seal-rows.ts";

const AT_ONCE = 200;

/**
 * As the owner of the tables, while no process uses the previous secret. Returns the line for the operator; a second call
 * changes nothing.
 */
export async function sealAllAnew(db: Db, { secret, sealing }: Pick<Config, "secret" | "sealing">): Promise<string> {
  useSealingSecret(secret, sealing);
  let sealed = 0;
  let after = 0n;
  for (;;) {
    const count = await db.tx(async (tx) => {
      const rows = await lockSealedBefore(tx, { version: sealingVersion(), after, limit: AT_ONCE });
      await sealAgain(tx, rows);
      after = rows.at(-1)?.id ?? after;
      return rows.length;
    });
    sealed += count;
    if (count < AT_ONCE)
      return `sealed ${sealed} accounts with the new secret; PARLEY_SECRET_BEFORE is not needed any more`;
  }
}
