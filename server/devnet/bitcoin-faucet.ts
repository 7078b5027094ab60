/** New coins on a regtest chain: a wallet inside the node that mines for itself and gives away. Never on a real chain. */
import { displayFromUnits } from "#contract/money/money.ts";
import { type BitcoinNode, openBitcoinNode } from "../platform/outside/chains/bitcoin-node.ts";
import type { BitcoinFaucet } from "../platform/outside/chains/chains.ts";

export const FAUCET_WALLET = "parley-faucet";
const MATURITY = 100;
/** So many blocks on top of the last transaction make everybody's deposits final. */
const BLOCKS_UNTIL_FINAL = 2;

/** Mines when something waits and until it is final, every `blockMs`; 0 leaves the mining to the caller. */
export async function openBitcoinFaucet({ url, blockMs }: { url: string; blockMs: number }): Promise<BitcoinFaucet> {
  const node = openBitcoinNode({ url });
  if ((await node.chain()) !== "regtest") throw new Error("a faucet needs a regtest chain");
  await openWallet(node);
  const wallet = openBitcoinNode({ url: new URL(`/wallet/${FAUCET_WALLET}`, url).href, timeoutMs: 60_000 });
  const generate = async (blocks: number): Promise<string[]> =>
    wallet.call("generatetoaddress", [blocks, await wallet.call<string>("getnewaddress")]);
  const mine = async (blocks: number) => {
    for (let left = blocks; left > 0; left -= 20) await generate(Math.min(left, 20));
  };
  const miner = startMiner(node, () => generate(1), blockMs);
  return {
    mine,
    async giveUnits(address, units) {
      for (let tries = 0; (await spendable(wallet)) <= units + 100_000n; tries++) {
        if (tries > 40) throw new Error("the regtest chain gives no more coins");
        await mine((await node.height()) <= MATURITY ? MATURITY + 5 : 20);
      }
      return wallet.call<string>("sendtoaddress", [address, displayFromUnits(units, 8)]);
    },
    stop: () => miner.stop(),
  };
}

async function openWallet(node: BitcoinNode): Promise<void> {
  const loaded = await node.call<string[]>("listwallets");
  if (loaded.includes(FAUCET_WALLET)) return;
  const { wallets } = await node.call<{ wallets: { name: string }[] }>("listwalletdir");
  // Loaded at every start of the node, so that one that ended and runs again goes on giving.
  if (wallets.some(({ name }) => name === FAUCET_WALLET)) await node.call("loadwallet", [FAUCET_WALLET, true]);
  else await node.call("createwallet", [FAUCET_WALLET, false, false, "", false, true, true]);
}

async function spendable(wallet: BitcoinNode): Promise<bigint> {
  return (await wallet.call<{ mine: { trusted: bigint } }>("getbalances")).mine.trusted;
}

function startMiner(node: BitcoinNode, mineOne: () => Promise<string[]>, blockMs: number): { stop(): Promise<void> } {
  if (blockMs === 0) return { stop: async () => undefined };
  let blocksOwed = 0;
  let stopped = false;
  let turn: Promise<void> = Promise.resolve();
  const mineWhatWaits = async () => {
    if ((await node.mempool()).length > 0) blocksOwed = BLOCKS_UNTIL_FINAL;
    if (blocksOwed === 0) return;
    const [hash = ""] = await mineOne();
    // Transactions that came after the look at the mempool are in this block too, and are as far from final.
    const takesSome = (await node.block(hash)).transactions.length > 1;
    blocksOwed = takesSome ? BLOCKS_UNTIL_FINAL - 1 : blocksOwed - 1;
  };
  const timer = setInterval(() => {
    // A node that is ending or busy is asked again at the next turn; its absence is noticed by those who use it.
    turn = turn.then(() => (stopped ? undefined : mineWhatWaits().catch(() => undefined)));
  }, blockMs);
  timer.unref();
  return {
    async stop() {
      stopped = true;
      clearInterval(timer);
      await turn;
    },
  };
}
