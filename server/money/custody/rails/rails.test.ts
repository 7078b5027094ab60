// Guards: where a chain cannot be had, its coin says so and everything else goes on.
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  askFaucet,
  createDepositAddress,
  getWalletBalances,
  listWalletCurrencies,
  quoteSendOut,
} from "#contract/products/wallet/wallet.ts";
import { walletWorld } from "../../../testing/market/wallet.ts";
import { fundHouse } from "../../../demo/coins/fund-house.ts";

let isEthereumDown = false;
const world = await walletWorld({
  around: (chains) => {
    if ("fault" in chains.ethereum) return chains;
    const { node } = chains.ethereum;
    const height = () => (isEthereumDown ? Promise.reject(new Error("connection refused")) : node.height());
    return {
      ...chains,
      bitcoin: { fault: "no bitcoind: this machine cannot have one." },
      ethereum: { ...chains.ethereum, node: { ...node, height } },
    };
  },
});

test("bitcoin without a node is shown as not available, with the reason; ether works", async () => {
  assert.deepEqual(await fundHouse(world.ownerPorts, { BTC: 1n, ETH: 1_000_000_000n, USDT: 0n }), ["BTC"]);
  const { client, userId } = await world.person();
  const { data } = await client.call(listWalletCurrencies);
  assert.deepEqual(
    data.map(({ rail }) => rail.reason),
    ["There is no node for this coin here.", null, null],
    "what the machine said reached a caller",
  );
  assert.deepEqual(
    data.map(({ rail }) => rail.reasonCode),
    ["not_set_up", null, null],
  );
  const refused = await client.call(createDepositAddress, { params: { code: "BTC" } });
  assert.equal(refused.status, 503);
  assert.equal(refused.code, "wallet.rail_unavailable");
  assert.doesNotMatch(JSON.stringify(refused), /this machine cannot/);
  assert.equal(
    (await client.call(askFaucet, { body: { crypto_currency_code: "BTC", amount: "1" } })).code,
    "wallet.rail_unavailable",
  );
  assert.equal((await client.call(getWalletBalances)).data.balances.length, 3);
  const { data: address } = await client.call(createDepositAddress, { params: { code: "ETH" } });
  await world.ethereum.faucet?.giveWei(address.address, 10n ** 18n);
  await world.mineEthereum(4);
  await world.scan();
  assert.equal(await world.available(userId, "ETH"), 1_000_000_000n);
  await world.pay();
  await world.assertBooks();
});

test("a node that stops answering closes its coins, and opens them when it is back", async () => {
  const { client } = await world.person();
  isEthereumDown = true;
  await assert.rejects(world.runJob("scan-ethereum"));
  const address = "0x000000000000000000000000000000000000bEEF";
  const refused = await client.call(quoteSendOut, { params: { code: "ETH" }, body: { address, amount: "1" } });
  assert.equal(refused.code, "wallet.rail_unavailable");
  const { data } = await client.call(listWalletCurrencies);
  assert.equal(data.find(({ code }) => code === "ETH")?.rail.reasonCode, "no_answer");
  isEthereumDown = false;
  await world.scan();
  const answered = await client.call(quoteSendOut, { params: { code: "ETH" }, body: { address, amount: "1" } });
  assert.equal(answered.code, "ledger.insufficient_balance");
});

test("a wallet opened with other keys stays closed: what is on the old addresses could not be spent", async () => {
  await world.owner.query("update wallet_rails set account_key = 'xpub-of-another-seed' where chain = 'ethereum'");
  isEthereumDown = true;
  await assert.rejects(world.runJob("scan-ethereum"));
  isEthereumDown = false;
  await assert.doesNotReject(world.runJob("scan-ethereum"));
  const { client } = await world.person();
  const { data } = await client.call(listWalletCurrencies);
  const ether = data.find(({ code }) => code === "ETH")?.rail;
  assert.equal(ether?.reasonCode, "other_keys");
  assert.match(ether?.reason ?? "", /keys or the network/);
});
