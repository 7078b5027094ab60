/** The ether and tokens that are ours, counted at a node of the signer's own; the tables only say where to look. */
import type { Db } from "../../platform/postgres/db.ts";
import { NodeSilent } from "../../platform/outside/chains/bitcoin-node.ts";
import { HOT } from "../../platform/outside/chains/chain-keys.ts";
import type { EthereumNode } from "../../platform/outside/chains/ethereum-node.ts";
import type { ColdAccount } from "../../platform/outside/signer/signer.ts";
import type { CoinSource, Counting } from "../factors/counting.ts";
import { addressHints, takenBack } from "../records/coverage-rows.ts";
import { addressOf, type Keys, openOwnAddresses } from "../addresses/own-addresses.ts";
import { followEthereum, type SignedEthereum } from "./signed/ethereum.ts";
import type { SignedJournal } from "./signed/journal.ts";

export type OwnEthereumNode = Pick<
  EthereumNode,
  "height" | "blockHash" | "balance" | "tokenBalance" | "nonce" | "receipt"
>;

type Ports = {
  readonly db: Db;
  readonly node: OwnEthereumNode;
  readonly keys: Keys;
  readonly cold?: ColdAccount;
  readonly journal: Pick<SignedJournal, "all">;
  readonly token: string;
};

const AT_ONCE = 1000;
const TRIES = 3;
const WEI_PER_GWEI = 1_000_000_000n;

/** All of one count is read at one block. */
type At = { readonly height: number; readonly hash: string };

export function openEthereumCoins({ db, node, keys, cold = {}, journal, token }: Ports): CoinSource {
  const follow = followEthereum(journal, addressOf(keys, "ethereum", HOT));
  const isOurs = openOwnAddresses(keys);
  const balances = openBalances(node, token);
  const countAt = async (at: At, counting: Counting): Promise<bigint> => {
    const { currency } = counting;
    const unit = currency === "ETH" ? WEI_PER_GWEI : 1n;
    const [hints, back] = await db.read(async (tx) => [
      await addressHints(tx),
      await takenBack(tx, "ethereum", currency),
    ]);
    const nonces = await noncesOf(node, follow.open(), at);
    const isPending = (payment: SignedEthereum) => payment.nonce >= (nonces.get(payment.from) ?? 0);
    const gone = await goneUnits(node, follow.open(), { at, counting, isPending });
    const owed = await unitsOf(node, back, at);
    let sum = (gone - owed) * unit - leavingOf(follow.open().filter(isPending), counting);
    const ours = hints.filter(isOurs).map(({ address }) => address);
    const addresses = [...new Set(cold.ethereum === undefined ? ours : [...ours, cold.ethereum])];
    for (let first = 0; first < addresses.length; first += AT_ONCE) {
      const found = await balances(at, currency, addresses.slice(first, first + AT_ONCE));
      sum += found.reduce((all, one) => all + one, 0n);
      if (sum >= counting.enoughUnits * unit) break;
    }
    await forgetOver(node, follow, { counting, isPending });
    return sum / unit;
  };
  return {
    async count(counting) {
      for (let tries = 0; tries < TRIES; tries++) {
        const at = await newest(node);
        const units = await countAt(at, counting);
        if ((await node.blockHash(at.height)) === at.hash) return units;
      }
      throw new NodeSilent("blocks change faster than coins are counted");
    },
  };
}

async function newest(node: OwnEthereumNode): Promise<At> {
  const height = await node.height();
  const hash = await node.blockHash(height);
  if (hash === undefined) throw new NodeSilent("the newest block is gone");
  return { height, hash };
}

/** By address, kept until there is another block. */
function openBalances(node: OwnEthereumNode, token: string) {
  let seen = { hash: "", wei: new Map<string, bigint>(), tokens: new Map<string, bigint>() };
  return async ({ height, hash }: At, currency: string, addresses: readonly string[]): Promise<bigint[]> => {
    if (seen.hash !== hash) seen = { hash, wei: new Map(), tokens: new Map() };
    const known = currency === "ETH" ? seen.wei : seen.tokens;
    return Promise.all(
      addresses.map(async (address) => {
        const found = known.get(address) ?? (await ask(address));
        known.set(address, found);
        return found;
      }),
    );

    function ask(address: string): Promise<bigint> {
      if (currency === "ETH") return node.balance(address, height);
      return node.tokenBalance({ token, address, blockNumber: height });
    }
  };
}

/** By sender, how many of its payments are in blocks. */
async function noncesOf(
  node: OwnEthereumNode,
  payments: readonly SignedEthereum[],
  { height }: At,
): Promise<Map<string, number>> {
  const senders = [...new Set(payments.map(({ from }) => from))];
  return new Map(await Promise.all(senders.map(async (from) => [from, await node.nonce(from, height)] as const)));
}

type Seen = {
  readonly at: At;
  readonly counting: Counting;
  readonly isPending: (payment: SignedEthereum) => boolean;
};

/** For send-outs that a block paid and whose sums the ledger still holds. */
async function goneUnits(
  node: OwnEthereumNode,
  payments: readonly SignedEthereum[],
  { at, counting: { held, currency }, isPending }: Seen,
): Promise<bigint> {
  const mined = payments.filter(
    (payment) => payment.currency === currency && held.has(payment.sendOut ?? "") && !isPending(payment),
  );
  const sums = await Promise.all(
    mined.map(async ({ txid, sendOut }) => ((await isPaid(node, txid, at)) ? (held.get(sendOut ?? "") ?? 0n) : 0n)),
  );
  return sums.reduce((sum, units) => sum + units, 0n);
}

async function isPaid(node: OwnEthereumNode, txid: string, { height }: At): Promise<boolean> {
  const receipt = await node.receipt(txid);
  return (receipt?.succeeded ?? false) && (receipt?.blockNumber ?? height + 1) <= height;
}

/** Owed still: taken back in the ledger, and in a block all the same. */
async function unitsOf(
  node: OwnEthereumNode,
  back: readonly { readonly txid: string; readonly units: bigint }[],
  at: At,
): Promise<bigint> {
  const there = await Promise.all(back.map(({ txid }) => isPaid(node, txid, at)));
  return back.reduce((sum, { units }, place) => sum + (there[place] ? units : 0n), 0n);
}

/** What pending payments take that the ledger holds nothing for: gas of the operator's, and send-outs that the ledger says left or came back. */
function leavingOf(pending: readonly SignedEthereum[], { currency, held }: Counting): bigint {
  let sum = 0n;
  for (const payment of pending) {
    if (held.has(payment.sendOut ?? "")) continue;
    if (payment.currency === currency) sum += payment.leaving;
    if (currency === "ETH") sum += payment.feeWei;
  }
  return sum;
}

/** What a finalized block has, or another payment with its number, is over once the ledger holds nothing for it. */
async function forgetOver(
  node: OwnEthereumNode,
  follow: ReturnType<typeof followEthereum>,
  { counting, isPending }: Omit<Seen, "at">,
): Promise<void> {
  const isClosed = ({ sendOut, currency }: SignedEthereum) =>
    sendOut === undefined || (currency === counting.currency && !counting.held.has(sendOut));
  const mined = follow.open().filter((payment) => isClosed(payment) && !isPending(payment));
  const senders = [...new Set(mined.map(({ from }) => from))];
  const final = new Map(
    await Promise.all(senders.map(async (from) => [from, await node.nonce(from, "finalized")] as const)),
  );
  const over = new Set(mined.filter(({ from, nonce }) => nonce < (final.get(from) ?? 0)));
  follow.forget((payment) => over.has(payment));
}
