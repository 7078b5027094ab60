/** Exchanges the secret of gift cards: what the previous one sealed and marked is sealed and marked with the present one. */
import type { Config } from "../../platform/settings/config.ts";
import type { Db } from "../../platform/postgres/db.ts";
import { type SealRound, sealInRounds } from "../../platform/seal-rounds.ts";
import { useSealingSecret } from "../../platform/sealed.ts";
import { codeMark, openCode, sealCode } from "./codes.ts";
import { lockSealedBefore, putAnew } from "./rows.ts";

/** As the owner of the tables, before the accounts. Returns the line for the operator; a second call changes nothing. */
export async function sealCardsAnew(db: Db, { secret, sealing }: Pick<Config, "secret" | "sealing">): Promise<string> {
  useSealingSecret(secret, sealing);
  return `sealed ${await sealInRounds(db, sealCodes)} codes of gift cards with the new secret`;
}

const sealCodes: SealRound = async (tx, bound) => {
  const rows = await lockSealedBefore(tx, bound);
  const anew = rows.map(({ id, hash, code_sealed: before }) => {
    const code = openCode(before, hash);
    return { id, codeSealed: sealCode(code, hash), codeMark: codeMark(code) };
  });
  await putAnew(tx, anew);
  return rows.length;
};
