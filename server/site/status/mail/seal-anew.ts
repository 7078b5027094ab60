/** Exchanges the secret that the addresses of subscribers are sealed with, and by which they are found. */
import type { Config } from "../../../platform/settings/config.ts";
import type { Db } from "../../../platform/postgres/db.ts";
import { sealInRounds } from "../../../platform/seal-rounds.ts";
import { useSealingSecret } from "../../../platform/sealed.ts";
import { emailMark } from "../../../people/accounts/index.ts";
import { openAddress, sealAddress } from "./subscribe.ts";
import { lockSubscribersBefore, putSubscriberAnew } from "./subscriber-rows.ts";

/** As the owner of the tables; a second call changes nothing. Returns the line for the operator. */
export async function sealSubscribersAnew(
  db: Db,
  { secret, sealing }: Pick<Config, "secret" | "sealing">,
): Promise<string> {
  useSealingSecret(secret, sealing);
  const sealed = await sealInRounds(db, async (tx, bound) => {
    const found = await lockSubscribersBefore(tx, bound);
    for (const { hash, email_sealed } of found) {
      const email = openAddress(email_sealed, hash);
      await putSubscriberAnew(tx, { hash, email_sealed: sealAddress(email, hash), mark: emailMark(email) });
    }
    return found.length;
  });
  return `sealed ${sealed} subscribers of incidents with the new secret`;
}
