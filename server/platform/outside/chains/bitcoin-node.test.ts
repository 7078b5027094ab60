// Guards: what a Bitcoin node says is read to the satoshi; no usable answer is another thing than a refusal.
import assert from "node:assert/strict";
import { test } from "node:test";
import { fakeNode, type Said } from "../../../testing/outside/fake-node.ts";
import { NodeError, NodeSilent, openBitcoinNode, parseWithUnits } from "./bitcoin-node.ts";

const fake = await fakeNode();
const node = openBitcoinNode({ url: fake.url.replace("//", "//me:p%40ss@"), timeoutMs: 2000 });
const result = (value: unknown): Said => ({ result: JSON.stringify(value) });
const fault = (code: number, message = "no"): Said => ({ error: { code, message } });

const raw = {
  txid: "aa",
  vin: [
    { txid: "bb", vout: 0 },
    { txid: "cc", vout: 3 },
  ],
  vout: [
    { n: 0, value: 0.5, scriptPubKey: { address: "addr1" } },
    { n: 1, value: 0, scriptPubKey: {} },
  ],
};
const read = {
  txid: "aa",
  isCoinbase: false,
  inputs: [
    { txid: "bb", outputIndex: 0 },
    { txid: "cc", outputIndex: 3 },
  ],
  outputs: [
    { index: 0, units: 50_000_000n, address: "addr1" },
    { index: 1, units: 0n, address: undefined },
  ],
};

test("a question goes with its name, its password and its number", async () => {
  fake.says("getblockcount", result(7));
  assert.equal(await node.height(), 7);
  assert.equal(fake.headers.at(-1)?.authorization, `Basic ${btoa("me:p@ss")}`);
  fake.says("getblockchaininfo", result({ chain: "signet" }));
  assert.equal(await node.chain(), "signet");
  fake.says("getrawmempool", result(["aa"]));
  assert.deepEqual(await node.mempool(), ["aa"]);
  assert.deepEqual(fake.asked.splice(0), ["getblockcount []", "getblockchaininfo []", "getrawmempool []"]);
});

test("above the tip there is no block; another fault is thrown", async () => {
  fake.says("getblockhash", fault(-8));
  assert.equal(await node.blockHash(9), undefined);
  fake.says("getblockhash", result("h9"));
  assert.equal(await node.blockHash(9), "h9");
  fake.says("getblockhash", fault(-5, "else"));
  await assert.rejects(
    node.blockHash(9),
    (error) => error instanceof NodeError && error.code === -5 && error.message === "else",
  );
  assert.deepEqual(fake.asked.splice(0), Array(3).fill("getblockhash [9]"));
});

test("a block is read with its transactions, and a coinbase has no inputs", async () => {
  const coinbase = { ...raw, txid: "c0", vin: [{ coinbase: "00" }] };
  fake.says("getblock", result({ hash: "h", previousblockhash: "g", height: 3, tx: [coinbase, raw] }));
  assert.deepEqual(await node.block("h"), {
    hash: "h",
    previousHash: "g",
    height: 3,
    transactions: [{ ...read, txid: "c0", isCoinbase: true, inputs: [] }, read],
  });
  assert.deepEqual(fake.asked.splice(0), ['getblock ["h",2]']);
});

test("many outputs are asked for in one request, and each answer finds its question", async () => {
  fake.says("gettxout", ([txid, index]) =>
    txid === "aa" ? result({ value: Number(index) / 1e8, scriptPubKey: { address: "addr1" } }) : result(null),
  );
  const places = [3, 7].map((outputIndex) => ({ txid: "aa", outputIndex }));
  const requests = fake.headers.length;
  assert.deepEqual(await node.unspent([...places, { txid: "bb", outputIndex: 0 }]), [
    { units: 3n, address: "addr1" },
    { units: 7n, address: "addr1" },
    undefined,
  ]);
  assert.equal(fake.headers.length, requests + 1);
  assert.deepEqual(await node.unspent([]), []);
  assert.equal((await node.unspent(Array(501).fill(places[0]))).length, 501);
  assert.equal(fake.headers.length, requests + 3);
  fake.says("gettxout", fault(-1, "no"));
  await assert.rejects(node.unspent(places), (error) => error instanceof NodeError && error.code === -1);
  fake.says("getbestblockhash", result("h9"));
  assert.equal(await node.tip(), "h9");
  fake.asked.splice(0);
});

