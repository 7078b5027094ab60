/** Exchanges the secret that codes of bought cards, and of the demo's issuer, are sealed and marked with. */
import type { Config } from "../../platform/settings/config.ts";
import type { Db } from "../../platform/postgres/db.ts";
import { type SealRound, sealInRounds } from "../../platform/seal-rounds.ts";
import { useSealingSecret } from "../../platform/sealed.ts";
import { markOf, openCode, openPin, sealedOf } from "./codes.ts";
import { openOwn, sealOwn } from "./house-market/house-market.ts";
import * as rows from "./seal-rows.ts";

/** As the owner of the tables; a second call changes nothing. */
export async function sealAnew(db: Db, { secret, sealing }: Pick<Config, "secret" | "sealing">): Promise<string> {
  useSealingSecret(secret, sealing);
  const sealed = (await sealInRounds(db, sealCodes)) + (await sealInRounds(db, sealCards));
  return `sealed ${sealed} codes of the gift card store with the new secret`;
}

const sealCodes: SealRound = async (tx, bound) => {
  const found = await rows.lockCodesBefore(tx, bound);
  const anew = found.map(({ id, hash, code_sealed, pin_sealed }) => {
    const code = openCode(code_sealed, hash);
    const pin = pin_sealed ? { pin: openPin(pin_sealed, hash) } : {};
    return { id, ...sealedOf({ code, ...pin }, hash) };
  });
  await rows.putCodesAnew(tx, anew);
  return found.length;
};

const sealCards: SealRound = async (tx, bound) => {
  const found = await rows.lockCardsBefore(tx, bound);
  const anew = found.map(({ id, reference, n, code_sealed }) => {
    const code = openOwn(code_sealed, reference, n);
    return { id, code: sealOwn(code, reference, n), mark: markOf(code) };
  });
  await rows.putCardsAnew(tx, anew);
  return found.length;
};
