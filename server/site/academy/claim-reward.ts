/** The reward of the partner program for its lesson. */
import { CRYPTO, displayFromUnits } from "#contract/money/money.ts";
import type { RefusalCode } from "#contract/platform/errors/refusals.ts";
import { REWARDED_LESSON } from "#contract/site/academy-names.ts";
import type { Viewer } from "../../platform/http/policy.ts";
import type { Tx } from "../../platform/postgres/db.ts";
import { ids } from "../../platform/ids.ts";
import { emitWalletEvent } from "../../money/custody/index.ts";
import { outcomeRefusal } from "../../money/ledger/index.ts";
import { refuseWithoutProgram } from "../../reach/partners/index.ts";
import { claim } from "./rows.ts";

const REFUSES: Readonly<Record<string, RefusalCode>> = {
  off: "partner.off",
  unfinished: "partner.lesson_unfinished",
  already: "partner.lesson_already",
  unverified: "partner.lesson_unverified",
  empty: "partner.lesson_empty",
  on_hold: "wallet.on_hold",
  restricted: "auth.restricted",
};

/** The table keeps one for each person: a second claim is refused with partner.lesson_already. */
export async function claimLessonReward(tx: Tx, viewer: Viewer) {
  await refuseWithoutProgram(tx, viewer);
  const { userId } = viewer;
  const hash = ids.hash();
  const at = await tx.readClock();
  const { outcome, units } = await claim(tx, { userId, lesson: REWARDED_LESSON, hash, at });
  if (outcome !== "claimed") throw outcomeRefusal(outcome, REFUSES);

  emitWalletEvent(tx, { userId, currency: "USDT", reason: "reward_claimed", subject: hash, units, txid: null });
  return {
    id: hash,
    cryptoCurrencyCode: "USDT" as const,
    amount: displayFromUnits(units, CRYPTO.USDT.digits),
    at: at.toISOString(),
  };
}
