/** The SQL of the demo's cases: which offers they are about. */
import type { ReadTx } from "../../platform/postgres/db.ts";

/** Alice's offer, which Bob takes; and one of a robot, which is reported. */
export async function caseOffers(tx: ReadTx): Promise<{ readonly traded?: string; readonly reported?: string }> {
  const [row] = await tx.rows<{ traded: string | null; reported: string | null }>`
    select
      (select offers.hash
       from offers
       join users as person on person.id = offers.owner_id
       where person.username = 'alice' and offers.active and offers.side = 'sell'
       order by offers.id
       limit 1) as traded,
      (select offers.hash
       from offers
       join demo_robots as robot on robot.user_id = offers.owner_id
       where offers.active
       order by offers.rank desc, offers.id
       limit 1) as reported`;
  return { ...(row?.traded ? { traded: row.traded } : {}), ...(row?.reported ? { reported: row.reported } : {}) };
}
