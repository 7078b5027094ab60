/** Exchanges the secret that numbers are sealed and marked with. */
import type { Config } from "../../platform/settings/config.ts";
import type { Db } from "../../platform/postgres/db.ts";
import { sealingVersion, useSealingSecret } from "../../platform/sealed.ts";
import { sealAllAnew } from "../accounts/index.ts";
import { numberMark, openNumber, sealNumber } from "./marks.ts";
import { lockNumbersBefore, putNumbersAnew } from "./rows.ts";

const AT_ONCE = 200;

/** Seals users' data and their numbers anew, as the owner of the tables. Returns the line for the operator. */
export async function sealAnew(db: Db, config: Pick<Config, "secret" | "sealing">): Promise<string> {
  const numbers = await sealNumbersAnew(db, config);
  return `sealed ${numbers} phone numbers, ${await sealAllAnew(db, config)}`;
}

/** As the owner of the tables; twice is once. Codes that are on their way have to be asked for again. Returns how many. */
async function sealNumbersAnew(db: Db, { secret, sealing }: Pick<Config, "secret" | "sealing">): Promise<number> {
  useSealingSecret(secret, sealing);
  for (let sealed = 0; ; ) {
    const count = await db.tx(async (tx) => {
      const rows = await lockNumbersBefore(tx, { version: sealingVersion(), limit: AT_ONCE });
      const anew = rows.map(({ user_id: userId, external_id: externalId, number_sealed: before }) => {
        const number = openNumber(before, externalId);
        return { userId, numberSealed: sealNumber(number, externalId), numberIndex: numberMark(number) };
      });
      if (anew.length > 0) await putNumbersAnew(tx, anew);
      return rows.length;
    });
    sealed += count;
    if (count < AT_ONCE) return sealed;
  }
}
