/** The SQL of deposits, and of the holds that follow from them. */
import type { ChainName } from "#contract/money/chains.ts";
import type { CryptoCode } from "#contract/money/money.ts";
import type { ReadTx, Tx } from "../../../platform/postgres/db.ts";
import { onlyRow } from "../../../platform/postgres/only-row.ts";

export type Deposit = {
  readonly id: bigint;
  readonly hash: string;
  readonly chain: "bitcoin" | "ethereum";
  readonly txid: string;
  readonly output_index: number;
  readonly currency: CryptoCode;
  /** Null when it is the operator's. */
  readonly user_id: bigint | null;
  readonly chain_units: string;
  readonly units: bigint;
  readonly status: "incoming" | "credited" | "gone" | "quarantined";
  readonly block_height: number | null;
  readonly is_coinbase: boolean;
  readonly round: number;
};

/** Posts it to its owner's balance. False when it is not as the deposit says any more. */
export async function postCredit(tx: Tx, { id, round }: Deposit): Promise<boolean> {
  const rows = await tx.rows<{ outcome: string }>`
    select outcome
    from credit_deposits(${[id]}::bigint[], ${[round]}::int[], ${tx.now})`;
  return onlyRow(rows).outcome === "credited";
}

/** Posts it back; its owner's balance stays above zero, and the rest is held. False when it is not as the deposit says any more. */
export async function postTakenBack(tx: Tx, { id, round }: Deposit, status: "incoming" | "gone"): Promise<boolean> {
  const rows = await tx.rows<{ outcome: string }>`
    select outcome
    from take_back_deposits(${[id]}::bigint[], ${[round]}::int[], ${[status]}::text[], ${tx.now})`;
  return onlyRow(rows).outcome === "taken_back";
}

/** Whether the user owes for a reversed deposit. */
export async function hasHold(tx: ReadTx, userId: bigint): Promise<boolean> {
  const rows = await tx.rows<{ id: bigint }>`
    select id
    from wallet_holds
    where user_id = ${userId} and lifted_at is null
    limit 1`;
  return rows.length > 0;
}

/** Deposits that something may still happen to: not credited yet, or credited and in no block any more. */
export async function openBitcoinDeposits(tx: ReadTx): Promise<Deposit[]> {
  return tx.rows<Deposit>`
    select deposit.id, deposit.hash, deposit.chain, deposit.txid, deposit.output_index, deposit.currency, address.user_id,
           deposit.chain_units, deposit.units, deposit.status, deposit.block_height, deposit.is_coinbase, deposit.round
    from deposits deposit
    join wallet_addresses address on address.id = deposit.address_id
    where deposit.chain = 'bitcoin'
      and (deposit.status = 'incoming' or (deposit.status = 'credited' and deposit.block_height is null))
    order by deposit.id`;
}

export async function markGone(tx: Tx, { id }: Deposit): Promise<void> {
  await tx.rows`
    update deposits
    set status = 'gone'
    where id = ${id} and status = 'incoming'`;
}

/** Deposits that may be decided at this finalized height, and credited ones that are in no block any more. */
export async function openEthereumDeposits(tx: ReadTx, final: number): Promise<Deposit[]> {
  return tx.rows<Deposit>`
    select deposit.id, deposit.hash, deposit.chain, deposit.txid, deposit.output_index, deposit.currency, address.user_id,
           deposit.chain_units, deposit.units, deposit.status, deposit.block_height, deposit.is_coinbase, deposit.round
    from deposits deposit
    join wallet_addresses address on address.id = deposit.address_id
    where deposit.chain = 'ethereum'
      and ((deposit.status = 'incoming' and (deposit.block_height is null or deposit.block_height <= ${final}))
        or (deposit.status = 'credited' and deposit.block_height is null))
    order by deposit.id`;
}

/** Deposits above the height are in no block. */
export async function loosenDeposits(tx: Tx, chain: ChainName, above: number): Promise<void> {
  await tx.rows`
    update deposits
    set block_height = null, block_hash = null
    where chain = ${chain} and block_height > ${above}`;
}

/** Says whether it is new: xmax is 0 for a row that was just made. */
export async function upsertBitcoinDeposit(
  tx: Tx,
  { txid, index, units, isCoinbase, addressId, hash, height, blockHash }: NewBitcoinDeposit,
): Promise<{ hash: string; is_new: boolean }> {
  const rows = await tx.rows<{ hash: string; is_new: boolean }>`
    insert into deposits (hash, chain, txid, output_index, currency, address_id, chain_units, units, status,
                          block_height, block_hash, is_coinbase, first_seen_at)
    values (${hash}, 'bitcoin', ${txid}, ${index}, 'BTC', ${addressId}, ${units}, ${units}, 'incoming',
            ${height}, ${blockHash}, ${isCoinbase}, ${tx.now})
    on conflict (chain, txid, output_index) do update
    set block_height = coalesce(excluded.block_height, deposits.block_height),
        block_hash = coalesce(excluded.block_hash, deposits.block_hash),
        status = case when deposits.status = 'gone' then 'incoming' else deposits.status end
    returning hash, xmax = 0 as is_new`;
  return onlyRow(rows);
}

export type NewBitcoinDeposit = {
  readonly hash: string;
  readonly txid: string;
  readonly index: number;
  readonly units: bigint;
  readonly isCoinbase: boolean;
  readonly addressId: bigint;
  readonly height: number | null;
  readonly blockHash: string | null;
};

/** Says whether it is new. One that the chain contradicts itself about is quarantined. */
export async function upsertEthereumDeposit(
  tx: Tx,
  arrival: NewEthereumDeposit,
  block: { readonly height: number; readonly hash: string },
): Promise<{ hash: string; is_new: boolean }> {
  const rows = await tx.rows<{ hash: string; is_new: boolean }>`
    insert into deposits (hash, chain, txid, output_index, currency, address_id, chain_units, units, status,
                          block_height, block_hash, first_seen_at, fault)
    values (${arrival.hash}, 'ethereum', ${arrival.txid}, ${arrival.index}, ${arrival.currency}, ${arrival.addressId}, ${arrival.chainUnits}, ${arrival.units},
            ${arrival.fault === undefined ? "incoming" : "quarantined"}, ${block.height}, ${block.hash}, ${tx.now}, ${arrival.fault ?? null})
    on conflict (chain, txid, output_index) do update
    set block_height = excluded.block_height, block_hash = excluded.block_hash,
        status = case when deposits.status in ('gone', 'quarantined') then excluded.status else deposits.status end,
        fault = excluded.fault
    returning hash, xmax = 0 as is_new`;
  return onlyRow(rows);
}

export type NewEthereumDeposit = {
  readonly hash: string;
  readonly txid: string;
  readonly index: number;
  readonly currency: CryptoCode;
  readonly addressId: bigint;
  readonly chainUnits: bigint;
  readonly units: bigint;
  readonly fault: string | undefined;
};
