// Guards: without a provider there are no calls of top-ups and of the gift card store.
import assert from "node:assert/strict";
import { test } from "node:test";
import { listStoreProducts } from "#contract/products/store/gift-card-store.ts";
import { listTopUps } from "#contract/products/top-ups.ts";
import { aPerson, testApp } from "../../testing/index.ts";

test("a market without the demo and without providers has no call of top-ups and of the gift card store", async () => {
  const app = await testApp({ config: { demo: false } });
  const { client } = await aPerson(app);
  assert.equal((await client.call(listTopUps)).status, 404);
  assert.equal((await client.call(listStoreProducts)).status, 404);
});
