/** The books of the demo's telephone company. */
import type { ReadTx, Tx } from "../../../platform/postgres/db.ts";
import { onlyRow } from "../../../platform/postgres/only-row.ts";

export type HouseTopUp = {
  reference: string;
  operator: string;
  currency: string;
  units: bigint;
  delivered_units: bigint;
  cost_cents: bigint;
  state: "pending" | "succeeded" | "failed";
  reason: string | null;
  at: Date;
};

/** A reference that it has seen changes nothing: the first top-up is returned. */
export async function bookTopUp(tx: Tx, wanted: Omit<HouseTopUp, "at">): Promise<HouseTopUp> {
  await tx.rows`
    insert into house_telco_top_ups (reference, operator, currency, units, delivered_units, cost_cents, state, reason, at)
    values (${wanted.reference}, ${wanted.operator}, ${wanted.currency}, ${wanted.units}, ${wanted.delivered_units},
      ${wanted.cost_cents}, ${wanted.state}, ${wanted.reason}, ${tx.now})
    on conflict do nothing`;
  return onlyRow((await rowsOf(tx, wanted.reference)) as [HouseTopUp]);
}

export async function findTopUp(tx: ReadTx, reference: string): Promise<HouseTopUp | undefined> {
  return (await rowsOf(tx, reference))[0];
}

function rowsOf(tx: ReadTx, reference: string): Promise<HouseTopUp[]> {
  return tx.rows<HouseTopUp>`
    select reference::text as reference, operator, currency, units, delivered_units, cost_cents, state, reason, at
    from house_telco_top_ups
    where reference = ${reference}::uuid`;
}

/** What it charges for on a day, UTC. */
export async function bookedOnDay(tx: ReadTx, day: string): Promise<HouseTopUp[]> {
  return tx.rows<HouseTopUp>`
    select reference::text as reference, operator, currency, units, delivered_units, cost_cents, state, reason, at
    from house_telco_top_ups
    where state = 'succeeded' and cost_cents > 0
      and at >= ${day}::date::timestamp at time zone 'UTC' and at < (${day}::date + 1)::timestamp at time zone 'UTC'
    order by at, reference`;
}
