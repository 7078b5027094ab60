// Guards: responses of an Ethereum node are read in full, unknown objects are undefined, and a missing response is no refusal.
import assert from "node:assert/strict";
import { test } from "node:test";
import { keccak256 } from "viem";
import { fakeNode, type Said } from "../../../testing/outside/fake-node.ts";
import { NodeError, NodeSilent } from "./bitcoin-node.ts";
import { openEthereumNode } from "./ethereum-node.ts";

const fake = await fakeNode();
const node = openEthereumNode({ url: fake.url, timeoutMs: 2000 });
const result = (value: unknown): Said => ({ result: JSON.stringify(value) });
const fault = (code: number, message = "no"): Said => ({ error: { code, message } });

const hash = (digit: string) => `0x${digit.repeat(64)}`;
const ALICE = "0x00000000000000000000000000000000000A11cE";
const BOB = "0x0000000000000000000000000000000000000B0b";
const block = {
  number: "0x10",
  hash: hash("a"),
  parentHash: hash("9"),
  timestamp: "0x1",
  gasLimit: "0x1",
  gasUsed: "0x0",
  baseFeePerGas: "0x64",
  transactions: [
    { hash: hash("1"), from: ALICE.toLowerCase(), to: BOB.toLowerCase(), value: "0x5", nonce: "0x2", type: "0x0" },
    { hash: hash("2"), from: BOB.toLowerCase(), to: null, value: "0x0", nonce: "0x0", type: "0x0" },
  ],
};

test("a block is read by its number with whom its transactions are of and for", async () => {
  fake.says("eth_getBlockByNumber", result(block));
  assert.deepEqual(await node.block(16), {
    number: 16,
    hash: hash("a"),
    parentHash: hash("9"),
    transactions: [
      { txid: hash("1"), from: ALICE, to: BOB, wei: 5n, nonce: 2 },
      { txid: hash("2"), from: BOB, to: undefined, wei: 0n, nonce: 0 },
    ],
  });
  assert.equal(await node.blockHash(16), hash("a"));
  assert.equal(await node.height(), 16);
  assert.equal(await node.finalizedHeight(), 16);
  assert.deepEqual(fake.asked.splice(0), [
    'eth_getBlockByNumber ["0x10",true]',
    'eth_getBlockByNumber ["0x10",false]',
    'eth_getBlockByNumber ["latest",false]',
    'eth_getBlockByNumber ["finalized",false]',
  ]);
  for (const unfinished of [
    { ...block, hash: null },
    { ...block, number: null },
  ]) {
    fake.says("eth_getBlockByNumber", result(unfinished));
    await assert.rejects(node.block(16), (error) => error instanceof NodeSilent && /unfinished/.test(error.message));
  }
  fake.says("eth_getBlockByNumber", result(null));
  assert.equal(await node.block(17), undefined);
  assert.equal(await node.blockHash(17), undefined);
});

test("a receipt has its success, its block and its cost", async () => {
  const receipt = {
    transactionHash: hash("1"),
    status: "0x1",
    blockHash: hash("a"),
    blockNumber: "0x10",
    gasUsed: "0x5208",
    effectiveGasPrice: "0x2",
    cumulativeGasUsed: "0x5208",
    logs: [],
    type: "0x2",
    transactionIndex: "0x0",
  };
  fake.says("eth_getTransactionReceipt", result(receipt));
  const read = { succeeded: true, blockHash: hash("a"), blockNumber: 16, feeWei: 42_000n };
  assert.deepEqual(await node.receipt(hash("1")), read);
  fake.says("eth_getTransactionReceipt", result({ ...receipt, status: "0x0" }));
  assert.deepEqual(await node.receipt(hash("1")), { ...read, succeeded: false });
  fake.says("eth_getTransactionReceipt", result(null));
  assert.equal(await node.receipt(hash("1")), undefined);
});

test("bytes are accepted, known already, or refused with the node's reason", async () => {
  const bytes = "0x02f8";
  fake.says("eth_sendRawTransaction", result(hash("1")));
  assert.deepEqual(await node.broadcast(bytes), { outcome: "accepted" });
  fake.says("eth_sendRawTransaction", fault(-32000, "nonce too low"));
  fake.says("eth_getTransactionByHash", result({ hash: hash("1"), type: "0x0", nonce: "0x0", value: "0x0" }));
  assert.deepEqual(await node.broadcast(bytes), { outcome: "known" });
  assert.equal(await node.knows(hash("1")), true);
  fake.says("eth_getTransactionByHash", result(null));
  assert.deepEqual(await node.broadcast(bytes), { outcome: "refused", reason: "nonce too low" });
  assert.equal(await node.knows(hash("1")), false);
  assert.ok(fake.asked.splice(0).includes(`eth_getTransactionByHash ["${keccak256(bytes)}"]`));
});

