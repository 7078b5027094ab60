/** The cold account as the chain shows it: what came to its addresses, and what its owner spent. Nothing here is a deposit. */
import type { Tx } from "../../../platform/postgres/db.ts";
import type { BitcoinBlock, BitcoinTransaction } from "../../../platform/outside/chains/bitcoin-node.ts";
import type { KeyPath } from "../../../platform/outside/chains/chain-keys.ts";
import { COLD_GAP, type ColdBitcoin, openColdAccount } from "../../../platform/outside/chains/cold/account.ts";
import { ownAmong } from "../addresses/address-rows.ts";
import { lastColdIndexes, markColdSpent, upsertColdCoin, upsertColdSpend } from "../cold/rows.ts";
import { bitcoinChainOf } from "../rails/rails.ts";
import type { Rail } from "../rails/rail-rows.ts";

const accounts = new Map<string, ColdBitcoin>();

/** Derives each address once a process. */
export function coldAccountOf(rail: Rail & { readonly cold_account: string }): ColdBitcoin {
  const name = `${rail.network} ${rail.cold_account}`;
  const account = accounts.get(name) ?? openColdAccount(rail.cold_account, bitcoinChainOf(rail));
  accounts.set(name, account);
  return account;
}

export async function takeColdBlock(tx: Tx, rail: Rail, { transactions, height }: BitcoinBlock): Promise<void> {
  const { cold_account: name } = rail;
  if (name === null) return;
  const paths = await pathsOf(tx, coldAccountOf({ ...rail, cold_account: name }), name);
  for (const { txid, outputs } of transactions)
    for (const { index: output_index, units, address = "" } of outputs) {
      const path = paths.get(address);
      if (!path || units === 0n) continue;
      const coin = { txid, output_index, branch: path.branch, path_index: path.index, address, units };
      await upsertColdCoin(tx, { ...coin, account: name, height });
    }
  await takeSpends(tx, transactions, { height, paths });
}

/** By address, those that were used and so many after them. */
async function pathsOf(tx: Tx, account: ColdBitcoin, name: string): Promise<Map<string, KeyPath>> {
  const { receiving, change, planned } = await lastColdIndexes(tx, name);
  const upTo = (branch: 0 | 1, last: number) =>
    Array.from({ length: last + 1 + COLD_GAP }, (_, index) => account.addressAt({ branch, index }));
  return new Map(
    [...upTo(0, Math.max(receiving, planned)), ...upTo(1, change)].map(({ address, path }) => [address, path]),
  );
}

type At = { readonly height: number; readonly paths: ReadonlyMap<string, KeyPath> };

/** The network's fee, and whatever did not come back or to our own addresses, is what the operator has spent. */
async function takeSpends(tx: Tx, transactions: readonly BitcoinTransaction[], { height, paths }: At): Promise<void> {
  const spends = transactions.flatMap(({ txid, inputs }) => inputs.map((input) => ({ ...input, spentTxid: txid })));
  if (spends.length === 0) return;
  const taken = new Map<string, bigint>();
  for (const { spent_txid, units } of await markColdSpent(tx, spends, height))
    taken.set(spent_txid, (taken.get(spent_txid) ?? 0n) + units);
  for (const [txid, units] of taken) {
    const outputs = transactions.find((one) => one.txid === txid)?.outputs ?? [];
    const ours = await ownAmong(
      tx,
      "bitcoin",
      outputs.map(({ address = "" }) => address),
    );
    // What comes to an address for deposits is posted as one: it has left the operator.
    const stays = (address: string) => paths.has(address) || ours.get(address)?.branch === 1;
    const kept = outputs.reduce((sum, { address = "", units }) => sum + (stays(address) ? units : 0n), 0n);
    const left = units > kept ? units - kept : 0n;
    await upsertColdSpend(tx, { chain: "bitcoin", txid, currency: "BTC", units: left, height });
  }
}
