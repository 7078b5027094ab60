/** Exchanges the secret that the numbers and codes of top-ups, and the codes of the demo's company, are sealed and marked with. */
import type { Config } from "../../platform/settings/config.ts";
import type { Db } from "../../platform/postgres/db.ts";
import { type SealRound, sealInRounds } from "../../platform/seal-rounds.ts";
import { useSealingSecret } from "../../platform/sealed.ts";
import { openOwnPin, sealOwnPin } from "./house-telco/pins.ts";
import { openPin, pinMark, sealPin } from "./sealed-pins.ts";
import * as rows from "./seal-rows.ts";
import { openPhone, phoneMark, sealPhone } from "./phone.ts";

/** As the owner of the tables; a second call changes nothing. Numbers that are only looked up are asked for again. */
export async function sealAnew(db: Db, { secret, sealing }: Pick<Config, "secret" | "sealing">): Promise<string> {
  useSealingSecret(secret, sealing);
  await db.tx(rows.dropLookUps);
  const sealed =
    (await sealInRounds(db, sealPhones)) +
    (await sealInRounds(db, sealRules)) +
    (await sealInRounds(db, sealPins)) +
    (await sealInRounds(db, sealOwn));
  return `sealed ${sealed} numbers and codes of top-ups with the new secret`;
}

const sealPhones: SealRound = async (tx, bound) => {
  const found = await rows.lockPhonesBefore(tx, bound);
  const anew = found.map(({ quote_id: quoteId, user_id: userId, phone_sealed }) => {
    const number = openPhone(phone_sealed, userId);
    return { quoteId, sealed: sealPhone(number, userId), mark: phoneMark(number) };
  });
  await rows.putPhonesAnew(tx, anew);
  return found.length;
};

const sealRules: SealRound = async (tx, bound) => {
  const found = await rows.lockRulesBefore(tx, bound);
  const anew = found.map(({ id, user_id: userId, phone_sealed }) => {
    const number = openPhone(phone_sealed, userId);
    return { id, sealed: sealPhone(number, userId), mark: phoneMark(number) };
  });
  await rows.putRulesAnew(tx, anew);
  return found.length;
};

const sealPins: SealRound = async (tx, bound) => {
  const found = await rows.lockPinsBefore(tx, bound);
  await rows.putPinsAnew(
    tx,
    found.map((row) => ({ quoteId: row.quote_id, ...sealPin(openPin(row), row.quote_id) })),
  );
  return found.length;
};

const sealOwn: SealRound = async (tx, bound) => {
  const found = await rows.lockOwnPinsBefore(tx, bound);
  const anew = found.map(({ reference, code_sealed }) => {
    const code = openOwnPin(code_sealed, reference);
    return { reference, code: sealOwnPin(code, reference), mark: pinMark(code) };
  });
  await rows.putOwnPinsAnew(tx, anew);
  return found.length;
};