test("balances and numbers of a sender are those of the asked block", async () => {
  fake.says("eth_getBalance", result("0x9"));
  fake.says("eth_getTransactionCount", result("0x3"));
  fake.says("eth_chainId", result("0x1"));
  assert.equal(await node.chainId(), 1);
  fake.asked.splice(0);
  assert.equal(await node.balance(ALICE), 9n);
  assert.equal(await node.balance(ALICE, 0), 9n);
  assert.equal(await node.nonce(ALICE, "finalized"), 3);
  assert.equal(await node.nonce(ALICE, 16), 3);
  assert.deepEqual(fake.asked.splice(0), [
    `eth_getBalance ["${ALICE}","latest"]`,
    `eth_getBalance ["${ALICE}","0x0"]`,
    `eth_getTransactionCount ["${ALICE}","finalized"]`,
    `eth_getTransactionCount ["${ALICE}","0x10"]`,
  ]);
  await assert.rejects(async () => node.balance("0x12"), /no Ethereum address: 0x12/);
});

test("the gas price has base and tip, and the gas of a call is estimated", async () => {
  fake.says("eth_getBlockByNumber", result({ ...block, transactions: [] }));
  fake.says("eth_maxPriorityFeePerGas", result("0x7"));
  assert.deepEqual(await node.gasPrice(), { baseWei: 100n, tipWei: 7n });
  fake.says("eth_estimateGas", result("0x5208"));
  fake.asked.splice(0);
  assert.equal(await node.estimateGas({ from: ALICE, to: BOB }), 21_000n);
  assert.equal(await node.estimateGas({ from: ALICE, to: BOB, wei: 5n, data: "0x01" }), 21_000n);
  const calls = fake.asked.splice(0).filter((line) => line.startsWith("eth_estimateGas"));
  assert.equal(calls[0]?.includes("value"), false);
  assert.match(calls[1] ?? "", /(?=.*"value":"0x5")(?=.*"data":"0x01")/);
});

test("a contract has code, and tokens are read at the asked block; before the contract there are none", async () => {
  fake.says("eth_getCode", result("0x"));
  assert.equal(await node.hasCode(BOB), false);
  fake.says("eth_getCode", result("0x60"));
  assert.equal(await node.hasCode(BOB), true);
  fake.says("eth_call", result(`0x${"0".repeat(62)}2a`));
  assert.equal(await node.tokenBalance({ token: BOB, address: ALICE, blockNumber: 5 }), 42n);
  assert.ok(fake.asked.splice(0).at(-1)?.includes('"0x5"'));
  fake.says("eth_call", result("0x"));
  assert.equal(await node.tokenBalance({ token: BOB, address: ALICE }), 0n);
});

test("transfers are those of this contract in this block that were not taken back", async () => {
  const topic = (address: string) => `0x${"0".repeat(24)}${address.slice(2).toLowerCase()}`;
  const log = {
    address: BOB,
    topics: ["0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef", topic(ALICE), topic(BOB)],
    data: `0x${"0".repeat(63)}7`,
    transactionHash: hash("1"),
    blockHash: hash("a"),
    blockNumber: "0x10",
    logIndex: "0x3",
    transactionIndex: "0x0",
    removed: false,
  };
  fake.says("eth_getLogs", result([log, { ...log, logIndex: "0x4", removed: true }]));
  assert.deepEqual(await node.tokenTransfers({ token: BOB, blockHash: hash("a") }), [
    { txid: hash("1"), logIndex: 3, from: ALICE, to: BOB, units: 7n },
  ]);
});

test("a fault of the node has its code; no answer, a page or a late answer is silence", async () => {
  fake.says("eth_getBalance", fault(-32005, "too many"));
  await assert.rejects(
    node.balance(ALICE),
    (error) => error instanceof NodeError && error.code === -32005 && error.message === "too many",
  );
  await assert.rejects(openEthereumNode({ url: "http://127.0.0.1:1" }).balance(ALICE), NodeSilent);
  const late = openEthereumNode({ url: fake.url, timeoutMs: 1 });
  fake.says("eth_getBalance", () => {
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 60);
    return result("0x1");
  });
  await assert.rejects(late.balance(ALICE), NodeSilent);
});
