/** Work on trades that nobody asks for: batch after batch, until there is none. */
import type { Db, ReadTx, Tx } from "../../../platform/postgres/db.ts";

const BATCH = 200;

export type BatchWork = {
  /** The hashes of at most so many that there is something to do with. */
  readonly find: (tx: ReadTx, most: number) => Promise<string[]>;
  /** Locks them and decides anew: anything may have happened to them meanwhile. */
  readonly apply: (tx: Tx, hashes: readonly string[]) => Promise<unknown>;
};

/** Returns how many were found. Safe to run twice and by two processes. */
export async function inBatches(db: Db, work: BatchWork): Promise<number> {
  let worked = 0;
  for (;;) {
    const count = await db.tx((tx) => batchOf(tx, work)).catch(() => eachByItself(db, work));
    worked += count;
    if (count < BATCH) return worked;
  }
}

async function batchOf(tx: Tx, { find, apply }: BatchWork): Promise<number> {
  const hashes = await find(tx, BATCH);
  // Mostly there is nothing to do, twice a second.
  if (hashes.length > 0) await apply(tx, hashes);
  return hashes.length;
}

/** After a batch failed: one trade that cannot be moved must not hold up the others. Throws what the first one threw. */
async function eachByItself(db: Db, { find, apply }: BatchWork): Promise<number> {
  const faults: unknown[] = [];
  const hashes = await db.tx((tx) => find(tx, BATCH));
  for (const hash of hashes) await db.tx((tx) => apply(tx, [hash])).catch((error) => faults.push(error));
  if (faults.length > 0) throw faults[0];
  return hashes.length;
}
