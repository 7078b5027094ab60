/** Bitcoin as the wallet remembers it: block by block, what came to our addresses and what spent our coins. */
import type { ReadTx, Tx } from "../../../platform/postgres/db.ts";
import { ids } from "../../../platform/ids.ts";
import type { BitcoinBlock, BitcoinTransaction } from "../../../platform/outside/chains/bitcoin-node.ts";
import { halt } from "../../ledger/index.ts";
import { type OwnAddress, ownAmong } from "../addresses/address-rows.ts";
import { emitDeposit } from "../deposits/deposit.ts";
import { takeColdBlock } from "./cold-blocks.ts";
import { loosenColdCoins, loosenColdSpends } from "../cold/rows.ts";
import { loosenPayments } from "../payments/loosen-payments.ts";
import { movePayment } from "../payments/payment.ts";
import { lockRail, setScanned, setScannedBack } from "../rails/rail-rows.ts";
import { noteConflict, settleAgainAmong, signedAmong } from "../payments/rows.ts";
import { deleteBlocksAbove, deleteBlocksBelow, hashAt, insertBlock } from "./block-rows.ts";
import { loosenDeposits, upsertBitcoinDeposit } from "../deposits/deposit-rows.ts";
import { loosenCoins, markSpent, unspendCoins, upsertCoin } from "../coins/coin-rows.ts";

const KEEP_BLOCKS = 400;

type Place = { readonly height: number; readonly hash: string };

/** Takes the block after the last one; answers false, having done nothing, when it is not that one. Locks the chain. */
export async function takeBitcoinBlock(tx: Tx, block: BitcoinBlock): Promise<boolean> {
  const rail = await lockRail(tx, "bitcoin");
  if (!rail || rail.scanned_height !== block.height - 1) return false;
  const before = await blockHashAt(tx, block.height - 1);
  if (before !== undefined && before !== block.previousHash) return false;

  await insertBlock(tx, "bitcoin", block);
  await takeOutputs(tx, block.transactions, block);
  await takeInputs(tx, block.transactions, block.height);
  await takeColdBlock(tx, rail, block);
  await minePayments(tx, block);
  await setScanned(tx, "bitcoin", block.height);
  await deleteBlocksBelow(tx, "bitcoin", block.height - KEEP_BLOCKS);
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
  await deleteBlocksAbove(tx, "bitcoin", above);
  await loosenDeposits(tx, "bitcoin", above);
  await loosenCoins(tx, above);
  await unspendCoins(tx, above);
  await loosenPayments(tx, { chain: "bitcoin", above });
  await loosenColdCoins(tx, above);
  await loosenColdSpends(tx, "bitcoin", above);
  await setScannedBack(tx, "bitcoin", above);
}

export async function blockHashAt(tx: ReadTx, height: number): Promise<string | undefined> {
  return hashAt(tx, "bitcoin", height);
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
  await upsertCoin(tx, { txid, index, units, isCoinbase, addressId: own.id, height });
  if (own.purpose !== "user" && own.purpose !== "house") return;
  // The user is notified of a deposit once.
  const row = await upsertBitcoinDeposit(tx, {
    hash: ids.hash(),
    txid,
    index,
    units,
    isCoinbase,
    addressId: own.id,
    height,
    blockHash: place?.hash ?? null,
  });
  if (row.is_new)
    emitDeposit(tx, { user_id: own.user_id, currency: "BTC", hash: row.hash, units, txid }, "deposit_seen");
}

/** Marks our coins that this block spends. A coin spent by a foreign transaction means that our keys are compromised. */
async function takeInputs(tx: Tx, transactions: readonly BitcoinTransaction[], height: number): Promise<void> {
  const spends = transactions.flatMap(({ txid, inputs }) => inputs.map((input) => ({ ...input, spentTxid: txid })));
  if (spends.length === 0) return;
  const spent = await markSpent(tx, spends, height);
  for (const { payment_id, payment_txid, spent_txid } of spent) {
    if (payment_txid === spent_txid) continue;
    await halt(tx, { name: "money_out", reason: `our coins were spent by ${spent_txid}, which is no payment of ours` });
    if (payment_id !== null) await noteConflict(tx, { paymentId: payment_id, txid: spent_txid, height });
  }
}

async function minePayments(tx: Tx, block: BitcoinBlock): Promise<void> {
  const found = await signedAmong(
    tx,
    "bitcoin",
    block.transactions.map(({ txid }) => txid),
  );
  for (const { id } of found) await movePayment(tx, id, "mine", { height: block.height, hash: block.hash });
  await settleAgainAmong(
    tx,
    block.transactions.map(({ txid }) => txid),
    block,
  );
}
