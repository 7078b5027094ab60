import assert from "node:assert/strict";
import { before, test } from "node:test";
import { walletWorld } from "../testing/market/wallet.ts";
import { balanceOf } from "../money/ledger/index.ts";
import { checkBooks } from "../staff/console/index.ts";
import { backMarket } from "./coins/back-market.ts";
import { seedMarket } from "./seed/seed.ts";

const world = await walletWorld();
const say = () => undefined;

before(async () => {
  const { chains, ...bare } = world.ownerPorts;
  assert.ok(chains);
  assert.equal(await seedMarket({ ...bare, say }), true);
});

test("a market seeded without chains gets its coins when chains come, once, and the house has some to convert", async () => {
  assert.ok((await checkBooks(world.ownerPorts)).some(({ invariant }) => invariant === "I9"));
  await backMarket(world.ownerPorts);
  assert.deepEqual(await checkBooks(world.ownerPorts), []);
  const stock = () => world.db.read((tx) => balanceOf(tx, "house:USDT:inventory"));
  const units = await stock();
  assert.ok(units > 0n);
  await backMarket(world.ownerPorts);
  assert.equal(await stock(), units);
});
