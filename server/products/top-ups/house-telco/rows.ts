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

/** A reference has one code, however often it is submitted. */
export async function bookPin(tx: Tx, pin: { reference: string; sealed: Buffer; mark: Buffer }): Promise<void> {
  await tx.rows`
    insert into house_telco_pins (reference, code_sealed, mark)
    values (${pin.reference}, ${pin.sealed}, ${pin.mark})
    on conflict do nothing`;
}

export async function findPin(tx: ReadTx, reference: string): Promise<Buffer | undefined> {
  const [row] = await tx.rows<{ code_sealed: Buffer }>`
    select code_sealed
    from house_telco_pins
    where reference = ${reference}::uuid`;
  return row?.code_sealed;
}

type OnPhone = {
  reference: string;
  phone_sealed: Buffer;
  operator: string;
  currency: string;
  units: bigint;
  delivered_units: bigint;
  state: HouseTopUp["state"];
  is_pin: boolean;
  redeemed_at: Date | null;
  at: Date;
};

/** Of the numbers that a user topped up, newest first. */
export async function onPhonesOf(tx: ReadTx, userId: bigint): Promise<OnPhone[]> {
  return tx.rows<OnPhone>`
    select house.reference::text as reference, topped.phone_sealed, operator.name as operator, house.currency, house.units, house.delivered_units,
      house.state, pin.reference is not null as is_pin, pin.redeemed_at, house.at
    from provider_orders made
    join house_telco_top_ups house on house.reference = made.external_ref
    join top_ups topped on topped.quote_id = made.quote_id
    join top_up_operators operator on operator.id = topped.operator_id
    left join house_telco_pins pin on pin.reference = house.reference
    where made.user_id = ${userId} and made.product = 'top_up' and made.provider = 'house_telco'
    order by made.id desc
    limit 100`;
}

export async function redeemPin(tx: Tx, mark: Buffer) {
  return onlyRow(
    await tx.rows<{ outcome: string; currency: string; units: bigint }>`
      select outcome, currency, units
      from redeem_house_pin(${mark}, ${tx.now})`,
  );
}