test("a transaction counts in a block or in the mempool, not in the index alone", async () => {
  fake.says("getrawtransaction", fault(-5));
  assert.equal(await node.transaction("aa"), undefined);
  assert.equal(await node.remembered("aa"), undefined);
  fake.says("getrawtransaction", result({ ...raw, hex: "00ff" }));
  fake.says("getmempoolentry", fault(-5));
  assert.equal(await node.transaction("aa"), undefined);
  assert.deepEqual(await node.remembered("aa"), { ...read, rawHex: "00ff" });
  fake.says("getmempoolentry", result({}));
  assert.deepEqual(await node.transaction("aa"), { ...read, confirmations: 0, blockHash: undefined });
  fake.says("getmempoolentry", fault(-5));
  fake.says("getrawtransaction", result({ ...raw, confirmations: 0, blockhash: "old" }));
  assert.equal(await node.transaction("aa"), undefined);
  fake.says("getrawtransaction", result({ ...raw, confirmations: 1, blockhash: "h" }));
  assert.deepEqual(await node.transaction("aa"), { ...read, confirmations: 1, blockHash: "h" });
  fake.says("getrawtransaction", fault(-1, "broken"));
  await assert.rejects(node.transaction("aa"), NodeError);
  assert.equal(fake.asked.splice(0).filter((line) => line === 'getrawtransaction ["aa",1]').length, 8);
});

test("an output is unspent when the blocks say so", async () => {
  fake.says("gettxout", result(null));
  assert.equal(await node.isUnspent({ txid: "aa", outputIndex: 1 }), false);
  fake.says("gettxout", result({ value: 1 }));
  assert.equal(await node.isUnspent({ txid: "aa", outputIndex: 1 }), true);
  assert.deepEqual(fake.asked.splice(0), Array(2).fill('gettxout ["aa",1,false]'));
});

test("bytes are accepted, known already, or refused with the node's reason", async () => {
  fake.says("sendrawtransaction", result("aa"));
  assert.deepEqual(await node.broadcast("00"), { outcome: "accepted" });
  fake.says("sendrawtransaction", fault(-27));
  assert.deepEqual(await node.broadcast("00"), { outcome: "known" });
  fake.says("sendrawtransaction", fault(-26, "min relay fee not met"));
  fake.says("decoderawtransaction", result({ txid: "aa" }));
  fake.says("getmempoolentry", result({}));
  assert.deepEqual(await node.broadcast("00"), { outcome: "known" });
  fake.says("getmempoolentry", fault(-5));
  assert.deepEqual(await node.broadcast("00"), { outcome: "refused", reason: "min relay fee not met" });
  fake.says("sendrawtransaction", { instead: "nothing" });
  await assert.rejects(node.broadcast("00"), NodeSilent);
});

test("rates are those of the node, the lowest the higher of its two", async () => {
  fake.says("estimatesmartfee", { result: '{"feerate":0.00012345}' });
  assert.equal(await node.feeRate(2), 12_345n);
  fake.says("estimatesmartfee", { result: '{"errors":["none"]}' });
  assert.equal(await node.feeRate(2), undefined);
  for (const [own, relay, lowest] of [
    ["0.00001", "0.00002", 2_000n],
    ["0.00003", "0.00002", 3_000n],
    ["0.00002", "0.00002", 2_000n],
  ] as const) {
    fake.says("getmempoolinfo", { result: `{"mempoolminfee":${own},"minrelaytxfee":${relay}}` });
    assert.equal(await node.lowestFeeRate(), lowest);
  }
});

test("an answer that is none, of another question, or of a node that starts, leaves the outcome unknown", async () => {
  for (const [said, message] of [
    [{ instead: "<html>" }, /answer to getblockcount could not be read/],
    [{ instead: '{"id":0,"result":1,"error":null}' }, /answered another request than getblockcount/],
    [fault(-28), /is starting/],
  ] as const) {
    fake.says("getblockcount", said);
    await assert.rejects(node.height(), (error) => error instanceof NodeSilent && message.test(error.message));
  }
  const away = openBitcoinNode({ url: "http://127.0.0.1:1" });
  await assert.rejects(
    away.height(),
    (error) => error instanceof NodeSilent && /did not answer getblockcount/.test(error.message),
  );
});

test("numbers under a name of money become satoshi, all others stay numbers", () => {
  for (const [text, value] of [
    ['{"value":1}', { value: 100_000_000n }],
    ['{"amount":-0.5}', { amount: -50_000_000n }],
    ['{"fee":1e-8}', { fee: 1n }],
    ['{"fee":1.5E-7}', { fee: 15n }],
    ['{"trusted":"1"}', { trusted: "1" }],
    ['{"n":1.5,"list":[{"balance":0.1}]}', { n: 1.5, list: [{ balance: 10_000_000n }] }],
  ] as const)
    assert.deepEqual(parseWithUnits(text), value, text);
});
