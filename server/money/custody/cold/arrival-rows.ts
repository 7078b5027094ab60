/** The SQL of what came to the cold account, and of what no move of ours brought there. */
import type { CryptoCode } from "#contract/money/money.ts";
import type { ReadTx, Tx } from "../../../platform/postgres/db.ts";
import { onlyRow } from "../../../platform/postgres/only-row.ts";

/** Ether or tokens, in the ledger's units. */
export type ColdTransfer = {
  readonly txid: string;
  readonly currency: Extract<CryptoCode, "ETH" | "USDT">;
  readonly units: bigint;
};

/** One that is known has this block from now on. */
export async function upsertColdArrival(
  tx: Tx,
  { txid, currency, account, units, height }: ColdTransfer & { readonly account: string; readonly height: number },
): Promise<void> {
  await tx.rows`
    insert into cold_arrivals (txid, currency, account, units, block_height)
    values (${txid}, ${currency}, ${account}, ${units}, ${height})
    on conflict (txid, currency) do update
    set block_height = excluded.block_height`;
}

export async function loosenColdArrivals(tx: Tx, above: number): Promise<void> {
  await tx.rows`
    update cold_arrivals
    set block_height = null
    where block_height > ${above}`;
}

/** All that ever came to this account in blocks by other transactions than our moves, and than the account's own change. */
export async function cameApart(tx: ReadTx, currency: CryptoCode, account: string): Promise<bigint> {
  const rows = await tx.rows<{ units: bigint }>`
    select coalesce(sum(came.units), 0)::bigint as units
    from (
      select coin.txid, coin.units
      from cold_coins coin
      where ${currency} = 'BTC' and coin.account = ${account} and coin.block_height is not null
        and not exists (
          select from cold_coins spent where spent.account = coin.account and spent.spent_txid = coin.txid)
      union all
      select arrival.txid, arrival.units
      from cold_arrivals arrival
      where arrival.currency = ${currency} and arrival.account = ${account} and arrival.block_height is not null
    ) as came (txid, units)
    where not exists (
      select from chain_payments payment where payment.purpose = 'cold' and payment.txid = came.txid)`;
  return onlyRow(rows).units;
}
