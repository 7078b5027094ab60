/** Exchanges the secret that the numbers of top-ups are sealed and marked with. */
import type { Config } from "../../platform/settings/config.ts";
import type { Db } from "../../platform/postgres/db.ts";
import { type SealRound, sealInRounds } from "../../platform/seal-rounds.ts";
import { useSealingSecret } from "../../platform/sealed.ts";
import { dropLookUps, lockPhonesBefore, putPhonesAnew } from "./seal-rows.ts";
import { openPhone, phoneMark, sealPhone } from "./phone.ts";

/** As the owner of the tables; a second call changes nothing. Numbers that are only looked up are asked for again. */
export async function sealAnew(db: Db, { secret, sealing }: Pick<Config, "secret" | "sealing">): Promise<string> {
  useSealingSecret(secret, sealing);
  await db.tx(dropLookUps);
  return `sealed ${await sealInRounds(db, sealSome)} numbers of top-ups with the new secret`;
}

const sealSome: SealRound = async (tx, bound) => {
  const rows = await lockPhonesBefore(tx, bound);
  const anew = rows.map(({ quote_id: quoteId, user_id: userId, phone_sealed }) => {
    const number = openPhone(phone_sealed, userId);
    return { quoteId, sealed: sealPhone(number, userId), mark: phoneMark(number) };
  });
  await putPhonesAnew(tx, anew);
  return rows.length;
};
