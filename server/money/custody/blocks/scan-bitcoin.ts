/**
 * Job: follows the Bitcoin chain. Finds the fork when there was one, reads block after block, looks at what waits, and at the
 * tip makes deposits and payments final or reverses those that are no longer there.
 */
import type { AppPorts } from "../../../platform/app-ports.ts";
import type { Db } from "../../../platform/postgres/db.ts";
import type { BitcoinNode } from "../../../platform/outside/chains/bitcoin-node.ts";
import type { BitcoinRail } from "../../../platform/outside/chains/chains.ts";
import type { Signer } from "../../../platform/outside/signer/signer.ts";
import { blockHashAt, forgetBitcoinBlocks, takeBitcoinBlock, takeLooseTransaction } from "./bitcoin-blocks.ts";
import { attestOlder, checkAddresses } from "../addresses/check-addresses.ts";
import { closeMissing, closeRail, findRail, openRail } from "../rails/rails.ts";
import { saveFeePrice } from "../rails/rail-rows.ts";
import { settleBitcoin } from "../payments/settle-bitcoin.ts";

const BLOCKS_AT_ONCE = 500;
const MOST_LOOSE_AT_ONCE = 2000;
const FEE_WITHIN_BLOCKS = 6;
/** Satoshi per 1000 virtual bytes: what a quiet network takes, and what we never pay above. */
const FALLBACK_FEE = 5_000n;
const HIGHEST_FEE = 200_000n;

/** Waiting transactions that were looked at, per database: there is no need to ask for them again. */
const looked = new WeakMap<Db, Set<string>>();
const opened = new WeakSet<BitcoinRail>();

/** Safe to run twice and at once: every step locks the chain's row and checks that it is its turn. */
export async function scanBitcoin(app: AppPorts): Promise<void> {
  const rail = app.chains?.bitcoin;
  const signer = app.chains?.signer;
  if (!rail || "fault" in rail || !signer) {
    return app.db.tx((tx) => closeMissing(tx, { chain: "bitcoin", node: rail }));
  }
  try {
    const height = await rail.node.height();
    if (!opened.has(rail)) await open(app, { rail, signer, height });
    await saveFee(app.db, rail.node);
    const isAtTip = await follow(app.db, rail.node, height);
    if (!isAtTip) return;
    await lookAtWaiting(app.db, rail.node);
    await checkAddresses(app, "bitcoin");
    await settleBitcoin(app, rail.node);
  } catch (error) {
    opened.delete(rail);
    await app.db.tx((tx) => closeRail(tx, { chain: "bitcoin", code: "no_answer" }));
    throw error;
  }
}

type Opening = { readonly rail: BitcoinRail; readonly signer: Signer; readonly height: number };

async function open(app: AppPorts, { rail, signer, height }: Opening): Promise<void> {
  const [keys, cold] = [await signer.accountKeys(), await signer.coldAccount()];
  const isTest = rail.chain !== "main";
  const isOpen = await app.db.tx((tx) =>
    openRail(tx, {
      chain: "bitcoin",
      network: rail.chain,
      isTest,
      accountKey: keys.bitcoin,
      token: null,
      coldAccount: cold.bitcoin ?? null,
      // A chain that others have used for years holds nothing of ours before today.
      startHeight: rail.chain === "regtest" ? -1 : height,
    }),
  );
  if (isOpen) {
    await attestOlder(signer, "bitcoin");
    await signer.makeOwnAddress({ purpose: "house" });
    if (cold.bitcoin !== undefined) await signer.makeOwnAddress({ purpose: "refill" });
  }
  opened.add(rail);
}

async function saveFee(db: Db, node: BitcoinNode): Promise<void> {
  const [estimate, lowest] = await Promise.all([node.feeRate(FEE_WITHIN_BLOCKS), node.lowestFeeRate()]);
  const wanted = [estimate ?? FALLBACK_FEE, lowest].reduce((a, b) => (a > b ? a : b));
  await db.tx((tx) =>
    saveFeePrice(tx, { chain: "bitcoin", price: wanted > HIGHEST_FEE ? HIGHEST_FEE : wanted, tip: lowest }),
  );
}

/** True when the newest block is taken. */
async function follow(db: Db, node: BitcoinNode, tip: number): Promise<boolean> {
  const kept = await db.read((tx) => findRail(tx, "bitcoin"));
  if (!kept) return false;
  const scanned = kept.scanned_height;
  if (tip < scanned && (await isBehind(db, node, tip))) return false;
  const fork = await forkHeight(db, node, scanned);
  if (fork < scanned) await db.tx((tx) => forgetBitcoinBlocks(tx, { above: fork }));
  const last = Math.min(tip, fork + BLOCKS_AT_ONCE);
  for (let height = fork + 1; height <= last; height++) {
    const hash = await node.blockHash(height);
    if (!hash) return false;
    const block = await node.block(hash);
    if (!(await db.tx((tx) => takeBitcoinBlock(tx, block)))) return false;
  }
  return last === tip;
}

/**
 * The node shows a shorter chain without other blocks: it is reindexing or catching up, and nothing is undone. A
 * chain that replaces another one is longer, or differs at its end.
 */
async function isBehind(db: Db, node: BitcoinNode, tip: number): Promise<boolean> {
  const remembered = await db.read((tx) => blockHashAt(tx, tip));
  return remembered !== undefined && remembered === (await node.blockHash(tip));
}

/** The height up to which our memory and the node's chain are the same. */
async function forkHeight(db: Db, node: BitcoinNode, scanned: number): Promise<number> {
  for (let height = scanned; height >= 0; height--) {
    const remembered = await db.read((tx) => blockHashAt(tx, height));
    if (remembered === undefined || remembered === (await node.blockHash(height))) return height;
  }
  return -1;
}

async function lookAtWaiting(db: Db, node: BitcoinNode): Promise<void> {
  const known = looked.get(db) ?? new Set<string>();
  const waiting = await node.mempool();
  const fresh = waiting.filter((txid) => !known.has(txid)).slice(0, MOST_LOOSE_AT_ONCE);
  for (const txid of fresh) {
    const transaction = await node.transaction(txid);
    if (transaction) await db.tx((tx) => takeLooseTransaction(tx, transaction));
    known.add(txid);
  }
  // What waits no longer may come back after a reorganisation: it is looked at again then.
  const still = new Set(waiting);
  looked.set(db, new Set([...known].filter((txid) => still.has(txid))));
}
