/** Ethereum as the wallet remembers it: block by block, ether and tokens that came, and what left our addresses. */
import type { CryptoCode } from "#contract/money.ts";
import type { ReadTx, Tx } from "../../platform/db.ts";
import { ids } from "../../platform/ids.ts";
import { halt } from "../ledger/index.ts";
import type { OwnAddress } from "./addresses.ts";
import { noteConflict } from "./bitcoin-blocks.ts";
import { tellDeposit, unitsFromChain } from "./deposit.ts";
import { loosenPayments } from "./loosen-payments.ts";
import { movePayment, type PaymentStatus } from "./payment.ts";
import { lockRail } from "./rails.ts";

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
};

/** Takes the block after the last one; answers false, having done nothing, when it is not that one. Locks the chain. */
export async function takeEthereumBlock(tx: Tx, block: SeenBlock): Promise<boolean> {
  const rail = await lockRail(tx, "ethereum");
  if (!rail || rail.scanned_height !== block.height - 1) return false;
  const before = await ethereumHashAt(tx, block.height - 1);
  if (before !== undefined && before !== block.parentHash) return false;

  await tx.rows`
    insert into wallet_blocks (chain, height, hash)
    values ('ethereum', ${block.height}, ${block.hash})`;
  for (const departure of block.departures) await takeDeparture(tx, departure, block);
  for (const arrival of block.arrivals) await takeArrival(tx, arrival, block);
  await tx.rows`
    update wallet_rails
    set scanned_height = ${block.height}, scanned_at = ${tx.now}
    where chain = 'ethereum'`;
  await tx.rows`
    delete from wallet_blocks
    where chain = 'ethereum' and height < ${block.height - KEEP_BLOCKS}`;
  return true;
}

/** A reorganisation: everything above this height is in no block until it is met again. Locks the chain. */
export async function forgetEthereumBlocks(tx: Tx, { above }: { above: number }): Promise<void> {
  const rail = await lockRail(tx, "ethereum");
  if (!rail || rail.scanned_height <= above) return;
  await tx.rows`
    delete from wallet_blocks
    where chain = 'ethereum' and height > ${above}`;
  await tx.rows`
    update deposits
    set block_height = null, block_hash = null
    where chain = 'ethereum' and block_height > ${above}`;
  await loosenPayments(tx, { chain: "ethereum", above });
  await tx.rows`
    update wallet_rails
    set scanned_height = ${above}, final_height = least(final_height, ${above})
    where chain = 'ethereum'`;
}

export async function ethereumHashAt(tx: ReadTx, height: number): Promise<string | undefined> {
  const [row] = await tx.rows<{ hash: string }>`
    select hash
    from wallet_blocks
    where chain = 'ethereum' and height = ${height}`;
  return row?.hash;
}

async function takeArrival(
  tx: Tx,
  { txid, index, currency, own, chainUnits, fault }: Arrival,
  block: SeenBlock,
): Promise<void> {
  // Our own sweeps and gifts of gas move what is ours already; a send-out to another user's address is his deposit.
  const [ownMove] = await tx.rows`
    select id
    from chain_payments
    where txid = ${txid} and purpose in ('sweep', 'gas')`;
  if (ownMove) return;
  const { units } = unitsFromChain(currency, chainUnits);
  const [row] = await tx.rows<{ hash: string; is_new: boolean }>`
    insert into deposits (hash, chain, txid, output_index, currency, address_id, chain_units, units, status,
                          block_height, block_hash, first_seen_at, fault)
    values (${ids.hash()}, 'ethereum', ${txid}, ${index}, ${currency}, ${own.id}, ${chainUnits}, ${units},
            ${fault === undefined ? "incoming" : "quarantined"}, ${block.height}, ${block.hash}, ${tx.now}, ${fault ?? null})
    on conflict (chain, txid, output_index) do update
    set block_height = excluded.block_height, block_hash = excluded.block_hash,
        status = case when deposits.status in ('gone', 'quarantined') then excluded.status else deposits.status end,
        fault = excluded.fault
    returning hash, xmax = 0 as is_new`;
  if (row?.is_new) tellDeposit(tx, { user_id: own.user_id, currency, hash: row.hash, units, txid }, "deposit_seen");
}

/** A settled payment that a reorganisation took out of its block is in one again. */
async function settleAgain(tx: Tx, id: bigint, block: SeenBlock): Promise<void> {
  await tx.rows`
    update chain_payments
    set block_height = ${block.height}, block_hash = ${block.hash}
    where id = ${id} and block_height is null`;
}

/** A transaction of one of our addresses: a payment of ours, or the work of somebody who has our keys. */
async function takeDeparture(tx: Tx, { txid, from, nonce }: Departure, block: SeenBlock): Promise<void> {
  const [payment] = await tx.rows<{ id: bigint; txid: string | null; status: PaymentStatus }>`
    select id, txid, status
    from chain_payments
    where from_address = ${from} and nonce = ${nonce}`;
  if (payment?.txid === txid) {
    if (payment.status === "signed")
      await movePayment(tx, payment.id, "mine", { height: block.height, hash: block.hash });
    if (payment.status === "final") await settleAgain(tx, payment.id, block);
    if (payment.status === "conflicted") {
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
