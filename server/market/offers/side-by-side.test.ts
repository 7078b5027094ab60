// Guards: what happens to one offer, or to one person, leaves those beside it alone.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import {
  createOffer,
  listMyOffers,
  setOfferCap,
  setOfferStatus,
  updateOffer,
} from "#contract/market/offers/my/offers.ts";
import { getOffer, listUserOffers } from "#contract/market/offers/offers.ts";
import { playRecordedRates } from "../../money/rates/index.ts";
import { anOffer, giveCoins, offerBody } from "../../testing/market/offers.ts";
import { aUser, signIn, testApp } from "../../testing/index.ts";

const app = await testApp();
const { db } = app;

async function person() {
  const id = await db.tx((tx) => aUser(tx));
  await db.tx((tx) => giveCoins(tx, id, "BTC", 100_000_000n));
  const { rows } = await app.owner.query<{ username: string }>("select username from users where id = $1", [id]);
  return { id, username: rows[0]?.username ?? "", client: app.client(await db.tx((tx) => signIn(tx, id))) };
}

before(() => db.tx(playRecordedRates));

test("a restriction takes the offers of the restricted user off the market, and no others", async () => {
  const [bad, good] = [await person(), await person()];
  const [of, other] = [await db.tx((tx) => anOffer(tx, bad.id)), await db.tx((tx) => anOffer(tx, good.id))];
  const holds = async () =>
    (
      await app.owner.query<{ hold: string | null }>(
        "select hold from offers where hash = any($1) order by hash = $2",
        [[of, other], other],
      )
    ).rows.map(({ hold }) => hold);
  await app.owner.query(
    `insert into user_restrictions (user_id, state, reason_code, case_number, review_at, since)
     values ($1, 'suspended', 'tried', 'case 1', market_now() + interval '1 day', market_now())`,
    [bad.id],
  );
  await app.owner.query("update users set last_seen_at = market_now() - interval '2 hours' where id = any($1)", [
    [bad.id, good.id],
  ]);
  await app.runJob("offers-follow-owners");
  const [held, free] = await holds();
  assert.notEqual(held, null);
  assert.equal(free, null);
});

test("an offer that is off may be like another one: only two that are on are twins", async () => {
  const { client } = await person();
  const first = (await client.call(createOffer, { body: offerBody() })).data;
  await client.call(setOfferStatus, { params: { hash: first.idHashed }, body: { new_status: "inactive" } });
  assert.equal((await client.call(createOffer, { body: offerBody() })).code, "");
  const words = offerBody({ offer_terms: "Other words for the one that is off, and nothing else." });
  const saved = await client.call(updateOffer, {
    params: { id: first.idHashed },
    body: { ...words, is_active: false },
  });
  assert.equal(saved.code, "");
  const on = await client.call(updateOffer, { params: { id: first.idHashed }, body: { ...words, is_active: true } });
  assert.equal(on.code, "offer.duplicate");
});

test("a profile lists the offers that are on the market, and not those that are off", async () => {
  const { client, id, username } = await person();
  const [on, off] = [
    await db.tx((tx) => anOffer(tx, id, { payment_method: "paypal" })),
    await db.tx((tx) => anOffer(tx, id, { payment_method: "skrill" })),
  ];
  await client.call(setOfferStatus, { params: { hash: off }, body: { new_status: "inactive" } });
  const { data } = await app.client().call(listUserOffers, { params: { username }, query: { tab: "sell" } });
  assert.deepEqual(
    data.map(({ hash }) => hash),
    [on],
  );
});

test("a cap that is switched off stops nobody", async () => {
  const owner = await person();
  const hash = await db.tx((tx) => anOffer(tx, owner.id));
  await owner.client.call(setOfferCap, { params: { id: hash }, body: { offer_cap: { amount: "100", active: true } } });
  await app.owner.query("update offers set cap_used_units = cap_units where hash = $1", [hash]);
  await owner.client.call(setOfferCap, { params: { id: hash }, body: { offer_cap: { amount: "100", active: false } } });
  await app.owner.query("update offers set cap_used_units = cap_units where hash = $1", [hash]);
  const { data } = await (await person()).client.call(getOffer, { params: { id: hash } });
  assert.deepEqual([data.isReachedCap, data.isCapLessThanMin], [false, false]);
  const [mine] = (await owner.client.call(listMyOffers, { query: { type: "sell" } })).data.offers;
  assert.equal(mine?.hold, null);
});
