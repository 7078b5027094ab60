/** For the seeding of a demo market, which has a dispute from its start: as the owner of the tables, before anybody is there. */
import type { Tx } from "../../../platform/postgres/db.ts";

/** The trade was opened and paid four hours before it was. Emits nothing. */
export async function openEarlier(tx: Tx, hash: string): Promise<void> {
  await tx.rows`
    update trades
    set started_at = started_at - interval '4 hours', paid_at = paid_at - interval '4 hours'
    where hash = ${hash}`;
}
