/**
 * A development Ethereum chain on the anvil that npm brings, with a dollar token on it. No private key is involved: the
 * faucet is an address that the node itself speaks for. Blocks come when there is something to put in them and until
 * that is finalized; after each the whole chain is written to one file, so a SIGKILL loses at most the last second.
 */
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { encodeFunctionData, getContractAddress, type Hex } from "viem";
import { type EthereumNode, openEthereumNode } from "../platform/outside/chains/ethereum-node.ts";
import type { EthereumFaucet } from "../platform/outside/chains/chains.ts";
import { ids } from "../platform/ids.ts";
import { freePort, startKeptChild, untilReady } from "./child.ts";

export type Anvil = {
  readonly url: string;
  readonly pid: number;
  /** The token's contract. */
  readonly token: string;
  readonly faucet: EthereumFaucet;
  /** Resolves when the node has ended, for whatever reason. */
  readonly ended: Promise<void>;
  /** Mines so many blocks at once. */
  mine(blocks: number): Promise<void>;
  stop(): Promise<void>;
};

export type AnvilOptions = {
  readonly dataDir: string;
  /** An address of before, for a node that takes the place of one that ended; without it a free one is drawn. */
  readonly url?: string;
  /** Between blocks while there is something to mine; 0 leaves the mining to the caller. */
  readonly blockMs?: number;
};

/** The address that issues; no private key of it is known to anybody. */
const FAUCET = "0x000000000000000000000000000000000000fAcE";
const TOKEN = getContractAddress({ from: FAUCET, nonce: 0n });
/** Given, since an estimate knows nothing of the calls that wait before this one. */
const TOKEN_GAS = hex(200_000n);
const BLOCKS_UNTIL_FINAL = 3;

/** Why anvil cannot run here, or undefined. */
export function anvilFault(): string | undefined {
  try {
    anvilProgram();
    return undefined;
  } catch {
    // The platform package is optional: its absence is the answer.
    return `no anvil: there is none for ${process.platform} ${process.arch}. Set ETHEREUM_RPC_URL to a node.`;
  }
}

function anvilProgram(): string {
  const arch = process.arch === "x64" ? "amd64" : process.arch;
  const name = `@foundry-rs/anvil-${process.platform}-${arch}`;
  const require = createRequire(import.meta.url);
  return createRequire(require.resolve("@foundry-rs/anvil/package.json")).resolve(
    `${name}/bin/anvil${process.platform === "win32" ? ".exe" : ""}`,
  );
}

export async function startAnvil(options: AnvilOptions): Promise<Anvil> {
  mkdirSync(options.dataDir, { recursive: true, mode: 0o700 });
  const url = options.url ?? `http://${loopbackAddress()}:${await freePort()}`;
  const { hostname: host, port } = new URL(url);
  const child = await startKeptChild({
    command: anvilProgram(),
    args: [
      "--host",
      host,
      // Otherwise it lets every page that the developer has open ask and command it.
      "--no-cors",
      "--port",
      port,
      // The whole chain is given back in one request, and it grows with every block.
      "--no-request-size-limit",
      "--accounts",
      "0",
      "--no-mining",
      "--slots-in-an-epoch",
      "1",
      "--preserve-historical-states",
      "--quiet",
      // Names the folder on the command line, so that the next start knows an orphan as this chain's.
      "--cache-path",
      options.dataDir,
    ],
    pidFile: join(options.dataDir, "parley.pid"),
    mark: options.dataDir,
    logFile: join(options.dataDir, "output.log"),
  });
  const node = openEthereumNode({ url });
  await untilReady(child, "anvil", () =>
    node.chainId().then(
      () => true,
      () => false,
    ),
  );
  const chain = chainFile(node, join(options.dataDir, "chain.state"));
  await chain.load();
  await node.call("anvil_setBalance", [FAUCET, hex(10n ** 27n)]);
  await node.call("anvil_impersonateAccount", [FAUCET]);
  await deployToken(node);
  await chain.save();
  const miner = startMiner(node, chain, options.blockMs ?? 1000);
  return {
    url,
    pid: child.pid,
    token: TOKEN,
    faucet: faucetOn(node),
    ended: child.ended,
    async mine(blocks) {
      await node.call("anvil_mine", [hex(BigInt(blocks))]);
      await chain.save();
    },
    async stop() {
      await miner.stop();
      if (!child.hasEnded()) await chain.save().catch(() => undefined);
      await child.stop(5000);
    },
  };
}

