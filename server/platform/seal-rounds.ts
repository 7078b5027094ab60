/** Sealing anew by rounds, so that no transaction holds a whole table. */
import type { Db, Tx } from "./postgres/db.ts";
import { sealingVersion } from "./sealed.ts";

/** What a round looks for: sealed with another version, at most so many. It returns how many it sealed. */
export type SealRound = (tx: Tx, bound: { readonly version: number; readonly limit: number }) => Promise<number>;

const AT_ONCE = 200;

/** Until a round finds fewer than it may seal. Returns how many were sealed. */
export async function sealInRounds(db: Db, round: SealRound): Promise<number> {
  for (let sealed = 0; ; ) {
    const count = await db.tx((tx) => round(tx, { version: sealingVersion(), limit: AT_ONCE }));
    sealed += count;
    if (count < AT_ONCE) return sealed;
  }
}
