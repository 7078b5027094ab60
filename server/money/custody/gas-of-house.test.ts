// Guards: an operator without ether moves no user's coins: the gas would be paid from users' coins.
import assert from "node:assert/strict";
import { test } from "node:test";
import { createDepositAddress } from "#contract/products/wallet/wallet.ts";
import { walletWorld } from "../../testing/market/wallet.ts";
import { give } from "../../demo/coins/faucet.ts";
import { fundHouse } from "../../demo/coins/fund-house.ts";

const world = await walletWorld();
const A_LITTLE = { BTC: 0n, ETH: 1_000_000_000n, USDT: 0n };

async function settle(): Promise<void> {
  for (let round = 0; round < 3; round++) {
    await world.pay();
    await world.mineEthereum(4);
    await world.scan();
  }
}

async function sweeps(): Promise<number> {
  const { rows } = await world.owner.query(
    "select count(*)::int as sweeps from chain_payments where purpose in ('sweep', 'gas')",
  );
  return rows[0].sweeps;
}

test("deposits stay where they came until the operator has ether for gas, and the invariants hold before and after", async () => {
  await world.scan();
  const ada = await world.person();
  const made = await ada.client.call(createDepositAddress, { params: { code: "ETH" } });
  assert.equal(made.code, "");
  assert.ok(world.ports.chains);
  await give(world.ports.chains, { currency: "ETH", units: 500_000_000n, address: made.data.address });
  await settle();
  assert.equal(await world.available(ada.userId, "ETH"), 500_000_000n);
  assert.equal(await sweeps(), 0);
  await world.assertBooks();

  await fundHouse(world.ownerPorts, A_LITTLE);
  await settle();
  assert.ok((await sweeps()) > 0, "with ether of its own the house collects");
  await world.assertBooks();
});
