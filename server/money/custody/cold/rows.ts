/** The SQL of what the chain shows of the cold account. */
import type { ChainName } from "#contract/money/chains.ts";
import type { CryptoCode } from "#contract/money/money.ts";
import type { ReadTx, Tx } from "../../../platform/postgres/db.ts";
import { onlyRow } from "../../../platform/postgres/only-row.ts";

export type ColdCoin = {
  readonly txid: string;
  readonly output_index: number;
  readonly branch: 0 | 1;
  readonly path_index: number;
  readonly address: string;
  readonly units: bigint;
};

type ColdIndexes = { readonly receiving: number; readonly change: number; readonly planned: number };

/** By branch, the last address that coins came to, and the last that a signed payment of ours goes to; -1 before the first. */
export async function lastColdIndexes(tx: ReadTx, account: string): Promise<ColdIndexes> {
  const rows = await tx.rows<ColdIndexes>`
    select coalesce(max(path_index) filter (where branch = 0), -1) as receiving,
           coalesce(max(path_index) filter (where branch = 1), -1) as change,
           coalesce((
             select max((plan->>'coldIndex')::int)
             from chain_payments
             where chain = 'bitcoin' and purpose = 'cold' and raw_hex is not null), -1) as planned
    from cold_coins
    where account = ${account}`;
  return onlyRow(rows);
}

/** A coin that is known has this block from now on. */
export async function upsertColdCoin(
  tx: Tx,
  coin: ColdCoin & { readonly account: string; readonly height: number },
): Promise<void> {
  await tx.rows`
    insert into cold_coins (txid, output_index, account, branch, path_index, address, units, block_height)
    values (${coin.txid}, ${coin.output_index}, ${coin.account}, ${coin.branch}, ${coin.path_index}, ${coin.address},
            ${coin.units}, ${coin.height})
    on conflict (txid, output_index) do update
    set block_height = excluded.block_height`;
}

type ColdSpend = { readonly txid: string; readonly outputIndex: number; readonly spentTxid: string };

/** Marks those of the cold account. Returns what each transaction took. */
export async function markColdSpent(
  tx: Tx,
  spends: readonly ColdSpend[],
  height: number,
): Promise<{ spent_txid: string; units: bigint }[]> {
  return tx.rows<{ spent_txid: string; units: bigint }>`
    update cold_coins
    set spent_txid = spend.spent_txid, spent_height = ${height}
    from unnest(${spends.map((s) => s.txid)}::text[], ${spends.map((s) => s.outputIndex)}::int[], ${spends.map((s) => s.spentTxid)}::text[])
           as spend (txid, output_index, spent_txid)
    where cold_coins.txid = spend.txid and cold_coins.output_index = spend.output_index
    returning cold_coins.spent_txid, cold_coins.units`;
}

/** What a transaction took from the cold account that did not come to us; once, however often its block is met. */
export async function upsertColdSpend(
  tx: Tx,
  spend: {
    readonly chain: ChainName;
    readonly txid: string;
    readonly currency: CryptoCode;
    readonly units: bigint;
    readonly height: number;
  },
): Promise<void> {
  await tx.rows`
    insert into cold_spends (chain, txid, currency, units, block_height)
    values (${spend.chain}, ${spend.txid}, ${spend.currency}, ${spend.units}, ${spend.height})
    on conflict (chain, txid, currency) do update
    set block_height = excluded.block_height`;
}

/** Posts what is final as the operator's. */
export async function postColdSpends(
  tx: Tx,
  { chain, final }: { readonly chain: ChainName; readonly final: number },
): Promise<void> {
  const open = await tx.rows<{ id: bigint }>`
    select id
    from cold_spends
    where chain = ${chain} and posted_at is null and block_height <= ${final}
    order by id`;
  if (open.length === 0) return;
  await tx.rows`select post_cold_spends(${open.map(({ id }) => id)}::bigint[], ${tx.now}) is null as done`;
}

/** Coins above the height are in no block, and what was spent above it is not spent. */
export async function loosenColdCoins(tx: Tx, above: number): Promise<void> {
  await tx.rows`
    update cold_coins
    set block_height = case when block_height > ${above} then null else block_height end,
        spent_txid = case when spent_height > ${above} then null else spent_txid end,
        spent_height = case when spent_height > ${above} then null else spent_height end
    where block_height > ${above} or spent_height > ${above}`;
}

export async function loosenColdSpends(tx: Tx, chain: ChainName, above: number): Promise<void> {
  await tx.rows`
    update cold_spends
    set block_height = null
    where chain = ${chain} and block_height > ${above}`;
}
