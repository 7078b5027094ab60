/** Ethereum as the wallet remembers it: block by block, ether and tokens that came, and what left our addresses. */
import type { CryptoCode } from "#contract/money/money.ts";
import type { ReadTx, Tx } from "../../../platform/postgres/db.ts";
import { ids } from "../../../platform/ids.ts";
import { halt } from "../../ledger/index.ts";
import type { OwnAddress } from "../addresses/address-rows.ts";
import { findByNonce, isOwnMove, noteConflict, settleAgain } from "../payments/rows.ts";
import { type ColdTransfer, loosenColdArrivals, upsertColdArrival } from "../cold/arrival-rows.ts";
import { loosenColdSpends, upsertColdSpend } from "../cold/rows.ts";
import { emitDeposit, unitsFromChain } from "../deposits/deposit.ts";
import { loosenPayments } from "../payments/loosen-payments.ts";
import { movePayment } from "../payments/payment.ts";
import { lockRail, setColdNonce, setEthereumBack, setScanned } from "../rails/rail-rows.ts";
import { deleteBlocksAbove, deleteBlocksBelow, hashAt, insertBlock } from "./block-rows.ts";
import { loosenDeposits, upsertEthereumDeposit } from "../deposits/deposit-rows.ts";

const KEEP_BLOCKS = 400;
/** The place of a transaction's own ether among what it brings. */
export const OWN_ETHER = -1;

export type Arrival = {
  readonly txid: string;
  /** OWN_ETHER, or the how-manieth token transfer of its transaction: that stays when a block is made anew. */
  readonly index: number;
  readonly currency: Extract<CryptoCode, "ETH" | "USDT">;
  readonly own: OwnAddress;
  readonly chainUnits: bigint;
  /** Why the chain contradicts itself about it; undefined when it does not. */
  readonly fault: string | undefined;
};

export type Departure = { readonly txid: string; readonly from: string; readonly nonce: number };

export type SeenBlock = {
  readonly height: number;
  readonly hash: string;
  readonly parentHash: string;
  readonly arrivals: readonly Arrival[];
  readonly departures: readonly Departure[];
  /** What left the cold account and did not come to the hot address, in the ledger's units, rounded up. */
  readonly coldSpends: readonly ColdTransfer[];
  /** What came to the cold account. */
  readonly coldArrivals: readonly (ColdTransfer & { readonly account: string })[];
  /** The number after the last one that the cold account used in this block. */
  readonly coldNonce?: number | undefined;
};

/** Takes the block after the last one; answers false, having done nothing, when it is not that one. Locks the chain. */
export async function takeEthereumBlock(tx: Tx, block: SeenBlock): Promise<boolean> {
  const rail = await lockRail(tx, "ethereum");
  if (!rail || rail.scanned_height !== block.height - 1) return false;
  const before = await ethereumHashAt(tx, block.height - 1);
  if (before !== undefined && before !== block.parentHash) return false;

  await insertBlock(tx, "ethereum", block);
  for (const departure of block.departures) await takeDeparture(tx, departure, block);
  for (const arrival of block.arrivals) await takeArrival(tx, arrival, block);
  for (const spend of block.coldSpends)
    await upsertColdSpend(tx, { ...spend, chain: "ethereum", height: block.height });
  for (const arrival of block.coldArrivals) await upsertColdArrival(tx, { ...arrival, height: block.height });
  if (block.coldNonce !== undefined) await setColdNonce(tx, block.coldNonce);
  await setScanned(tx, "ethereum", block.height);
  await deleteBlocksBelow(tx, "ethereum", block.height - KEEP_BLOCKS);
  return true;
}

/** A reorganisation: everything above this height is in no block until it is met again. Locks the chain. */
export async function forgetEthereumBlocks(tx: Tx, { above }: { above: number }): Promise<void> {
  const rail = await lockRail(tx, "ethereum");
  if (!rail || rail.scanned_height <= above) return;
  await deleteBlocksAbove(tx, "ethereum", above);
  await loosenDeposits(tx, "ethereum", above);
  await loosenPayments(tx, { chain: "ethereum", above });
  await loosenColdSpends(tx, "ethereum", above);
  await loosenColdArrivals(tx, above);
  await setEthereumBack(tx, above);
}

export async function ethereumHashAt(tx: ReadTx, height: number): Promise<string | undefined> {
  return hashAt(tx, "ethereum", height);
}

async function takeArrival(
  tx: Tx,
  { txid, index, currency, own, chainUnits, fault }: Arrival,
  block: SeenBlock,
): Promise<void> {
  // Our own sweeps and gifts of gas move what is ours already; a withdrawal to another user's address is that user's deposit.
  if (await isOwnMove(tx, txid)) return;
  const { units } = unitsFromChain(currency, chainUnits);
  const row = await upsertEthereumDeposit(
    tx,
    { hash: ids.hash(), txid, index, currency, addressId: own.id, chainUnits, units, fault },
    block,
  );
  if (row.is_new) emitDeposit(tx, { user_id: own.user_id, currency, hash: row.hash, units, txid }, "deposit_seen");
}

/** A transaction from one of our addresses: one of our payments, or a sign of compromised keys. */
async function takeDeparture(tx: Tx, { txid, from, nonce }: Departure, block: SeenBlock): Promise<void> {
  const payment = await findByNonce(tx, { from, nonce });
  if (payment?.txid === txid) {
    if (payment.status === "broadcast")
      await movePayment(tx, payment.id, "mine", { height: block.height, hash: block.hash });
    if (payment.status === "completed") await settleAgain(tx, payment.id, block);
    if (payment.outcome === "conflicted") {
      await halt(tx, {
        name: "money_out",
        reason: `${txid} was given up, its sum was given back, and it is in a block`,
      });
    }
    return;
  }
  await halt(tx, { name: "money_out", reason: `${txid} left our address ${from} and is no payment of ours` });
  if (payment) await noteConflict(tx, { paymentId: payment.id, txid, height: block.height });
}
