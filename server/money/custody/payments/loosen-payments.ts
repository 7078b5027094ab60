/** A reorganisation as payments see it: what was known above a height is open again, and what was decided is looked at. */
import type { ChainName } from "#contract/money/chains.ts";
import type { Tx } from "../../../platform/postgres/db.ts";
import { halt } from "../../ledger/index.ts";
import { movePayment } from "./payment.ts";
import { forgetConflicts, forgetStuck, loosenSettled, minedAbove, returnedAbove } from "./rows.ts";

/**
 * Takes payments out of blocks above the height. Settled ones stay settled, and their bytes are shown again. Halts money
 * out where a sum was given back on the word of a block that is gone: the old bytes may be mined after all.
 */
export async function loosenPayments(tx: Tx, { chain, above }: { chain: ChainName; above: number }): Promise<void> {
  await forgetConflicts(tx, { chain, above });
  await forgetStuck(tx, { chain, above });
  const mined = await minedAbove(tx, { chain, above });
  for (const { id } of mined) await movePayment(tx, id, "unmine");
  await loosenSettled(tx, { chain, above });
  const undecided = await returnedAbove(tx, { chain, above });
  if (!undecided) return;
  const reason = `a reorganisation removed the block for which the sum of ${undecided.txid} was given back`;
  await halt(tx, { name: `${chain}_out`, reason });
}
