// Guards: a visitor's first row is one that a newcomer can take, and the rest of the listing stays in order.
import assert from "node:assert/strict";
import { test } from "node:test";
import { listOffers } from "#contract/market/offers/offers.ts";
import { playRecordedRates } from "../../money/rates/index.ts";
import { anOffer, aUser, giveCoins, testApp } from "../../testing/index.ts";

const app = await testApp();
await app.db.tx(playRecordedRates);

test("an offer that a newcomer cannot take is not the first that a visitor sees", async () => {
  const made: string[] = [];
  await app.db.tx(async (tx) => {
    for (const terms of [{ require_min_past_trades: 5 }, { require_verified_id: true }, {}, {}]) {
      const owner = await aUser(tx);
      await giveCoins(tx, owner, "BTC", 100_000_000n);
      made.push(await anOffer(tx, owner, terms));
    }
  });
  const rank = "update offers set rank = 100 - array_position($1::text[], hash) where hash = any($1::text[])";
  await app.owner.query(rank, [made]);
  const query = { type: "sell" as const, crypto_currency_id: "8" };
  const shown = async (more: object = {}) =>
    (await app.client().call(listOffers, { query: { ...query, ...more } })).data.map(({ hash }) => made.indexOf(hash));
  const inOrder = await shown({ sort: "default" });
  assert.equal(inOrder.length, 4);
  assert.ok([2, 3].includes(inOrder[0] ?? -1), inOrder.join());
  const others = inOrder.filter((place) => place < 2);
  assert.deepEqual(others, [...others].sort(), "those before it follow as they were");
});
