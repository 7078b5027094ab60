/** Exchanges the secret that numbers of cards are sealed and marked with. Their digits on the back change with it, as those of a new card would. */
import type { Config } from "../../../platform/settings/config.ts";
import type { Db } from "../../../platform/postgres/db.ts";
import { type SealRound, sealInRounds } from "../../../platform/seal-rounds.ts";
import { useSealingSecret } from "../../../platform/sealed.ts";
import { numberMark, openNumber, sealNumber } from "./number.ts";
import { numbersToSeal, setNumbers } from "./seal-rows.ts";

/** As the owner of the tables; a second call changes nothing. */
export async function sealAnew(db: Db, { secret, sealing }: Pick<Config, "secret" | "sealing">): Promise<string> {
  useSealingSecret(secret, sealing);
  return `sealed ${await sealInRounds(db, sealSome)} numbers of cards with the new secret`;
}

const sealSome: SealRound = async (tx, bound) => {
  const rows = await numbersToSeal(tx, bound);
  const numbers = rows.map(({ hash, number_sealed }) => openNumber(number_sealed, hash));
  await setNumbers(
    tx,
    rows.map(({ id, hash }, place) => {
      const number = numbers[place] ?? "";
      return { id, sealed: sealNumber(number, hash), mark: numberMark(number) };
    }),
  );
  return rows.length;
};
