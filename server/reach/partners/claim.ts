/** A user takes the open rewards of one coin into their balance. */
import { CRYPTO, type CryptoCode, displayFromUnits } from "#contract/money/money.ts";
import type { RefusalCode } from "#contract/platform/errors/refusals.ts";
import type { Tx } from "../../platform/postgres/db.ts";
import { ids } from "../../platform/ids.ts";
import { emitWalletEvent } from "../../money/custody/index.ts";
import { outcomeRefusal } from "../../money/ledger/index.ts";
import { claim } from "./rows.ts";

const REFUSES: Readonly<Record<string, RefusalCode>> = {
  level: "auth.email_unconfirmed",
  nothing: "partner.nothing",
  too_little: "partner.too_little",
  no_rate: "rates.stale",
  on_hold: "wallet.on_hold",
  restricted: "auth.restricted",
};

/**
 * The database adds up the rewards under the lock of the user: of two claims at once the second finds nothing. Refuses partner.nothing,
 * partner.too_little, rates.stale, wallet.on_hold, auth.restricted and those of halts.
 */
export async function claimRewards(tx: Tx, { userId, currency }: { userId: bigint; currency: CryptoCode }) {
  const hash = ids.hash();
  const at = await tx.readClock();
  const { outcome, units } = await claim(tx, { userId, currency, hash, at });
  if (outcome !== "claimed") throw outcomeRefusal(outcome, REFUSES);

  emitWalletEvent(tx, { userId, currency, reason: "reward_claimed", subject: hash, units, txid: null });
  return {
    id: hash,
    cryptoCurrencyCode: currency,
    amount: displayFromUnits(units, CRYPTO[currency].digits),
    at: at.toISOString(),
  };
}
