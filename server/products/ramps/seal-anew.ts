/** Exchanges the secret that accounts and names of orders are sealed with. */
import type { Config } from "../../platform/settings/config.ts";
import type { Db } from "../../platform/postgres/db.ts";
import { type SealRound, sealInRounds } from "../../platform/seal-rounds.ts";
import { useSealingSecret } from "../../platform/sealed.ts";
import { lockRampsBefore, putRampAnew } from "./seal-rows.ts";
import { openText, sealText } from "./sealed-ramp.ts";

/** As the owner of the tables; a second call changes nothing. */
export async function sealAnew(db: Db, { secret, sealing }: Pick<Config, "secret" | "sealing">): Promise<string> {
  useSealingSecret(secret, sealing);
  return `sealed ${await sealInRounds(db, sealSome)} purchases and sales at providers with the new secret`;
}

const sealSome: SealRound = async (tx, bound) => {
  const rows = await lockRampsBefore(tx, bound);
  for (const { user_id: userId, quote_id, party_sealed, instructions_sealed, payer_sealed } of rows) {
    const again = (column: "party" | "instructions" | "payer", sealed: Buffer) =>
      sealed.length === 0 ? sealed : sealText(column, openText(column, sealed, userId), userId);
    await putRampAnew(tx, {
      quote_id,
      party_sealed: again("party", party_sealed),
      instructions_sealed: instructions_sealed && again("instructions", instructions_sealed),
      payer_sealed: payer_sealed && again("payer", payer_sealed),
    });
  }
  return rows.length;
};
