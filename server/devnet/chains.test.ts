// Guards: given nodes are used for what they are and nothing is given away on a real chain; a chain that cannot be had is
// reported and does not affect the other; a development chain mines what waits until it is final, and no more.
import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, afterEach, mock, test } from "node:test";
import { readConfig } from "../platform/settings/config.ts";
import { openBitcoinFaucet } from "./bitcoin-faucet.ts";
import { startChains } from "./chains.ts";

const dataDir = mkdtempSync(join(tmpdir(), "parley-chains-"));
const servers: { close(): void }[] = [];
afterEach(() => mock.timers.reset());
after(() => {
  for (const server of servers) server.close();
  rmSync(dataDir, { recursive: true, force: true });
});

type Asked = { method: string; params: unknown[]; path: string };
type Answer = (asked: Asked) => unknown;

/** A node that answers JSON-RPC by a given function, and records the requests. */
async function aNode(answer: Answer): Promise<{ url: string; asked: Asked[] }> {
  const asked: Asked[] = [];
  const server = createServer((request, response) => {
    let text = "";
    request.on("data", (chunk) => {
      text += String(chunk);
    });
    request.on("end", () => {
      const replyTo = ({ id, method, params = [] }: { id: unknown; method: string; params?: unknown[] }) => {
        const question = { method, params, path: request.url ?? "" };
        asked.push(question);
        return { jsonrpc: "2.0", id, result: answer(question) ?? null, error: null };
      };
      const questions = JSON.parse(text);
      response.end(JSON.stringify(Array.isArray(questions) ? questions.map(replyTo) : replyTo(questions)));
    });
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  servers.push(server);
  return { url: `http://user:secret@127.0.0.1:${(server.address() as AddressInfo).port}`, asked };
}

const bitcoinOn = (chain: string) => aNode(({ method }) => (method === "getblockchaininfo" ? { chain } : null));
const ethereumOn = (id: string) => aNode(({ method }) => (method === "eth_chainId" ? id : null));

async function open(settings: Record<string, string>) {
  const config = readConfig({ DATA_DIR: dataDir, CHAINS: "on", BITCOIND: "/bin/true", ...settings });
  const chains = await startChains({ config, signerUrl: "postgres://nobody@127.0.0.1:1/none", say: () => undefined });
  await chains.stop();
  return chains;
}

test("a given Bitcoin node says which chain it follows; on a real one there is no faucet", async () => {
  const ethereum = await ethereumOn("0x1");
  for (const [name, chain] of [
    ["main", "main"],
    ["test", "test"],
    ["testnet4", "test"],
    ["signet", "signet"],
  ] as const) {
    const node = await bitcoinOn(name);
    const { bitcoin } = await open({ BITCOIN_RPC_URL: node.url, ETHEREUM_RPC_URL: ethereum.url });
    assert.ok("chain" in bitcoin, JSON.stringify(bitcoin));
    assert.equal(bitcoin.chain, chain);
    assert.equal(bitcoin.faucet, undefined);
    assert.deepEqual(
      node.asked.map(({ method }) => method),
      ["getblockchaininfo"],
    );
  }
});

test("a node of an unknown chain is reported, and the other chain works", async () => {
  const [bitcoin, ethereum] = [await bitcoinOn("dogecoin"), await ethereumOn("0x1")];
  const chains = await open({ BITCOIN_RPC_URL: bitcoin.url, ETHEREUM_RPC_URL: ethereum.url });
  assert.deepEqual(chains.bitcoin, {
    fault: "the Bitcoin node follows the chain dogecoin, which Parley does not know",
  });
  assert.ok("chainId" in chains.ethereum);
  assert.equal(chains.ethereum.chainId, 1);
  assert.equal(chains.ethereum.token, "0xdAC17F958D2ee523a2206206994597C13D831ec7");
  assert.equal(chains.ethereum.faucet, undefined);
});

test("an Ethereum chain without a known dollar token is reported, and so is a bitcoind that does not run", async () => {
  const ethereum = await ethereumOn("0xaa36a7");
  const chains = await open({ ETHEREUM_RPC_URL: ethereum.url });
  assert.deepEqual(chains.ethereum, { fault: "no dollar token is known on the Ethereum chain 11155111" });
  assert.ok("fault" in chains.bitcoin);
  assert.match(chains.bitcoin.fault, /no bitcoind: \/bin\/true does not run/);
});

test("switched off, there are no chains and nothing is asked", async () => {
  const node = await bitcoinOn("main");
  const chains = await open({ CHAINS: "off", BITCOIN_RPC_URL: node.url });
  assert.ok("fault" in chains.bitcoin && "fault" in chains.ethereum);
  assert.deepEqual(node.asked, []);
});

/** A regtest node with a wallet that holds so much, and more with each block. */
async function aRegtest({ wallets = {}, height = 500, coins = "0.5", perBlock = 0 } = {} as RegtestOptions) {
  let [mined, left, late, refusals] = [0, 0, 0, 0];
  const loose = { txid: "a transaction", vin: [], vout: [] };
  const coinbase = { txid: "a reward", vin: [{ coinbase: "00" }], vout: [] };
  let newest: readonly object[] = [];
  const mine = (blocks: number): string[] | null => {
    if (refusals-- > 0) return null;
    mined += blocks;
    newest = left >= 0 || late-- > 0 ? [coinbase, loose] : [coinbase];
    return Array.from({ length: blocks }, () => "the newest");
  };
  const node = await aNode(({ method, params }) => {
    if (method === "getblockchaininfo") return { chain: "regtest" };
    if (method === "listwallets") return wallets.loaded ?? [];
    if (method === "listwalletdir") return { wallets: (wallets.known ?? []).map((name) => ({ name })) };
    if (method === "getnewaddress") return "bcrt1address";
    if (method === "getblockcount") return height + mined;
    if (method === "getrawmempool") return left-- > 0 ? ["a transaction"] : [];
    if (method === "getbalances") return { mine: { trusted: Number(coins) + perBlock * mined } };
    if (method === "generatetoaddress") return mine(Number(params[0]));
    if (method === "getblock") return { hash: params[0], height: height + mined, tx: newest };
    if (method === "sendtoaddress") return "the-txid";
    return null;
  });
  return {
    ...node,
    of: (name: string) => node.asked.filter(({ method }) => method === name).map(({ params }) => params),
    /** So many looks at the mempool find something. */
    put: (looks: number) => {
      left = looks;
    },
    /** So many of the next blocks hold what nobody saw in the mempool. */
    putLate: (blocks: number) => {
      late = blocks;
    },
    /** So many times nothing comes of mining. */
    refuse: (times: number) => {
      refusals = times;
    },
  };
}
type RegtestOptions = {
  wallets?: { loaded?: string[]; known?: string[] };
  height?: number;
  coins?: string;
  perBlock?: number;
};

test("coins are given on a regtest chain only", async () => {
  const real = await bitcoinOn("main");
  await assert.rejects(openBitcoinFaucet({ url: real.url, blockMs: 0 }), /a faucet needs a regtest chain/);
  assert.equal(real.asked.length, 1);
});

test("the faucet's wallet is made once, loaded when it is there, and used when it is loaded", async () => {
  const fresh = await aRegtest({ wallets: { loaded: ["other"], known: ["other"] } });
  await openBitcoinFaucet({ url: fresh.url, blockMs: 0 });
  assert.deepEqual(
    [fresh.of("createwallet"), fresh.of("loadwallet")],
    [[["parley-faucet", false, false, "", false, true, true]], []],
  );
  const known = await aRegtest({ wallets: { known: ["other", "parley-faucet"] } });
  await openBitcoinFaucet({ url: known.url, blockMs: 0 });
  assert.deepEqual([known.of("createwallet"), known.of("loadwallet")], [[], [["parley-faucet", true]]]);
  const loaded = await aRegtest({ wallets: { loaded: ["parley-faucet"] } });
  await openBitcoinFaucet({ url: loaded.url, blockMs: 0 });
  assert.deepEqual([loaded.of("createwallet"), loaded.of("loadwallet"), loaded.of("listwalletdir")], [[], [], []]);
});

test("many blocks are asked for twenty at a time, to an address of the faucet's wallet", async () => {
  const node = await aRegtest();
  const faucet = await openBitcoinFaucet({ url: node.url, blockMs: 0 });
  await faucet.mine(45);
  assert.deepEqual(node.of("generatetoaddress"), [
    [20, "bcrt1address"],
    [20, "bcrt1address"],
    [5, "bcrt1address"],
  ]);
  assert.ok(
    node.asked.filter(({ method }) => method === "getnewaddress").every(({ path }) => path === "/wallet/parley-faucet"),
  );
  await faucet.mine(0);
  assert.equal(node.of("generatetoaddress").length, 3);
});

test("coins are given from what is there, with room for the fee; what is missing is mined first", async () => {
  const rich = await aRegtest({ coins: "0.50100001" });
  const richFaucet = await openBitcoinFaucet({ url: rich.url, blockMs: 0 });
  assert.equal(await richFaucet.giveUnits("bcrt1somebody", 50_000_000n), "the-txid");
  assert.deepEqual(rich.of("sendtoaddress"), [["bcrt1somebody", "0.5"]]);
  assert.deepEqual(rich.of("generatetoaddress"), []);
  const short = await aRegtest({ coins: "0.501", perBlock: 1 });
  await (await openBitcoinFaucet({ url: short.url, blockMs: 0 })).giveUnits("bcrt1somebody", 50_000_000n);
  assert.deepEqual(
    short.of("generatetoaddress").map(([blocks]) => blocks),
    [20],
  );
  const young = await aRegtest({ height: 100, coins: "0", perBlock: 0.01 });
  await (await openBitcoinFaucet({ url: young.url, blockMs: 0 })).giveUnits("bcrt1somebody", 90_000_000n);
  const blocks = young.of("generatetoaddress").map(([count]) => Number(count));
  assert.equal(
    blocks.reduce((sum, count) => sum + count, 0),
    105,
    "a chain without a mature coin is mined past its first hundred blocks",
  );
});

test("a chain that has no coins left to give says so", async () => {
  const empty = await aRegtest({ coins: "0" });
  const faucet = await openBitcoinFaucet({ url: empty.url, blockMs: 0 });
  await assert.rejects(faucet.giveUnits("bcrt1somebody", 1n), /the regtest chain gives no more coins/);
  assert.equal(empty.of("generatetoaddress").length, 41);
  assert.deepEqual(empty.of("sendtoaddress"), []);
});

async function aMiner() {
  const node = await aRegtest();
  mock.timers.enable({ apis: ["setInterval"] });
  const faucet = await openBitcoinFaucet({ url: node.url, blockMs: 1000 });
  const turn = async () => {
    const before = node.of("getrawmempool").length;
    mock.timers.tick(1000);
    while (node.of("getrawmempool").length === before) await new Promise((done) => setImmediate(done));
    for (let wait = 0; wait < 30; wait++) await new Promise((done) => setTimeout(done, 1));
  };
  return { node, faucet, turn };
}

test("what waits is mined with two blocks after the last of it, and then the chain rests", async () => {
  const { node, faucet, turn } = await aMiner();
  await turn();
  assert.equal(node.of("generatetoaddress").length, 0);
  node.put(1);
  for (let turns = 0; turns < 5; turns++) await turn();
  assert.equal(node.of("generatetoaddress").length, 2);
  await faucet.stop();
  mock.timers.tick(5000);
  assert.equal(node.of("getrawmempool").length, 6, "a stopped faucet asks no more");
});

test("what comes between the look at the mempool and the last block becomes final as well", async () => {
  const { node, faucet, turn } = await aMiner();
  node.put(1);
  await turn();
  node.putLate(1);
  for (let turns = 0; turns < 5; turns++) await turn();
  assert.equal(node.of("generatetoaddress").length, 3, "the last block of the first, and one more on top of it");
  await faucet.stop();
});

test("a block that the node did not make is still owed", async () => {
  const { node, faucet, turn } = await aMiner();
  node.put(1);
  await turn();
  node.refuse(1);
  for (let turns = 0; turns < 5; turns++) await turn();
  assert.equal(node.of("generatetoaddress").length, 3, "one of the three was refused");
  await faucet.stop();
});
