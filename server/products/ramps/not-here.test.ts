// Guards: without a provider there are no purchases and sales, and without the demo no bank of its own.
import assert from "node:assert/strict";
import { test } from "node:test";
import { listHouseBank, listRampCorridors, listRampOrders } from "#contract/products/ramps/ramps.ts";
import { aPerson, testApp } from "../../testing/index.ts";

test("a market without the demo and without a provider has no call of purchases and sales", async () => {
  const app = await testApp({ config: { demo: false } });
  const { client } = await aPerson(app);
  for (const direction of ["buy", "sell"] as const) {
    assert.equal((await client.call(listRampCorridors, { query: { direction } })).status, 404);
    assert.equal((await client.call(listRampOrders, { query: { direction } })).status, 404);
  }
  assert.equal((await client.call(listHouseBank, {})).status, 404);
});
