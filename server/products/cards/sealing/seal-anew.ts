/** Exchanges the secret that numbers of cards are sealed and marked with, and addresses of their holders. Their digits on the back change with it, as those of a new card would. */
import type { Config } from "../../../platform/settings/config.ts";
import type { Db } from "../../../platform/postgres/db.ts";
import { type SealRound, sealInRounds } from "../../../platform/seal-rounds.ts";
import { useSealingSecret } from "../../../platform/sealed.ts";
import { numberMark, openNumber, sealNumber } from "../house-issuer/number.ts";
import { openAddressText, sealAddressText } from "../stripe-issuing/holder.ts";
import { addressesToSeal, numbersToSeal, setAddress, setNumbers } from "./seal-rows.ts";

/** As the owner of the tables; a second call changes nothing. */
export async function sealAnew(db: Db, { secret, sealing }: Pick<Config, "secret" | "sealing">): Promise<string> {
  useSealingSecret(secret, sealing);
  const [numbers, addresses] = [await sealInRounds(db, sealSome), await sealInRounds(db, sealAddresses)];
  return `sealed ${numbers} numbers of cards and ${addresses} addresses of their holders with the new secret`;
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

const sealAddresses: SealRound = async (tx, bound) => {
  const rows = await addressesToSeal(tx, bound);
  for (const row of rows) {
    const text = openAddressText(row.address_sealed, row.user_id);
    await setAddress(tx, { ...row, address_sealed: sealAddressText(text, row.user_id) });
  }
  return rows.length;
};
