/** Bitcoin outputs that are ours and free to spend: confirmed deep enough and not reserved by a payment. */
import { type ReadTx, sql, type Tx } from "../../../platform/postgres/db.ts";
import type { Coin } from "./choose-coins.ts";

export type FreeCoin = Coin & { readonly branch: 0 | 1; readonly path_index: number };

/** Spendable coins, the largest first. With `lock` they stay ours until the transaction ends; locked ones are left out. */
export async function freeCoins(tx: Tx, { lock = false }: { lock?: boolean } = {}): Promise<FreeCoin[]> {
  return tx.rows<FreeCoin>`
    select coin.txid, coin.output_index, coin.units, address.branch, address.path_index
    from coins coin
    join wallet_addresses address on address.id = coin.address_id
    join wallet_rails rail on rail.chain = 'bitcoin'
    where coin.payment_id is null and coin.spent_txid is null
      and coin.block_height <=
        rail.scanned_height - case when coin.is_coinbase then 99 when address.branch = 1 then 0 else 1 end
    order by coin.units desc
    limit 2000
    ${lock ? sql`for update of coin skip locked` : sql``}`;
}

/** Reserves coins for a payment; throws when one is not free any more. */
export async function reserveCoins(tx: Tx, paymentId: bigint, coins: readonly Coin[]): Promise<void> {
  const reserved = await tx.rows`
    update coins
    set payment_id = ${paymentId}
    from unnest(${coins.map((coin) => coin.txid)}::text[], ${coins.map((coin) => coin.output_index)}::int[])
           as chosen (txid, output_index)
    where coins.txid = chosen.txid and coins.output_index = chosen.output_index
      and coins.payment_id is null and coins.spent_txid is null
    returning coins.txid`;
  if (reserved.length !== coins.length) throw new Error("a chosen coin is not free any more");
}

/** Coins made above the height are in no block. */
export async function loosenCoins(tx: Tx, above: number): Promise<void> {
  await tx.rows`
    update coins
    set block_height = null
    where block_height > ${above}`;
}

/** Coins spent above the height are not spent. */
export async function unspendCoins(tx: Tx, above: number): Promise<void> {
  await tx.rows`
    update coins
    set spent_txid = null, spent_height = null
    where spent_height > ${above}`;
}

/** A coin that is known keeps its block when no other is given. */
export async function upsertCoin(
  tx: Tx,
  { txid, index, units, isCoinbase, addressId, height }: NewCoin,
): Promise<void> {
  await tx.rows`
    insert into coins (txid, output_index, address_id, units, is_coinbase, block_height)
    values (${txid}, ${index}, ${addressId}, ${units}, ${isCoinbase}, ${height})
    on conflict (txid, output_index) do update
    set block_height = coalesce(excluded.block_height, coins.block_height)`;
}

export type NewCoin = {
  readonly txid: string;
  readonly index: number;
  readonly units: bigint;
  readonly isCoinbase: boolean;
  readonly addressId: bigint;
  readonly height: number | null;
};

/** Marks those that are ours. Returns for each the payment that had reserved it. */
export async function markSpent(
  tx: Tx,
  spends: readonly Spend[],
  height: number,
): Promise<{ payment_id: bigint | null; payment_txid: string | null; spent_txid: string }[]> {
  return tx.rows<{ payment_id: bigint | null; payment_txid: string | null; spent_txid: string }>`
    update coins
    set spent_txid = spend.spent_txid, spent_height = ${height}
    from unnest(${spends.map((s) => s.txid)}::text[], ${spends.map((s) => s.outputIndex)}::int[], ${spends.map((s) => s.spentTxid)}::text[])
           as spend (txid, output_index, spent_txid)
    where coins.txid = spend.txid and coins.output_index = spend.output_index
    returning coins.payment_id, coins.spent_txid,
              (select payment.txid from chain_payments payment where payment.id = coins.payment_id) as payment_txid`;
}

export type Spend = { readonly txid: string; readonly outputIndex: number; readonly spentTxid: string };

/** Whether each coin that the payment reserved is in a block and unspent. */
export async function areReservedThere(tx: ReadTx, paymentId: bigint): Promise<boolean> {
  const [row] = await tx.rows<{ are_there: boolean | null }>`
    select bool_and(block_height is not null and spent_txid is null) as are_there
    from coins
    where payment_id = ${paymentId}`;
  return row?.are_there ?? false;
}

export async function freeReserved(tx: Tx, paymentId: bigint): Promise<void> {
  await tx.rows`
    update coins
    set payment_id = null
    where payment_id = ${paymentId} and spent_txid is null`;
}

/** Coins that no payment of ours has spent for good, and that are not posted as lost. */
export async function stolenCoins(tx: ReadTx, finalHeight: number): Promise<LostCoin[]> {
  return tx.rows<LostCoin>`
    select coin.txid, coin.output_index
    from coins coin
    left join chain_payments payment on payment.txid = coin.spent_txid
    where coin.spent_height is not null and coin.spent_height <= ${finalHeight} and payment.id is null
      and not exists (
        select from journals
        where kind = 'coin_lost' and subject = coin.txid || ':' || coin.output_index)`;
}

type LostCoin = { readonly txid: string; readonly output_index: number };

/** Posts them as the operator's loss, once. */
export async function postLost(tx: Tx, coins: readonly LostCoin[]): Promise<void> {
  if (coins.length === 0) return;
  await tx.rows`
    select lose_coins(${coins.map(({ txid }) => txid)}::text[], ${coins.map((coin) => coin.output_index)}::int[], ${tx.now})
      is null as done`;
}
