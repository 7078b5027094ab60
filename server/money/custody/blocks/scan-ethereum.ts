/**
 * Job: follows the Ethereum chain. Ether counts when its transaction succeeded, tokens only by a Transfer log of the
 * one pinned contract, and only when the balance moved by what the logs say.
 */
import type { AppPorts } from "../../../platform/app-ports.ts";
import type { Db } from "../../../platform/postgres/db.ts";
import type { EthereumRail } from "../../../platform/outside/chains/chains.ts";
import { NodeError } from "../../../platform/outside/chains/bitcoin-node.ts";
import type { Signer } from "../../../platform/outside/signer/signer.ts";
import type { EthereumBlock, TokenTransfer } from "../../../platform/outside/chains/ethereum-node.ts";
import { type OwnAddress, ownAmong } from "../addresses/address-rows.ts";
import {
  type Arrival,
  ethereumHashAt,
  forgetEthereumBlocks,
  OWN_ETHER,
  type SeenBlock,
  takeEthereumBlock,
} from "./ethereum-blocks.ts";
import { coldArrivalsOf, coldSpendsOf } from "../cold/transfers.ts";
import { attestOlder, checkAddresses } from "../addresses/check-addresses.ts";
import { closeMissing, closeRail, findRail, openRail } from "../rails/rails.ts";
import { saveFeePrice } from "../rails/rail-rows.ts";
import { settleEthereum } from "../payments/settle-ethereum.ts";

const BLOCKS_AT_ONCE = 200;
/** Chains that are play, by id: the development chain and the public test ones. */
const TEST_CHAINS = new Set([31_337, 11_155_111, 17_000, 560_048]);
/** Only a chain of our own is read from its beginning. */
const DEVELOPMENT_CHAIN = 31_337;

const opened = new WeakSet<EthereumRail>();

/** Safe to run twice and at once: every step locks the chain's row and checks that it is its turn. */
export async function scanEthereum(app: AppPorts): Promise<void> {
  const rail = app.chains?.ethereum;
  const signer = app.chains?.signer;
  if (!rail || "fault" in rail || !signer) {
    return app.db.tx((tx) => closeMissing(tx, { chain: "ethereum", node: rail }));
  }
  try {
    const height = await rail.node.height();
    if (!opened.has(rail)) await open(app, { rail, signer, height });
    await saveFee(app.db, rail);
    if (!(await follow(app.db, rail, height))) return;
    await checkAddresses(app, "ethereum");
    await settleEthereum(app, rail);
  } catch (error) {
    opened.delete(rail);
    await app.db.tx((tx) => closeRail(tx, { chain: "ethereum", code: "no_answer" }));
    throw error;
  }
}

type Opening = { readonly rail: EthereumRail; readonly signer: Signer; readonly height: number };

async function open(app: AppPorts, { rail, signer, height }: Opening): Promise<void> {
  const [keys, cold] = [await signer.accountKeys(), await signer.coldAccount()];
  if (!(await rail.node.hasCode(rail.token))) throw new Error("the dollar token is not on this chain");
  const isOpen = await app.db.tx((tx) =>
    openRail(tx, {
      chain: "ethereum",
      network: String(rail.chainId),
      isTest: TEST_CHAINS.has(rail.chainId),
      accountKey: keys.ethereum,
      token: rail.token,
      coldAccount: cold.ethereum ?? null,
      startHeight: rail.chainId === DEVELOPMENT_CHAIN ? -1 : height,
    }),
  );
  if (isOpen) {
    await attestOlder(signer, "ethereum");
    await signer.makeOwnAddress({ purpose: "hot" });
  }
  opened.add(rail);
}

async function saveFee(db: Db, { node }: EthereumRail): Promise<void> {
  const { baseWei, tipWei } = await node.gasPrice();
  // The base may rise by an eighth a block: twice of it lasts for six blocks.
  await db.tx((tx) => saveFeePrice(tx, { chain: "ethereum", price: 2n * baseWei + tipWei, tip: tipWei }));
}

/** True when the newest block is taken. */
async function follow(db: Db, rail: EthereumRail, tip: number): Promise<boolean> {
  const kept = await db.read((tx) => findRail(tx, "ethereum"));
  if (!kept) return false;
  const scanned = kept.scanned_height;
  if (tip < scanned && (await isBehind(db, rail, tip))) return false;
  const fork = await forkHeight(db, rail, scanned);
  if (fork < scanned) await db.tx((tx) => forgetEthereumBlocks(tx, { above: fork }));
  const last = Math.min(tip, fork + BLOCKS_AT_ONCE);
  for (let height = fork + 1; height <= last; height++) {
    const block = await rail.node.block(height);
    if (!block) return false;
    const seen = await look(db, { rail, cold: kept.cold_account ?? undefined }, block);
    if (!(await db.tx((tx) => takeEthereumBlock(tx, seen)))) return false;
  }
  return last === tip;
}

/** The node shows a shorter chain without other blocks: it is catching up, and nothing is undone. */
async function isBehind(db: Db, { node }: EthereumRail, tip: number): Promise<boolean> {
  const remembered = await db.read((tx) => ethereumHashAt(tx, tip));
  return remembered !== undefined && remembered === (await node.blockHash(tip));
}

async function forkHeight(db: Db, { node }: EthereumRail, scanned: number): Promise<number> {
  for (let height = scanned; height >= 0; height--) {
    const remembered = await db.read((tx) => ethereumHashAt(tx, height));
    if (remembered === undefined || remembered === (await node.blockHash(height))) return height;
  }
  return -1;
}

