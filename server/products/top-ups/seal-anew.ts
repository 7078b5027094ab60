/** Exchanges the secret that the numbers of top-ups are sealed and marked with. */
import type { Config } from "../../platform/settings/config.ts";
import type { Db, Tx } from "../../platform/postgres/db.ts";
import { sealingVersion, useSealingSecret } from "../../platform/sealed.ts";
import { dropLookUps, lockPhonesBefore, putPhonesAnew } from "./seal-rows.ts";
import { openPhone, phoneMark, sealPhone } from "./phone.ts";

const AT_ONCE = 200;

/** As the owner of the tables; a second call changes nothing. Numbers that are only looked up are asked for again. */
export async function sealAnew(db: Db, { secret, sealing }: Pick<Config, "secret" | "sealing">): Promise<string> {
  useSealingSecret(secret, sealing);
  await db.tx(dropLookUps);
  for (let sealed = 0; ; ) {
    const count = await db.tx(sealSome);
    sealed += count;
    if (count < AT_ONCE) return `sealed ${sealed} numbers of top-ups with the new secret`;
  }
}

async function sealSome(tx: Tx): Promise<number> {
  const rows = await lockPhonesBefore(tx, { version: sealingVersion(), limit: AT_ONCE });
  const anew = rows.map(({ quote_id: quoteId, user_id: userId, phone_sealed }) => {
    const number = openPhone(phone_sealed, userId);
    return { quoteId, sealed: sealPhone(number, userId), mark: phoneMark(number) };
  });
  await putPhonesAnew(tx, anew);
  return rows.length;
}
