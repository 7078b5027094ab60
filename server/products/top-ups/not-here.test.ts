// Guards: without a provider there are no calls of top-ups.
import assert from "node:assert/strict";
import { test } from "node:test";
import { listTopUps } from "#contract/products/top-ups.ts";
import { aPerson, testApp } from "../../testing/index.ts";

test("a market without the demo and without a provider has no call of top-ups", async () => {
  const app = await testApp({ config: { demo: false } });
  const { client } = await aPerson(app);
  assert.equal((await client.call(listTopUps)).status, 404);
});
