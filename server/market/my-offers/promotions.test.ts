// Guards: expert traders promote so many offers to sell at a time; a promoted one is listed first, is marked, and returns to
// its old rank when its days are over.
import assert from "node:assert/strict";
import { test } from "node:test";
import { getOfferPinnedInfo, listMyOffers } from "#contract/market/offers/my/offers.ts";
import { listOffers } from "#contract/market/offers/offers.ts";
import { promoteOffer } from "#contract/market/offers/promotions.ts";
import { anOffer, testApp } from "../../testing/index.ts";
import { aPerson, freshRates, giveLevel, type TestPerson } from "../../testing/market/trades.ts";

const app = await testApp();
const { owner, db } = app;
const METHODS = ["revolut", "skrill", "neteller", "venmo", "cash-app"];

async function anExpert(tier = "expert_trader"): Promise<TestPerson> {
  await freshRates(app);
  const person = await aPerson(app, { units: 100_000_000n });
  await giveLevel(app, person.id, 4);
  await owner.query(
    `insert into user_reputation (user_id, tier) values ($1, $2)
     on conflict (user_id) do update set tier = excluded.tier`,
    [person.id, tier],
  );
  return person;
}
const offers = (person: TestPerson, count: number) =>
  db.tx(async (tx) => {
    const made: string[] = [];
    for (const payment_method of METHODS.slice(0, count)) made.push(await anOffer(tx, person.id, { payment_method }));
    return made as [string, ...string[]];
  });
const promote = ({ client }: TestPerson, id: string, days = 3) =>
  client.call(promoteOffer, { params: { id }, body: { days } });
const first = async (method: string) => {
  const query = { type: "sell", "payment-method": method } as const;
  return (await app.client().call(listOffers, { query })).data[0];
};

test("a promoted offer is first in its market until its days are over", async () => {
  const [ada, bob] = [await anExpert(), await anExpert()];
  const [late] = await offers(bob, 1);
  await owner.query("update user_reputation set trades_successful = 5000 where user_id = $1", [bob.id]);
  const [offer] = await offers(ada, 1);
  const { status, data, meta } = await promote(ada, offer, 3);
  assert.deepEqual([status, meta], [200, { promoteTotal: 3, promoteAvailable: 2 }]);
  const lasts = Date.parse(data.promotedUntil ?? "") - db.marketNow().getTime();
  assert.ok(Math.abs(lasts - 3 * 86_400_000) < 60_000);
  const shown = await first("revolut");
  assert.deepEqual([shown?.hash, shown?.isFeatured, shown?.isStickied], [offer, true, true]);
  const info = async () => (await ada.client.call(getOfferPinnedInfo, { params: { hash: offer } })).data.isPinned;
  assert.equal(await info(), true);
  await owner.query("update offers set promoted_until = market_now() where hash = $1", [offer]);
  assert.equal(await info(), false);
  await app.runJob("promotions-end");
  const { rows } = await owner.query(
    "select is_featured, is_stickied, promoted_until, rank < 2000 as is_usual from offers where hash = $1",
    [offer],
  );
  assert.deepEqual(rows, [{ is_featured: false, is_stickied: false, promoted_until: null, is_usual: true }]);
  assert.notEqual(late, offer);
  assert.equal((await ada.client.call(listMyOffers, { query: {} })).meta.promoteAvailable, 3);
});

test("so many at a time, also of several at once, each once, and none of what is off or to buy", async () => {
  const ada = await anExpert();
  const made = await offers(ada, 5);
  const codes = (await Promise.all(made.map((id) => promote(ada, id)))).map(({ code }) => code).sort();
  assert.deepEqual(codes, ["", "", "", "offer.promotions_used", "offer.promotions_used"]);
  const { data, meta } = await ada.client.call(listMyOffers, { query: { type: "sell" } });
  assert.deepEqual([meta.promoteTotal, meta.promoteAvailable], [3, 0]);
  const on = data.offers.find(({ promotedUntil }) => promotedUntil !== null)?.idHashed ?? "";
  assert.equal((await promote(ada, on)).code, "offer.promoted");
  const off = data.offers.find(({ promotedUntil }) => promotedUntil === null)?.idHashed ?? "";
  await owner.query("update offers set is_on = false where hash = $1", [off]);
  assert.equal((await promote(ada, off)).code, "offer.not_active");
  const buys = await db.tx((tx) => anOffer(tx, ada.id, { offer_type: "buy" }));
  assert.deepEqual(
    [(await promote(ada, buys)).status, (await promote(ada, buys)).code],
    [422, "offer.promotion_of_buyers"],
  );
  assert.equal((await promote(ada, off, 8)).code, "offer.promotion_days");
  assert.equal((await promote(ada, off, 0)).status, 422);
});

test("a user who is no expert trader promotes nothing, and no login features an offer by itself", async () => {
  const ada = await anExpert("power_trader");
  const [offer] = await offers(ada, 1);
  assert.deepEqual(
    [(await promote(ada, offer)).status, (await promote(ada, offer)).code],
    [403, "offer.promotion_not_yours"],
  );
  assert.equal((await ada.client.call(listMyOffers, { query: {} })).meta.promoteTotal, 0);
  assert.equal((await promote(await anExpert(), offer)).status, 404);
  for (const login of [app.dbs.web, app.dbs.worker]) {
    const client = await login.connect();
    for (const change of ["is_featured = true", "is_stickied = true", "promoted_until = now()"])
      await assert.rejects(client.query(`update offers set ${change}`), { code: "42501" }, change);
    await client.end();
  }
});
