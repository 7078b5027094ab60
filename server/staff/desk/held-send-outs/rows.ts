/** The SQL of transfers that wait, as staff review them. */
import type { HeldSendOutFilters } from "#contract/staff/held-send-outs.ts";
import type { SendOutWait } from "#contract/staff/held-send-out-names.ts";
import type { CryptoCode } from "#contract/money/money.ts";
import { type ReadTx, sql, type Tx } from "../../../platform/postgres/db.ts";
import { onlyRow } from "../../../platform/postgres/only-row.ts";

const MOST_COUNTED = 1000;

export type HeldRow = {
  id: bigint;
  hash: string;
  user_id: bigint;
  username: string;
  currency: CryptoCode;
  units: bigint;
  fee_units: bigint;
  created_at: Date;
  due_at: Date;
  why: SendOutWait;
};

type Slice = HeldSendOutFilters & { readonly after: bigint | null; readonly limit: number };

/** Oldest first. */
export function heldSendOutRows(tx: ReadTx, { why, coin, who, after, limit }: Slice): Promise<HeldRow[]> {
  return tx.rows<HeldRow>`
    select waiting.id, waiting.hash, waiting.user_id, person.username, waiting.currency, waiting.units, waiting.fee_units,
      waiting.created_at, waiting.due_at, held.why
    from send_outs waiting
    join users person on person.id = waiting.user_id
    cross join lateral (select send_out_waits_for(waiting.id) as why offset 0) as held
    where waiting.status = 'pending'
      and (${after}::bigint is null or waiting.id > ${after}::bigint)
      ${coin === undefined ? sql`` : sql`and waiting.currency = ${coin}`}
      ${who === undefined ? sql`` : sql`and lower(person.username) = lower(${who})`}
      ${why === undefined ? sql`` : sql`and held.why = ${why}`}
    order by waiting.id
    limit ${limit}`;
}

/** Up to a thousand. */
export async function countHeldSendOuts(tx: ReadTx): Promise<number> {
  const rows = await tx.rows<{ waiting: number }>`
    select count(*)::int as waiting
    from (select from send_outs where status = 'pending' limit ${MOST_COUNTED}) as one`;
  return onlyRow(rows).waiting;
}

/** Whether a staff member may stop transfers of others. */
export async function mayStop(tx: ReadTx, staffId: bigint): Promise<boolean> {
  const rows = await tx.rows<{ may: boolean }>`
    select may_stop_send_outs(${staffId}) as may`;
  return onlyRow(rows).may;
}

export type WaitingRow = { user_id: bigint; username: string; destination: string };

/** One that is pending. */
export async function findWaiting(tx: ReadTx, hash: string): Promise<WaitingRow | undefined> {
  const [row] = await tx.rows<WaitingRow>`
    select waiting.user_id, person.username, waiting.destination
    from send_outs waiting
    join users person on person.id = waiting.user_id
    where waiting.hash = ${hash} and waiting.status = 'pending'`;
  return row;
}

/** `stopped`, or why not: `not_allowed`, `unknown`, `own`, `under_way`, `unproved`. */
export async function stopSendOutRow(
  tx: Tx,
  { hash, why, staffId }: { hash: string; why: string; staffId: bigint },
): Promise<string> {
  const rows = await tx.rows<{ outcome: string }>`
    select outcome
    from stop_send_out(${hash}, ${why}, ${staffId}, ${tx.now})`;
  return onlyRow(rows).outcome;
}

/** The sender of a send-out. */
export async function senderOf(tx: ReadTx, hash: string): Promise<bigint> {
  const rows = await tx.rows<{ user_id: bigint }>`
    select user_id
    from send_outs
    where hash = ${hash}`;
  return onlyRow(rows).user_id;
}