/** What this block means to us, asked of the node before the ledger is touched. */
async function look(db: Db, { rail, cold }: Place, block: EthereumBlock) {
  const { number: height, hash, parentHash, transactions } = block;
  const place = { height, hash, parentHash };
  if (transactions.length === 0) return { ...place, arrivals: [], departures: [], coldSpends: [], coldArrivals: [] };
  const transfers = await rail.node.tokenTransfers({ token: rail.token, blockHash: hash });
  const named = [
    ...transactions.flatMap(({ from, to }) => (to ? [from, to] : [from])),
    ...transfers.flatMap(({ from, to }) => [from, to]),
  ];
  const ours = await db.read((tx) => ownAmong(tx, "ethereum", [...new Set(named)]));
  return {
    ...place,
    departures: transactions
      .filter(({ from }) => ours.has(from))
      .map(({ txid, from, nonce }) => ({ txid, from, nonce })),
    arrivals: [
      ...(await etherArrivals(rail, { ...block, transactions: transactions.filter(isNoRefill(cold, ours)) }, ours)),
      ...(await tokenArrivals(rail, { height, transfers, ours, isDeposit: isNoRefill(cold, ours) })),
    ],
    ...(await coldTransfers(rail, cold, { ours, transactions, transfers })),
    coldNonce: nextNonce(transactions.filter(({ from }) => from === cold)),
  };
}

type Moves = Pick<EthereumBlock, "transactions"> & {
  readonly ours: Ours;
  readonly transfers: readonly TokenTransfer[];
};

async function coldTransfers(
  { node }: EthereumRail,
  cold: string | undefined,
  moves: Moves,
): Promise<Pick<SeenBlock, "coldSpends" | "coldArrivals">> {
  if (cold === undefined) return { coldSpends: [], coldArrivals: [] };
  const arrivals = await coldArrivalsOf(node, { cold, ...moves });
  return {
    coldSpends: await coldSpendsOf(node, { cold, ...moves }),
    coldArrivals: arrivals.map((one) => ({ ...one, account: cold })),
  };
}

const nextNonce = (used: readonly { readonly nonce: number }[]) =>
  used.length === 0 ? undefined : Math.max(...used.map(({ nonce }) => nonce)) + 1;

type Place = { readonly rail: EthereumRail; readonly cold: string | undefined };

/** A transfer from the cold account to the hot address is the operator's own, and is no deposit. */
const isNoRefill =
  (cold: string | undefined, ours: Ours) => (one: { readonly from: string; readonly to?: string | undefined }) =>
    one.from !== cold || ours.get(one.to ?? "")?.purpose !== "hot";

type Ours = ReadonlyMap<string, OwnAddress>;

async function etherArrivals({ node }: EthereumRail, { transactions }: EthereumBlock, ours: Ours): Promise<Arrival[]> {
  const arrivals: Arrival[] = [];
  for (const { txid, to, wei } of transactions) {
    const own = to === undefined ? undefined : ours.get(to);
    if (!own || wei === 0n) continue;
    if ((await node.receipt(txid))?.succeeded) {
      arrivals.push({ txid, index: OWN_ETHER, currency: "ETH", own, chainUnits: wei, fault: undefined });
    }
  }
  return arrivals;
}

type Transfers = {
  readonly height: number;
  readonly transfers: readonly TokenTransfer[];
  readonly ours: Ours;
  readonly isDeposit: (transfer: TokenTransfer) => boolean;
};

async function tokenArrivals(
  rail: EthereumRail,
  { height, transfers, ours, isDeposit }: Transfers,
): Promise<Arrival[]> {
  const countOf = new Map<string, number>();
  const faults = new Map<string, string | undefined>();
  const arrivals: Arrival[] = [];
  for (const transfer of [...transfers].sort((a, b) => a.logIndex - b.logIndex)) {
    const index = countOf.get(transfer.txid) ?? 0;
    countOf.set(transfer.txid, index + 1);
    const own = ours.get(transfer.to);
    if (!own || transfer.units === 0n || !isDeposit(transfer)) continue;
    if (!faults.has(own.address))
      faults.set(own.address, await balanceFault(rail, { height, address: own.address, transfers }));
    arrivals.push({
      txid: transfer.txid,
      index,
      currency: "USDT",
      own,
      chainUnits: transfer.units,
      fault: faults.get(own.address),
    });
  }
  return arrivals;
}

/** What nodes answer about a state that they have given up; another error of theirs passes, and is asked again. */
const NO_STATE: ReadonlySet<number> = new Set([-32_000, -32_001, -32_002]);

/** Why the logs of a block and the balance before and after it do not agree; undefined when they do. */
async function balanceFault(
  { node, token }: EthereumRail,
  { height, address, transfers }: { height: number; address: string; transfers: readonly TokenTransfer[] },
): Promise<string | undefined> {
  const logged = transfers.reduce(
    (sum, { from, to, units }) => sum + (to === address ? units : 0n) - (from === address ? units : 0n),
    0n,
  );
  try {
    const after = await node.tokenBalance({ token, address, blockNumber: height });
    const before = await node.tokenBalance({ token, address, blockNumber: height - 1 });
    return after - before === logged ? undefined : `the logs say ${logged}, the balance moved by ${after - before}`;
  } catch (error) {
    // The node no longer has the state of that block, so the balance is unknown.
    if (error instanceof NodeError && NO_STATE.has(error.code)) return `the balance at block ${height} cannot be read`;
    throw error;
  }
}