/**
 * An address of this machine alone. anvil takes sockets from the page of any site, which nothing but not being found
 * keeps away; Linux has all of 127.0.0.0/8 for that, other systems only the one everybody knows.
 */
function loopbackAddress(): string {
  if (process.platform !== "linux") return "127.0.0.1";
  return `127.${1 + ids.below(254)}.${ids.below(256)}.${1 + ids.below(254)}`;
}

type ChainFile = { load(): Promise<void>; save(): Promise<void> };

/** The chain as one file, replaced whole: a half-written one cannot be met. */
function chainFile(node: EthereumNode, path: string): ChainFile {
  return {
    async load() {
      if (existsSync(path)) await node.call("anvil_loadState", [readFileSync(path, "utf8")]);
    },
    async save() {
      const state = await node.call<string>("anvil_dumpState", [true]);
      writeFileSync(`${path}.part`, state, { flush: true, mode: 0o600 });
      renameSync(`${path}.part`, path);
    },
  };
}

async function deployToken(node: EthereumNode): Promise<void> {
  if (await node.hasCode(TOKEN)) return;
  await sendAsFaucet(node, { data: artifact().bytecode });
  await node.call("evm_mine");
  if (!(await node.hasCode(TOKEN))) throw new Error("the development token was not deployed");
}

type Artifact = { abi: readonly unknown[]; bytecode: string };

function artifact(): Artifact {
  return JSON.parse(readFileSync(join(import.meta.dirname, "generated/usdt-like.json"), "utf8"));
}

function faucetOn(node: EthereumNode): EthereumFaucet {
  const { abi } = artifact();
  let last: Promise<unknown> = Promise.resolve();
  // Two at once would be given the same number, and the second would take the place of the first.
  const send = (call: FaucetCall): Promise<string> => {
    const sent = last.then(() => sendAsFaucet(node, call));
    last = sent.catch(() => undefined);
    return sent;
  };
  const callToken = (functionName: string, args: readonly unknown[]) =>
    send({ to: TOKEN, data: encodeFunctionData({ abi, functionName, args }), gas: TOKEN_GAS });
  return {
    giveWei: (to, wei) => send({ to, value: hex(wei) }),
    giveTokens: (to, units) => callToken("issue", [to, units]),
    callToken,
  };
}

type FaucetCall = { to?: string; value?: Hex; data?: string; gas?: Hex };

function sendAsFaucet(node: EthereumNode, call: FaucetCall): Promise<string> {
  return node.call("eth_sendTransaction", [{ from: FAUCET, ...call }]);
}

function startMiner(node: EthereumNode, chain: ChainFile, blockMs: number): { stop(): Promise<void> } {
  if (blockMs === 0) return { stop: async () => undefined };
  let blocksOwed = BLOCKS_UNTIL_FINAL;
  let stopped = false;
  let turn: Promise<void> = Promise.resolve();
  const mineWhatWaits = async () => {
    const { pending } = await node.call<{ pending: Hex }>("txpool_status");
    if (BigInt(pending) === 0n && blocksOwed === 0) return;
    await node.call("evm_mine");
    // Transactions that came after the look at the pool are in this block too, and are as far from final.
    const made = await node.call<{ transactions: readonly string[] }>("eth_getBlockByNumber", ["latest", false]);
    blocksOwed = made.transactions.length > 0 ? BLOCKS_UNTIL_FINAL : Math.max(0, blocksOwed - 1);
    await chain.save();
  };
  const timer = setInterval(() => {
    // A node that is ending or busy is asked again in a second; its absence is noticed by those who use it.
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

function hex(value: bigint): Hex {
  return `0x${value.toString(16)}`;
}
