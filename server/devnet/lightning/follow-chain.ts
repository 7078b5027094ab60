/** Gives a node every block in its order, and takes back those that a reorganisation threw out. */
import type { BitcoinNode } from "../../platform/outside/chains/bitcoin-node.ts";
import { bytesOf, type ldk } from "./ldk.ts";

type Following = {
  readonly manager: ldk.ChannelManager;
  readonly monitor: ldk.ChainMonitor;
  /** Of the last block that both know. */
  readonly height: number;
  readonly tick: () => void;
};

export async function followChain(chain: BitcoinNode, { manager, monitor, height: from, tick }: Following) {
  const [node, channels] = [manager.as_Listen(), monitor.as_Listen()];
  // Its file may be newer than those of its channels, and it takes each block once.
  let nodeHeight = manager.current_best_block().get_height();
  /** The hashes of the blocks that were given, the last one at `height`. */
  const given: string[] = [(await chain.blockHash(from)) ?? ""];
  let height = from;
  const isThere = async (hash: string) =>
    ((await chain.call<{ confirmations: number }>("getblockheader", [hash])).confirmations ?? -1) >= 0;

  async function step(): Promise<boolean> {
    const tip = given.at(-1) ?? "";
    if (given.length > 1 && !(await isThere(tip))) {
      const header = bytesOf(await chain.call<string>("getblockheader", [tip, false]));
      channels.block_disconnected(header, height);
      if (nodeHeight >= height) {
        node.block_disconnected(header, height);
        nodeHeight = height - 1;
      }
      given.pop();
      height -= 1;
      return true;
    }
    const next = await chain.blockHash(height + 1);
    if (next === undefined) return false;
    const bytes = bytesOf(await chain.call<string>("getblock", [next, 0]));
    height += 1;
    channels.block_connected(bytes, height);
    if (height > nodeHeight) {
      node.block_connected(bytes, height);
      nodeHeight = height;
    }
    given.push(next);
    if (given.length > 200) given.shift();
    return true;
  }

  /** One after another: two at once would give a block twice. */
  let turn: Promise<void> = Promise.resolve();
  const catchUp = (): Promise<void> => {
    const run = async () => {
      while (await step());
      tick();
    };
    turn = turn.then(run, run);
    return turn;
  };
  await catchUp();
  return { height: () => height, catchUp };
}
