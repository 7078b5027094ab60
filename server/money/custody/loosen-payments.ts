/** A reorganisation as payments see it: what was known above a height is open again, and what was decided is looked at. */
import type { Tx } from "../../platform/db.ts";
import { halt } from "../../money/ledger/index.ts";
import { movePayment } from "./payment.ts";
import type { ChainName } from "./rails.ts";

/**
 * Takes payments out of blocks above the height. Settled ones stay settled, and their bytes are shown again. Halts money
 * out where a sum was given back on the word of a block that is gone: the old bytes may be mined after all.
 */
export async function loosenPayments(tx: Tx, { chain, above }: { chain: ChainName; above: number }): Promise<void> {
  await tx.rows`
    update chain_payments
    set conflict_txid = null, conflict_height = null
    where chain = ${chain} and status <> 'conflicted' and conflict_height > ${above}`;
  await tx.rows`
    update chain_payments
    set stuck_kind = null, stuck_since_height = null, stuck_why = null
    where chain = ${chain} and status <> 'conflicted' and stuck_since_height > ${above}`;
  const mined = await tx.rows<{ id: bigint }>`
    select id
    from chain_payments
    where chain = ${chain} and status = 'mined' and block_height > ${above}
    order by id`;
  for (const { id } of mined) await movePayment(tx, id, "unmine");
  await tx.rows`
    update chain_payments
    set block_height = null, block_hash = null, tried_at = null
    where chain = ${chain} and status = 'final' and block_height > ${above}`;
  const [undecided] = await tx.rows<{ txid: string }>`
    select txid
    from chain_payments
    where chain = ${chain}
      and ((status = 'conflicted' and greatest(conflict_height, stuck_since_height) > ${above})
        or (status = 'reverted' and block_height > ${above}))
    limit 1`;
  if (!undecided) return;
  const reason = `a reorganisation removed the block for which the sum of ${undecided.txid} was given back`;
  await halt(tx, { name: `${chain}_out`, reason });
}
