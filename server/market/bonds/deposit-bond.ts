/** An owner deposits what is missing of their bond, in one coin. */
import type { CryptoCode } from "#contract/money/money.ts";
import { Refusal } from "#contract/platform/errors/refusals.ts";
import type { Tx } from "../../platform/postgres/db.ts";
import { ids } from "../../platform/ids.ts";
import { emitWalletEvent } from "../../money/custody/index.ts";
import { outcomeRefusal } from "../../money/ledger/index.ts";
import { REFUSES } from "./refusals.ts";
import { depositMissing } from "./rows.ts";

/**
 * The database computes the amount under the lock of the person: of two at once the second finds nothing missing. Refuses
 * bond.nothing_missing, wallet.on_hold, auth.restricted, rates.stale, ledger.insufficient_balance and those of halts.
 */
export async function depositBond(tx: Tx, { userId, currency }: { userId: bigint; currency: CryptoCode }) {
  const hash = ids.hash();
  const { outcome, units } = await depositMissing(tx, { userId, hash, currency, at: await tx.readClock() });
  if (outcome !== "deposited") throw outcomeRefusal(outcome, REFUSES);
  if (units === null) throw new Refusal("rates.stale");

  emitWalletEvent(tx, { userId, currency, reason: "bond_deposited", subject: hash, units, txid: null });
}
