/** Invariant of the operator's orders: each is the order in its market, and its money left the inventory and came back; see docs/invariants.md. */
import { type ReadTx, sql } from "../../platform/postgres/db.ts";
import type { InvariantCheck } from "../../money/ledger/index.ts";

export const EXPOSURE_CHECKS: readonly InvariantCheck[] = [
  { id: "H3", find: (tx) => fundedOrders(tx), findSince: (tx) => fundedOrders(tx, LATELY) },
];

/** What the check of each minute looks at. */
const LATELY = sql`market_now() - interval '10 minutes'`;

async function fundedOrders(tx: ReadTx, since?: typeof LATELY): Promise<string[]> {
  const rows = await tx.rows<{ id: bigint }>`
    select made.id
    from house_orders made
    left join spot_orders placed on placed.id = made.order_id
    cross join lateral (
      select coalesce(sum(line.units) filter (where journal.kind = 'house_fund'), 0) as given,
             count(*) filter (where journal.kind = 'house_back') as backs
      from journals journal
      join postings line on line.journal_id = journal.id
      where journal.kind in ('house_fund', 'house_back') and journal.subject = made.external_ref
    ) as booked
    where made.venue = 'spot' and ${since ? sql`made.planned_at > ${since}` : sql`true`}
      and ((made.status in ('planned', 'refused') and (booked.given, booked.backs) <> (0, 0))
        or (made.status in ('placed', 'ended', 'missing') and (
          (placed.user_id, placed.client_id, placed.market, placed.side, placed.placed_lots, placed.price_ticks, booked.given)
            is distinct from (made.user_id, made.external_ref, made.market, made.side, made.lots, made.price_ticks, made.given_units)
          or (made.status = 'ended') <> (booked.backs > 0))))
    limit 10`;
  return rows.map(({ id }) => `the order ${id} of the operator is not what was booked for it`);
}
