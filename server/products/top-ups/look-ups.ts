/** The operator of a number: the user asks, a worker asks the provider, and the page asks for the answer. */
import { fieldRefusal, Refusal } from "#contract/platform/errors/refusals.ts";
import type { TopUpLookUp } from "#contract/products/top-ups.ts";
import type { AppPorts } from "../../platform/app-ports.ts";
import { ids } from "../../platform/ids.ts";
import type { ReadTx, Tx } from "../../platform/postgres/db.ts";
import { readMobileNumber, spacedNumber } from "../../people/phones/index.ts";
import { openPhone, phoneMark, sealPhone } from "./phone.ts";
import * as rows from "./rows.ts";
import type { TopUpProvider } from "./provider.ts";

const MOST_A_DAY = 60;
const AT_ONCE = 100;

type Wish = { readonly userId: bigint; readonly provider: string; readonly phone: string; readonly countryIso: string };

/** Refuses phone.unreadable, phone.invalid, phone.wrong_type, top_up.country where nothing is sold, and top_up.look_ups beyond those of a day. */
export async function lookUpNumber(tx: Tx, { userId, provider, phone, countryIso }: Wish): Promise<TopUpLookUp> {
  const { number, country } = readMobileNumber(phone, countryIso);
  if (!(await rows.isSoldIn(tx, provider, country))) throw fieldRefusal("top_up.country", "phone");
  if ((await rows.lookUpsOfDay(tx, userId)) >= MOST_A_DAY) throw new Refusal("top_up.look_ups");
  const hash = ids.hash();
  await rows.insertLookUp(tx, {
    ...{ hash, userId, provider, country },
    ...{ phoneSealed: sealPhone(number, userId), phoneIndex: phoneMark(number) },
  });
  return getLookUp(tx, { userId, hash });
}

/** Refuses top_up.unknown. */
export async function getLookUp(tx: ReadTx, { userId, hash }: { userId: bigint; hash: string }): Promise<TopUpLookUp> {
  const row = await rows.findLookUp(tx, hash);
  if (!row || row.user_id !== userId) throw new Refusal("top_up.unknown");
  const number = openPhone(row.phone_sealed, userId);
  return {
    id: row.hash,
    number,
    shown: spacedNumber(number),
    countryIso: row.country,
    state: row.answered_at === null ? "waiting" : row.operator_id === null ? "unknown" : "found",
    operatorId: row.operator_id === null ? null : String(row.operator_id),
  };
}

/** Answers those that wait. What the provider cannot say is unknown: the user chooses. */
export async function answerLookUps({ db, log }: Pick<AppPorts, "db" | "log">, provider: TopUpProvider): Promise<void> {
  const waiting = await db.read((tx) => rows.waitingLookUps(tx, provider.name, AT_ONCE));
  await Promise.all(
    waiting.map(async ({ id, user_id, country, phone_sealed }) => {
      const code = await provider.operatorOf(openPhone(phone_sealed, user_id), country).catch((error: unknown) => {
        log.warn({ provider: provider.name, err: String(error) }, "the operator of a number could not be asked for");
        return undefined;
      });
      await db.tx((tx) => rows.answerLookUp(tx, { id, provider: provider.name, country, code: code ?? null }));
    }),
  );
}
