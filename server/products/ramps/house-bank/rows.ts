/** The books of the demo's bank. */
import type { RampDirection, RampRail } from "#contract/products/ramps/names.ts";
import type { ReadTx, Tx } from "../../../platform/postgres/db.ts";
import { onlyRow } from "../../../platform/postgres/only-row.ts";

export type HouseOrder = {
  reference: string;
  direction: RampDirection;
  rail: RampRail;
  currency: string;
  units: bigint;
  cents: bigint;
  words: string | null;
  account: string;
  payee: string | null;
  state: "waiting" | "paid" | "failed" | "refunded" | "came_back";
  reason: string | null;
  paid_units: bigint | null;
  paid_cents: bigint | null;
  paid_name: string | null;
  paid_at: Date | null;
  created_at: Date;
};

type New = Omit<HouseOrder, "paid_units" | "paid_cents" | "paid_name" | "paid_at" | "created_at">;

/** A reference that it has seen changes nothing: the first order is returned. A payout leaves the market's money here. */
export async function bookOrder(tx: Tx, made: New): Promise<HouseOrder> {
  const isPayout = made.direction === "sell" && made.state === "paid";
  await tx.rows`
    with booked as (
      insert into house_bank_orders (reference, direction, rail, currency, units, cents, words, account, payee, state, reason, created_at)
      values (${made.reference}, ${made.direction}, ${made.rail}, ${made.currency}, ${made.units}, ${made.cents}, ${made.words}, ${made.account},
        ${made.payee}, ${made.state}, ${made.reason}, ${tx.now})
      on conflict do nothing
      returning reference)
    insert into house_bank_lines (kind, reference, cents, at)
    select 'order', booked.reference::text, ${-made.cents}, ${tx.now}
    from booked
    where ${isPayout}`;
  return onlyRow((await ordersBy(tx, made.reference)) as [HouseOrder]);
}

export async function findOrder(tx: ReadTx, reference: string): Promise<HouseOrder | undefined> {
  return (await ordersBy(tx, reference))[0];
}

function ordersBy(tx: ReadTx, reference: string): Promise<HouseOrder[]> {
  return tx.rows<HouseOrder>`
    select reference::text as reference, direction, rail, currency, units, cents, words, account, payee, state, reason, paid_units, paid_cents,
      paid_name, paid_at, created_at
    from house_bank_orders
    where reference = ${reference}::uuid`;
}

/** Once: money that came goes back. */
export async function refundOrder(tx: Tx, reference: string): Promise<void> {
  await tx.rows`
    with refunded as (
      update house_bank_orders
      set state = 'refunded'
      where reference = ${reference}::uuid and direction = 'buy' and state = 'paid'
      returning reference, paid_cents)
    insert into house_bank_lines (kind, reference, cents, at)
    select 'return', reference::text, -paid_cents, ${tx.now}
    from refunded`;
}

/** A prompt that nobody answered. */
export async function endPrompt(tx: Tx, reference: string): Promise<void> {
  await tx.rows`
    update house_bank_orders
    set state = 'failed', reason = 'expired'
    where reference = ${reference}::uuid and state = 'waiting'`;
}

type Line = { kind: "order" | "return" | "other"; reference: string; cents: bigint; at: Date };

export async function linesOfDay(tx: ReadTx, day: string): Promise<Line[]> {
  return tx.rows<Line>`
    select kind, reference, cents, at
    from house_bank_lines
    where at >= ${day}::date::timestamp at time zone 'UTC' and at < (${day}::date + 1)::timestamp at time zone 'UTC'
    order by id`;
}

type OwnOrder = HouseOrder & { hash: string };

/** Of the orders of a user, newest first. */
export async function ordersOfUser(tx: ReadTx, userId: bigint): Promise<OwnOrder[]> {
  return tx.rows<OwnOrder>`
    select made.hash, house.reference::text as reference, house.direction, house.rail, house.currency, house.units, house.cents, house.words,
      house.account, house.payee, house.state, house.reason, house.paid_units, house.paid_cents, house.paid_name, house.paid_at, house.created_at
    from provider_orders made
    join house_bank_orders house on house.reference = made.external_ref
    where made.user_id = ${userId} and made.provider = 'house_bank'
    order by made.id desc
    limit 20`;
}

type Transfer = {
  readonly words: string;
  readonly currency: string;
  readonly units: bigint;
  readonly payer: string;
  readonly cameAt: Date;
};

/** The outcome: paid, stray, or unknown currency. */
export async function payBank(tx: Tx, { words, currency, units, payer, cameAt }: Transfer): Promise<string> {
  const rows = await tx.rows<{ outcome: string }>`
    select pay_house_bank(${words}, ${currency}, ${units}, ${payer}, ${cameAt}, ${tx.now}) as outcome`;
  return onlyRow(rows).outcome;
}

export async function answerPrompt(
  tx: Tx,
  { reference, payer, isApproved }: { reference: string; payer: string; isApproved: boolean },
): Promise<string> {
  const rows = await tx.rows<{ outcome: string }>`
    select answer_house_prompt(${reference}::uuid, ${payer}, ${isApproved}, ${tx.now}) as outcome`;
  return onlyRow(rows).outcome;
}

export async function sendBack(tx: Tx, reference: string): Promise<boolean> {
  const rows = await tx.rows<{ is_back: boolean }>`
    select send_back_from_house(${reference}::uuid, ${tx.now}) as is_back`;
  return onlyRow(rows).is_back;
}
