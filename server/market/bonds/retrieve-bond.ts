/** An owner takes all of their bond back. */
import type { Tx } from "../../platform/postgres/db.ts";
import { ids } from "../../platform/ids.ts";
import { emitWalletEvent } from "../../money/custody/index.ts";
import { outcomeRefusal } from "../../money/ledger/index.ts";
import { REFUSES } from "./refusals.ts";
import { holdingsOf, returnAll } from "./rows.ts";

/**
 * Expects the owner locked. Refuses bond.none, bond.in_trade while a trade that it secures is open, bond.locked for the days
 * after the last one, wallet.on_hold, auth.restricted and those of halts.
 */
export async function retrieveBond(tx: Tx, userId: bigint): Promise<void> {
  const held = await holdingsOf(tx, userId);
  const hash = ids.hash();
  const outcome = await returnAll(tx, { userId, hash, at: await tx.readClock() });
  if (outcome !== "returned") throw outcomeRefusal(outcome, REFUSES);

  for (const { currency, units } of held)
    emitWalletEvent(tx, { userId, currency, reason: "bond_returned", subject: hash, units, txid: null });
}
