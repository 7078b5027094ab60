// Guards: the development chains come up, keep what they had, and recover from being killed, without anybody's help.
import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { mkdtempSync, mkdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { openBitcoinNode, parseWithUnits } from "../platform/outside/chains/bitcoin-node.ts";
import { openEthereumNode } from "../platform/outside/chains/ethereum-node.ts";
import { startAnvil } from "./anvil.ts";
import { startBitcoind } from "./bitcoind/bitcoind.ts";
import type { BitcoindBinary } from "./bitcoind/binary.ts";
import { debianSource } from "./debian-packages.ts";
import { bitcoindForTests } from "./bitcoind/for-tests.ts";

let folder = "";
let binary: BitcoindBinary | undefined;
before(async () => {
  folder = mkdtempSync(join(tmpdir(), "parley-nodes-"));
  binary = await bitcoindForTests();
});
after(() => rmSync(folder, { recursive: true, force: true }));

test("a bitcoind that was killed, and its orphan, are replaced by the next start with the chain intact", async (t) => {
  if (!binary) return t.skip("not run: no bitcoind");
  const dataDir = join(folder, "bitcoin");
  const first = await startBitcoind({ binary, dataDir });
  const address = "bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080";
  await openBitcoinNode({ url: first.url }).call("generatetoaddress", [3, address]);
  const orphaned = await startBitcoind({ binary, dataDir });
  assert.equal(await openBitcoinNode({ url: orphaned.url }).height(), 3, "the first was ended in order");
  process.kill(orphaned.pid, "SIGKILL");
  const third = await startBitcoind({ binary, dataDir });
  const node = openBitcoinNode({ url: third.url });
  assert.equal(await node.height(), 3);
  assert.equal(await node.chain(), "regtest");
  const hash = await node.blockHash(3);
  assert.ok(hash);
  const [coinbase] = (await node.block(hash)).transactions;
  assert.deepEqual(coinbase?.outputs[0], { index: 0, units: 5_000_000_000n, address });
  assert.equal(await node.blockHash(4), undefined);
  await third.stop();
});

test("the ethereum node answers no page of another site, and listens where none can guess", async () => {
  const { url, stop } = await startAnvil({ dataDir: join(folder, "closed"), blockMs: 0 });
  try {
    const body = '{"jsonrpc":"2.0","id":1,"method":"eth_chainId","params":[]}';
    const origin = "https://evil.example";
    const asked = await fetch(url, { method: "POST", body, headers: { origin, "content-type": "application/json" } });
    assert.equal(asked.headers.get("access-control-allow-origin"), null);
    const preflight = await fetch(url, {
      method: "OPTIONS",
      headers: { origin, "access-control-request-method": "POST", "access-control-request-headers": "content-type" },
    });
    assert.equal(preflight.headers.get("access-control-allow-origin"), null);
    assert.equal(preflight.ok, false);
    // What a browser sends without asking first is not carried out.
    const simple = await fetch(url, { method: "POST", body, headers: { origin, "content-type": "text/plain" } });
    assert.equal(((await simple.json()) as { result?: string }).result, undefined);
    const { hostname, port } = new URL(url);
    assert.match(hostname, /^127\./);
    if (process.platform !== "linux") return;
    // Its socket asks nobody where it comes from: a page would have to know the address, one of millions.
    assert.notEqual(hostname, "127.0.0.1");
    await assert.rejects(fetch(`http://127.0.0.1:${port}`, { method: "POST", body }));
  } finally {
    await stop();
  }
});

test("an ethereum chain with its token survives being killed", async () => {
  const dataDir = join(folder, "ethereum");
  const first = await startAnvil({ dataDir, blockMs: 0 });
  const alice = "0x00000000000000000000000000000000000A11cE";
  const txid = await first.faucet.giveWei(alice, 5n);
  await first.faucet.giveTokens(alice, 7_000_000n);
  await first.mine(4);
  process.kill(first.pid, "SIGKILL");
  const orphan = await startAnvil({ dataDir, blockMs: 0 });
  const second = await startAnvil({ dataDir, blockMs: 0 });
  assert.throws(() => process.kill(orphan.pid, 0), "the orphan was ended");
  const node = openEthereumNode({ url: second.url });
  assert.equal(await node.balance(alice), 5n);
  assert.equal(await node.tokenBalance({ token: second.token, address: alice }), 7_000_000n);
  assert.equal(second.token, first.token);
  const receipt = await node.receipt(txid);
  assert.equal(receipt?.succeeded, true);
  assert.ok((await node.finalizedHeight()) >= (receipt?.blockNumber ?? Number.POSITIVE_INFINITY));
  const transfers = await node.tokenTransfers({ token: second.token, blockHash: receipt?.blockHash ?? "" });
  assert.deepEqual(
    transfers.map(({ to, units }) => ({ to, units })),
    [{ to: alice, units: 7_000_000n }],
  );
  await second.stop();
});

test("an ethereum chain whose saved state is larger than a node's usual request limit is loaded again", async (t) => {
  const dataDir = join(folder, "large");
  const first = await startAnvil({ dataDir, blockMs: 0 });
  t.after(() => first.stop());
  const node = openEthereumNode({ url: first.url });
  const holders = [0, 1, 2].map((number) => `0x${"00".repeat(19)}b${number}`);
  // Code that does not compress: the limit was two megabytes of the dump.
  for (const holder of holders) await node.call("anvil_setCode", [holder, `0x${randomBytes(400_000).toString("hex")}`]);
  await first.mine(1);
  assert.ok(statSync(join(dataDir, "chain.state")).size > 2 * 1024 * 1024, "the state is too small for this test");
  await first.stop();
  const again = await startAnvil({ dataDir, blockMs: 0 });
  t.after(() => again.stop());
  assert.ok(await openEthereumNode({ url: again.url }).hasCode(holders[2] ?? ""));
});

test("blocks come by themselves until a transfer is final, and then stop", async () => {
  const anvil = await startAnvil({ dataDir: join(folder, "pulse"), blockMs: 40 });
  const node = openEthereumNode({ url: anvil.url });
  const txid = await anvil.faucet.giveWei("0x00000000000000000000000000000000000A11cE", 1n);
  const isFinal = async () =>
    (await node.finalizedHeight()) >= ((await node.receipt(txid))?.blockNumber ?? Number.POSITIVE_INFINITY);
  for (let waited = 0; waited < 100 && !(await isFinal()); waited++) await new Promise((done) => setTimeout(done, 40));
  assert.ok(await isFinal());
  await new Promise((done) => setTimeout(done, 300));
  const height = await node.height();
  await new Promise((done) => setTimeout(done, 300));
  assert.equal(await node.height(), height);
  await anvil.stop();
});

test("amounts of a node are read from their text, to the satoshi", () => {
  const read = parseWithUnits(
    '{"value":20999999.97690001,"n":1,"fees":{"base":0.00000001},"fee":-1e-8,"difficulty":4.6e-10}',
  );
  assert.deepEqual(read, { value: 2_099_999_997_690_001n, n: 1, fees: { base: 1n }, fee: -1n, difficulty: 4.6e-10 });
});

test("the package source is the machine's own with another suite, in both of apt's forms", () => {
  const apt = join(folder, "apt");
  mkdirSync(join(apt, "sources.list.d"), { recursive: true });
  assert.equal(debianSource(apt), undefined);
  writeFileSync(
    join(apt, "sources.list"),
    "deb http://mirror.example/debian-security bookworm-security main\ndeb [arch=amd64] http://mirror.example/debian bookworm main contrib\n",
  );
  assert.equal(debianSource(apt)?.text, "deb [arch=amd64] http://mirror.example/debian sid main\n");
  writeFileSync(
    join(apt, "sources.list.d/debian.sources"),
    "Types: deb deb-src\n# a note\nURIs: http://mirror.example/debian\nSuites: bookworm bookworm-updates\nComponents: main contrib\nSigned-By: /usr/share/keyrings/k.gpg\n\nTypes: deb\nURIs: http://mirror.example/debian-security\nSuites: bookworm-security\nComponents: main\n",
  );
  assert.equal(
    debianSource(apt)?.text,
    "Types: deb\nURIs: http://mirror.example/debian\nSuites: sid\nComponents: main\nSigned-By: /usr/share/keyrings/k.gpg\n",
  );
});
