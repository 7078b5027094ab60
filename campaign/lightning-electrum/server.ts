/** An Electrum server (protocol 1.4) over the development Bitcoin node, on loopback: what Electrum asks for, of a chain that is never reorganized. */
import { createHash } from "node:crypto";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { createInterface } from "node:readline";
import type { BitcoinNode } from "../../server/platform/outside/chains/bitcoin-node.ts";

const LOOK_MS = 200;

/** A wallet that is connected, with the news that it has. */
type Listener = { readonly socket: Socket; readonly statuses: Map<string, string | null>; height: number };

export async function startElectrumServer(chain: BitcoinNode): Promise<{ port: number; stop(): void }> {
  const index = openIndex(chain);
  const listeners = new Set<Listener>();
  const look = async () => {
    await index.catchUp();
    for (const listener of listeners) await tellNews(listener, { chain, index });
  };
  await index.catchUp();
  let looking = Promise.resolve();
  const timer = setInterval(() => {
    looking = looking.then(look).catch(() => undefined);
  }, LOOK_MS);
  const server = createServer((socket) => {
    const listener: Listener = { socket, statuses: new Map(), height: -1 };
    listeners.add(listener);
    socket.on("error", () => undefined).on("close", () => listeners.delete(listener));
    createInterface({ input: socket })
      // It repeats the errors of the socket.
      .on("error", () => undefined)
      .on("line", (line) => void answer(line, { listener, chain, index }));
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  return {
    port: (server.address() as AddressInfo).port,
    stop() {
      clearInterval(timer);
      server.close();
      for (const { socket } of listeners) socket.destroy();
    },
  };
}

type Serving = { readonly chain: BitcoinNode; readonly index: Index };

const send = ({ socket }: Listener, message: object) =>
  socket.write(
    `${JSON.stringify({ jsonrpc: "2.0", ...message }, (_, value) => (typeof value === "bigint" ? Number(value) : value))}\n`,
  );

async function tellNews(listener: Listener, { chain, index }: Serving): Promise<void> {
  const height = index.height();
  if (listener.height >= 0 && listener.height !== height) {
    listener.height = height;
    send(listener, { method: "blockchain.headers.subscribe", params: [await headerAt(chain, height)] });
  }
  for (const [script, known] of listener.statuses) {
    const status = index.status(script);
    if (status === known) continue;
    listener.statuses.set(script, status);
    send(listener, { method: "blockchain.scripthash.subscribe", params: [script, status] });
  }
}

async function answer(line: string, { listener, ...serving }: Serving & { listener: Listener }): Promise<void> {
  const { id, method, params = [] } = JSON.parse(line) as { id: number; method: string; params?: unknown[] };
  try {
    const call = CALLS[method];
    if (!call) throw new Error(`unknown call ${method}`);
    send(listener, { id, result: await call(params, { listener, ...serving }) });
  } catch (error) {
    send(listener, { id, error: { code: 1, message: String(error) } });
  }
}

type Call = (params: unknown[], serving: Serving & { listener: Listener }) => unknown;

const CALLS: Readonly<Record<string, Call>> = {
  "server.version": () => ["Parley development", "1.4"],
  "server.banner": () => "",
  "server.donation_address": () => "",
  "server.ping": () => null,
  "server.peers.subscribe": () => [],
  "mempool.get_fee_histogram": () => [],
  "blockchain.relayfee": () => 0.00001,
  "blockchain.estimatefee": () => 0.00002,
  "blockchain.headers.subscribe": (_, { chain, index, listener }) => {
    listener.height = index.height();
    return headerAt(chain, listener.height);
  },
  "blockchain.block.header": async ([height], { chain }) => (await headerAt(chain, Number(height))).hex,
  "blockchain.block.headers": async ([start, count], { chain, index }) => {
    const heights = Array.from({ length: Number(count) }, (_, place) => Number(start) + place);
    const known = heights.filter((height) => height <= index.height()).slice(0, 2016);
    const headers = await Promise.all(known.map((height) => headerAt(chain, height)));
    return { hex: headers.map(({ hex }) => hex).join(""), count: known.length, max: 2016 };
  },
  "blockchain.scripthash.subscribe": ([script], { index, listener }) => {
    const status = index.status(String(script));
    listener.statuses.set(String(script), status);
    return status;
  },
  "blockchain.scripthash.get_history": ([script], { index }) =>
    index
      .history(String(script))
      .map(([tx_hash, height]) => ({ tx_hash, height, ...(height === 0 ? { fee: 0 } : {}) })),
  "blockchain.transaction.get": ([txid], { chain }) => chain.call("getrawtransaction", [txid]),
  "blockchain.transaction.broadcast": ([hex], { chain }) => chain.call("sendrawtransaction", [hex]),
  "blockchain.transaction.get_merkle": async ([txid, height], { chain }) => {
    const { tx } = await chain.call<{ tx: string[] }>("getblock", [await chain.blockHash(Number(height)), 1]);
    const pos = tx.indexOf(String(txid));
    return { block_height: height, pos, merkle: merkleBranch(tx, pos) };
  },
};

async function headerAt(chain: BitcoinNode, height: number): Promise<{ hex: string; height: number }> {
  return { hex: await chain.call<string>("getblockheader", [await chain.blockHash(height), false]), height };
}

const sha256 = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest();
const fromId = (txid: string) => Buffer.from(txid, "hex").reverse();
const toId = (bytes: Buffer) => Buffer.from(bytes).reverse().toString("hex");

/** The hashes beside the way from a transaction to the root. */
function merkleBranch(txids: readonly string[], pos: number): string[] {
  const branch: string[] = [];
  let place = pos;
  for (let row = txids.map(fromId); row.length > 1; place >>= 1) {
    const at = (one: number) => row[one] ?? row.at(-1) ?? Buffer.alloc(0);
    branch.push(toId(at(place ^ 1)));
    row = Array.from({ length: Math.ceil(row.length / 2) }, (_, pair) =>
      sha256(sha256(Buffer.concat([at(2 * pair), at(2 * pair + 1)]))),
    );
  }
  return branch;
}

type NodeTransaction = {
  readonly txid: string;
  readonly vin: readonly { readonly txid?: string; readonly vout?: number }[];
  readonly vout: readonly { readonly n: number; readonly scriptPubKey: { readonly hex: string } }[];
};

type Index = ReturnType<typeof openIndex>;

/** Which transactions pay to a script or spend from it. */
function openIndex(chain: BitcoinNode) {
  /** By the hash of a script, the height of each transaction; 0 in the mempool. */
  const histories = new Map<string, Map<string, number>>();
  const scripts = new Map<string, string>();
  let height = -1;

  function take({ txid, vin, vout }: NodeTransaction, at: number): void {
    for (const { n, scriptPubKey } of vout)
      scripts.set(`${txid}:${n}`, toId(sha256(Buffer.from(scriptPubKey.hex, "hex"))));
    const touched = [...vout.map(({ n }) => `${txid}:${n}`), ...vin.map((input) => `${input.txid}:${input.vout}`)];
    for (const script of touched.flatMap((point) => scripts.get(point) ?? [])) {
      const history = histories.get(script) ?? new Map<string, number>();
      histories.set(script, history.set(txid, at));
    }
  }

  const history = (script: string) =>
    [...(histories.get(script) ?? [])].sort(([, one], [, other]) => (one || Infinity) - (other || Infinity) || 0);
  return {
    height: () => height,
    history,
    status(script: string): string | null {
      const lines = history(script).map(([txid, at]) => `${txid}:${at}:`);
      return lines.length === 0 ? null : createHash("sha256").update(lines.join("")).digest("hex");
    },
    async catchUp(): Promise<void> {
      for (let hash = await chain.blockHash(height + 1); hash; hash = await chain.blockHash(height + 1)) {
        const { tx } = await chain.call<{ tx: NodeTransaction[] }>("getblock", [hash, 2]);
        height += 1;
        for (const one of tx) take(one, height);
      }
      for (const txid of await chain.mempool())
        take(await chain.call<NodeTransaction>("getrawtransaction", [txid, 1]), 0);
    },
  };
}
