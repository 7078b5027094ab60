/** The SQL of wishes for test coins. */
import type { CryptoCode } from "#contract/money/money.ts";
import { type ReadTx, type Tx, type Fragment, sql } from "../../platform/postgres/db.ts";

/** How many wishes a user made in a day. */
export async function countWishes(tx: ReadTx, userId: bigint): Promise<number> {
  const [row] = await tx.rows<{ wishes: number }>`
    select count(*)::int as wishes
    from faucet_wishes
    where user_id = ${userId} and wished_at > ${tx.now}::timestamptz - interval '1 day'`;
  return row?.wishes ?? 0;
}

export async function insertWish(tx: Tx, { userId, currency, units, address }: NewWish): Promise<bigint | undefined> {
  const [row] = await tx.rows<{ id: bigint }>`
    insert into faucet_wishes (user_id, currency, units, address, wished_at)
    values (${userId}, ${currency}, ${units}, ${address}, ${tx.now})
    returning id`;
  return row?.id;
}

export type NewWish = {
  readonly userId: bigint;
  readonly currency: CryptoCode;
  readonly units: bigint;
  readonly address: string;
};

export type Wish = { id: bigint; currency: CryptoCode; units: bigint; address: string };

/** Marks the oldest wish that is not begun; another process passes it over. */
export async function beginWish(tx: Tx): Promise<Wish | undefined> {
  const [row] = await tx.rows<Wish>`
    update faucet_wishes
    set begun_at = ${tx.now}
    where id = (select id from faucet_wishes where begun_at is null order by id limit 1 for update skip locked)
    returning id, currency, units, address`;
  return row;
}

export async function setGranted(tx: Tx, id: bigint, txid: string): Promise<void> {
  await tx.rows`update faucet_wishes set txid = ${txid} where id = ${id}`;
}

export async function setFault(tx: Tx, id: bigint, fault: string): Promise<void> {
  await tx.rows`update faucet_wishes set fault = ${fault} where id = ${id}`;
}

/** Whether a wish was not begun. */
export const wishesWait: Fragment = sql`exists (select from faucet_wishes where begun_at is null)`;
