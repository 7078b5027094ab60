/** Bitcoin as the wallet remembers it: block by block, what came to our addresses and what spent our coins. */
import type { ReadTx, Tx } from "../../platform/db.ts";
import { ids } from "../../platform/ids.ts";
import type { BitcoinBlock, BitcoinTransaction } from "../../platform/outside/bitcoin-node.ts";
import { halt } from "../ledger/index.ts";
import { type OwnAddress, ownAmong } from "./addresses.ts";
import { tellDeposit } from "./deposit.ts";
import { loosenPayments } from "./loosen-payments.ts";
import { movePayment } from "./payment.ts";
import { lockRail } from "./rails.ts";

const KEEP_BLOCKS = 400;

type Place = { readonly height: number; readonly hash: string };

/** Takes the block after the last one; answers false, having done nothing, when it is not that one. Locks the chain. */
export async function takeBitcoinBlock(tx: Tx, block: BitcoinBlock): Promise<boolean> {
  const rail = await lockRail(tx, "bitcoin");
  if (!rail || rail.scanned_height !== block.height - 1) return false;
  const before = await blockHashAt(tx, block.height - 1);
  if (before !== undefined && before !== block.previousHash) return false;

  await tx.rows`
    insert into wallet_blocks (chain, height, hash)
    values ('bitcoin', ${block.height}, ${block.hash})`;
  await takeOutputs(tx, block.transactions, block);
  await takeInputs(tx, block.transactions, block.height);
  await minePayments(tx, block);
  await tx.rows`
    update wallet_rails
    set scanned_height = ${block.height}, scanned_at = ${tx.now}
    where chain = 'bitcoin'`;
  await tx.rows`
    delete from wallet_blocks
    where chain = 'bitcoin' and height < ${block.height - KEEP_BLOCKS}`;
  return true;
}

/** A transaction that waits for a block: shown as incoming. */
export async function takeLooseTransaction(tx: Tx, transaction: BitcoinTransaction): Promise<void> {
  await takeOutputs(tx, [transaction], undefined);
}

/** A reorganisation: everything above this height is in no block until it is met again. Locks the chain. */
export async function forgetBitcoinBlocks(tx: Tx, { above }: { above: number }): Promise<void> {
  const rail = await lockRail(tx, "bitcoin");
  if (!rail || rail.scanned_height <= above) return;
  await tx.rows`
    delete from wallet_blocks
    where chain = 'bitcoin' and height > ${above}`;
  await tx.rows`
    update deposits
    set block_height = null, block_hash = null
    where chain = 'bitcoin' and block_height > ${above}`;
  await tx.rows`
    update coins
    set block_height = null
    where block_height > ${above}`;
  await tx.rows`
    update coins
    set spent_txid = null, spent_height = null
    where spent_height > ${above}`;
  await loosenPayments(tx, { chain: "bitcoin", above });
  await tx.rows`
    update wallet_rails
    set scanned_height = ${above}
    where chain = 'bitcoin'`;
}

export async function blockHashAt(tx: ReadTx, height: number): Promise<string | undefined> {
  const [row] = await tx.rows<{ hash: string }>`
    select hash
    from wallet_blocks
    where chain = 'bitcoin' and height = ${height}`;
  return row?.hash;
}

async function takeOutputs(
  tx: Tx,
  transactions: readonly BitcoinTransaction[],
  place: Place | undefined,
): Promise<void> {
  const outputs = transactions.flatMap(({ txid, isCoinbase, outputs }) =>
    outputs.flatMap(({ index, units, address }) =>
      address && units > 0n ? [{ txid, isCoinbase, index, units, address }] : [],
    ),
  );
  if (outputs.length === 0) return;
  const ours = await ownAmong(tx, "bitcoin", [...new Set(outputs.map(({ address }) => address))]);
  for (const output of outputs) {
    const own = ours.get(output.address);
    if (own) await takeOutput(tx, output, own, place);
  }
}

type OurOutput = { txid: string; index: number; units: bigint; isCoinbase: boolean };

