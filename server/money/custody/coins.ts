/** Bitcoin outputs that are ours and free to spend: deep enough, nobody's yet. */
import { sql, type Tx } from "../../platform/db.ts";
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
