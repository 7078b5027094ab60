// Guards: payments of one address are planned one at a time: the second planner waits until the first has ended.
import assert from "node:assert/strict";
import { test } from "node:test";
import { HOT } from "../../platform/outside/chains/chain-keys.ts";
import type { EthereumRail } from "../../platform/outside/chains/chains.ts";
import { testDb } from "../../testing/database.ts";
import { planEthereum } from "./payments/plan-ethereum.ts";

const { db, owner } = await testDb();
const HOT_ADDRESS = "0x000000000000000000000000000000000000bEEF";

const locks = async (): Promise<number> =>
  (await owner.query("select from pg_locks where locktype = 'advisory' and classid = 7265041 and granted")).rows.length;

test("a transaction that plans a payment of an address locks it until it ends, even when there is nothing to spend", async () => {
  const node = { balance: async () => 0n } as unknown as EthereumRail["node"];
  await db.tx(async (tx) => {
    const isPlanned = await planEthereum(
      tx,
      { node, chainId: 1, token: HOT_ADDRESS },
      {
        purpose: "gas",
        subject: "x",
        currency: "ETH",
        from: { address: HOT_ADDRESS, path: HOT },
        to: HOT_ADDRESS,
        value: 1n,
        price: { maxFeePerGasWei: 1n, tipWei: 1n },
      },
    );
    assert.deepEqual([isPlanned, await locks()], [false, 1]);
  });
  assert.equal(await locks(), 0);
});