async function takeOutput(
  tx: Tx,
  { txid, index, units, isCoinbase }: OurOutput,
  own: OwnAddress,
  place: Place | undefined,
): Promise<void> {
  const height = place?.height ?? null;
  await tx.rows`
    insert into coins (txid, output_index, address_id, units, is_coinbase, block_height)
    values (${txid}, ${index}, ${own.id}, ${units}, ${isCoinbase}, ${height})
    on conflict (txid, output_index) do update
    set block_height = coalesce(excluded.block_height, coins.block_height)`;
  if (own.purpose !== "user" && own.purpose !== "house") return;
  // xmax is 0 for a row that was just made: the user hears of a deposit once.
  const [row] = await tx.rows<{ hash: string; is_new: boolean }>`
    insert into deposits (hash, chain, txid, output_index, currency, address_id, chain_units, units, status,
                          block_height, block_hash, is_coinbase, first_seen_at)
    values (${ids.hash()}, 'bitcoin', ${txid}, ${index}, 'BTC', ${own.id}, ${units}, ${units}, 'incoming',
            ${height}, ${place?.hash ?? null}, ${isCoinbase}, ${tx.now})
    on conflict (chain, txid, output_index) do update
    set block_height = coalesce(excluded.block_height, deposits.block_height),
        block_hash = coalesce(excluded.block_hash, deposits.block_hash),
        status = case when deposits.status = 'gone' then 'incoming' else deposits.status end
    returning hash, xmax = 0 as is_new`;
  if (row?.is_new)
    tellDeposit(tx, { user_id: own.user_id, currency: "BTC", hash: row.hash, units, txid }, "deposit_seen");
}

/** Marks our coins that this block spends. One spent by nobody's payment of ours means that somebody has our keys. */
async function takeInputs(tx: Tx, transactions: readonly BitcoinTransaction[], height: number): Promise<void> {
  const spends = transactions.flatMap(({ txid, inputs }) => inputs.map((input) => ({ ...input, spentTxid: txid })));
  if (spends.length === 0) return;
  const spent = await tx.rows<{ payment_id: bigint | null; payment_txid: string | null; spent_txid: string }>`
    update coins
    set spent_txid = spend.spent_txid, spent_height = ${height}
    from unnest(${spends.map((s) => s.txid)}::text[], ${spends.map((s) => s.outputIndex)}::int[], ${spends.map((s) => s.spentTxid)}::text[])
           as spend (txid, output_index, spent_txid)
    where coins.txid = spend.txid and coins.output_index = spend.output_index
    returning coins.payment_id, coins.spent_txid,
              (select payment.txid from chain_payments payment where payment.id = coins.payment_id) as payment_txid`;
  for (const { payment_id, payment_txid, spent_txid } of spent) {
    if (payment_txid === spent_txid) continue;
    await halt(tx, { name: "money_out", reason: `our coins were spent by ${spent_txid}, which is no payment of ours` });
    if (payment_id !== null) await noteConflict(tx, { paymentId: payment_id, txid: spent_txid, height });
  }
}

export async function noteConflict(
  tx: Tx,
  { paymentId, txid, height }: { paymentId: bigint; txid: string; height: number },
): Promise<void> {
  await tx.rows`
    update chain_payments
    set conflict_txid = ${txid}, conflict_height = ${height}
    where id = ${paymentId}`;
}

async function minePayments(tx: Tx, block: BitcoinBlock): Promise<void> {
  const found = await tx.rows<{ id: bigint }>`
    select id
    from chain_payments
    where chain = 'bitcoin' and status = 'signed' and txid = any(${block.transactions.map(({ txid }) => txid)})
    order by id`;
  for (const { id } of found) await movePayment(tx, id, "mine", { height: block.height, hash: block.hash });
  await tx.rows`
    update chain_payments
    set block_height = ${block.height}, block_hash = ${block.hash}
    where chain = 'bitcoin' and status = 'final' and block_height is null
      and txid = any(${block.transactions.map(({ txid }) => txid)})`;
}
