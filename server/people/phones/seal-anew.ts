/** Exchanges the secret that numbers are sealed and marked with. */
import type { Config } from "../../platform/settings/config.ts";
import type { Db } from "../../platform/postgres/db.ts";
import { type SealRound, sealInRounds } from "../../platform/seal-rounds.ts";
import { useSealingSecret } from "../../platform/sealed.ts";
import { sealAllAnew } from "../accounts/index.ts";
import { numberMark, openNumber, sealNumber } from "./marks.ts";
import { lockNumbersBefore, putNumbersAnew } from "./rows.ts";

/** Seals users' data and their numbers anew, as the owner of the tables; twice is once. Returns the line for the operator. */
export async function sealAnew(db: Db, config: Pick<Config, "secret" | "sealing">): Promise<string> {
  useSealingSecret(config.secret, config.sealing);
  const numbers = await sealInRounds(db, sealNumbers);
  return `sealed ${numbers} phone numbers, ${await sealAllAnew(db, config)}`;
}

/** Codes that are on their way have to be asked for again. */
const sealNumbers: SealRound = async (tx, bound) => {
  const rows = await lockNumbersBefore(tx, bound);
  const anew = rows.map(({ user_id: userId, external_id: externalId, number_sealed: before }) => {
    const number = openNumber(before, externalId);
    return { userId, numberSealed: sealNumber(number, externalId), numberIndex: numberMark(number) };
  });
  if (anew.length > 0) await putNumbersAnew(tx, anew);
  return rows.length;
};
