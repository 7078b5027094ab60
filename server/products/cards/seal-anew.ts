/** Exchanges the secret that numbers of cards are sealed and marked with. Their digits on the back change with it, as those of a new card would. */
import type { Config } from "../../platform/settings/config.ts";
import type { Db, Tx } from "../../platform/postgres/db.ts";
import { sealingVersion, useSealingSecret } from "../../platform/sealed.ts";
import { numberMark, openNumber, sealNumber } from "./number.ts";

const AT_ONCE = 200;

/** As the owner of the tables; a second call changes nothing. */
export async function sealAnew(db: Db, { secret, sealing }: Pick<Config, "secret" | "sealing">): Promise<string> {
  useSealingSecret(secret, sealing);
  for (let sealed = 0; ; ) {
    const count = await db.tx(sealSome);
    sealed += count;
    if (count < AT_ONCE) return `sealed ${sealed} numbers of cards with the new secret`;
  }
}

async function sealSome(tx: Tx): Promise<number> {
  const rows = await tx.rows<{ id: bigint; hash: string; number_sealed: Buffer }>`
    select id, hash, number_sealed
    from cards
    where number_sealed is not null and get_byte(number_sealed, 0) <> ${sealingVersion()}
    order by id
    limit ${AT_ONCE}
    for no key update`;
  const numbers = rows.map(({ hash, number_sealed }) => openNumber(number_sealed, hash));
  await tx.rows`
    update cards
    set number_sealed = anew.sealed, number_index = anew.mark
    from unnest(
      ${rows.map(({ id }) => id)}::bigint[],
      ${rows.map(({ hash }, place) => sealNumber(numbers[place] ?? "", hash))}::bytea[],
      ${numbers.map(numberMark)}::bytea[]) as anew (id, sealed, mark)
    where cards.id = anew.id`;
  return rows.length;
}
