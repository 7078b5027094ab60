// Guards: staff feature offers of others that are on the market, so many at a time and for so many days, and stop that; such an offer
// is marked and keeps its rank; what its owner promotes and what staff feature end apart.
import assert from "node:assert/strict";
import { test } from "node:test";
import { FEATURED_DAYS_MAX } from "#contract/market/offers/moderation-names.ts";
import * as mod from "#contract/market/offers/moderation.ts";
import { appealOffer, listMyOffers } from "#contract/market/offers/my/offers.ts";
import { getOffer, listOffers } from "#contract/market/offers/offers.ts";
import { promoteOffer } from "#contract/market/offers/promotions.ts";
import { anOffer, aMarket, testApp } from "../../testing/index.ts";
import { type NamedUser, aNamedUser } from "../../testing/people/restrictions.ts";
import { giveLevel, type TestPerson } from "../../testing/market/trades.ts";

const app = await testApp({ poolSize: 12 });
const { owner, db } = app;
const [ada, ben, eve] = [
  await aNamedUser(app, "moderator"),
  await aNamedUser(app, "supermoderator"),
  await aNamedUser(app, "admin"),
];
const WHY = "Paid within minutes, a hundred times.";
const DAY_MS = 86_400_000;

type Asker = Pick<NamedUser, "client">;

const feature = ({ client }: Asker, id: string, { days = 7, ...more }: { days?: number; key?: string } = {}) =>
  client.call(mod.featureOffer, { params: { id }, body: { days, reason: WHY }, ...more });
const unfeature = ({ client }: Asker, id: string) =>
  client.call(mod.unfeatureOffer, { params: { id }, body: { reason: WHY } });
const reject = ({ client }: Asker, id: string) =>
  client.call(mod.rejectOffer, { params: { id }, body: { reason: WHY } });
const featured = async ({ client }: Asker) =>
  (await client.call(mod.listJudgedOffers, { query: { queue: "featured" } })).data;
const listed = async (hash: string) =>
  (await app.client().call(listOffers, { query: { type: "sell", limit: "50" } })).data.find((one) => one.hash === hash);
const mine = async ({ client }: Asker, hash: string) =>
  (await client.call(listMyOffers, { query: { type: "sell" } })).data.offers.find((one) => one.idHashed === hash);
const rowOf = async (hash: string) =>
  (
    await owner.query(
      `select is_featured, is_stickied, promoted_until is not null as is_promoted, featured_until is not null as is_chosen, rank
       from offers where hash = $1`,
      [hash],
    )
  ).rows[0];
const actsAbout = async (hash: string) =>
  (await owner.query("select staff_id, act, reason from staff_acts where subject = $1 order by id", [hash])).rows;
const clearMarket = () =>
  owner.query("update offers set is_featured = is_stickied, featured_until = null where featured_until is not null");
const allow = (name: string, value: number) =>
  owner.query(
    `insert into settings (name, value, changed_at) values ($1, $2, market_now())
     on conflict (name) do update set value = excluded.value`,
    [name, String(value)],
  );

/** With an offer that they may promote. */
async function anExpertsMarket() {
  const market = await aMarket(app);
  await giveLevel(app, market.seller.id, 4);
  await owner.query(
    `insert into user_reputation (user_id, tier) values ($1, 'expert_trader')
     on conflict (user_id) do update set tier = excluded.tier`,
    [market.seller.id],
  );
  return market;
}
const promote = ({ client }: TestPerson, id: string) =>
  client.call(promoteOffer, { params: { id }, body: { days: 3 } });

test("staff feature an offer for some days: lists mark it, its owner reads until when, and it keeps its rank", async () => {
  const { seller, buyer, offer } = await aMarket(app);
  const before = (await rowOf(offer)).rank;
  assert.equal((await listed(offer))?.isFeatured, false);
  assert.equal((await feature(buyer, offer)).status, 403);
  const { status, data } = await feature(ada, offer, { days: 5 });
  assert.equal(status, 200);
  const lasts = Date.parse(data.featuredUntil ?? "") - db.marketNow().getTime();
  assert.ok(Math.abs(lasts - 5 * DAY_MS) < 60_000, String(lasts));
  const shown = await listed(offer);
  assert.deepEqual([shown?.isFeatured, shown?.isStickied], [true, false], "the list that was kept is not shown again");
  assert.ok((await buyer.client.call(getOffer, { params: { id: offer } })).data.isFeatured);
  const own = await mine(seller, offer);
  assert.deepEqual([own?.featuredUntil, own?.promotedUntil], [data.featuredUntil, null]);
  // Whatever else is judged anew about its owner.
  await owner.query("update offers set rank = 0 where hash = $1", [offer]);
  await owner.query("update users set last_seen_at = market_now() - interval '1 hour' where id = $1", [seller.id]);
  await app.runJob("offers-follow-owners");
  const now = (await rowOf(offer)).rank;
  assert.ok(now > 0 && now <= before, `a rank of ${now}, and ${before} before`);
  assert.equal((await featured(ben)).rows.find(({ hash }) => hash === offer)?.featuredUntil, data.featuredUntil);
  assert.deepEqual(await actsAbout(offer), [{ staff_id: String(ada.id), act: "offer.feature", reason: WHY }]);
  await clearMarket();
});

test("any staff member can stop it, and the featured offer that ends soonest is listed first", async () => {
  const [one, two] = [await aMarket(app), await aMarket(app)];
  await feature(ada, one.offer, { days: 9 });
  await feature(ben, two.offer, { days: 2 });
  const both = await featured(eve);
  assert.deepEqual([both.rows.map(({ hash }) => hash), both.counts.featured], [[two.offer, one.offer], 2]);
  const stopped = await unfeature(ben, one.offer);
  assert.deepEqual([stopped.status, stopped.data.featuredUntil], [200, null]);
  assert.equal((await listed(one.offer))?.isFeatured, false);
  assert.equal((await mine(one.seller, one.offer))?.featuredUntil, null);
  assert.deepEqual(
    [(await unfeature(ben, one.offer)).status, (await unfeature(ben, one.offer)).code],
    [409, "staff.unchanged"],
  );
  assert.deepEqual(
    (await actsAbout(one.offer)).map(({ staff_id, act }) => [staff_id, act]),
    [
      [String(ada.id), "offer.feature"],
      [String(ben.id), "offer.unfeature"],
    ],
  );
  assert.equal((await feature(ada, one.offer)).status, 200, "and feature it again");
  await clearMarket();
});

test("nobody of the staff features an offer of their own, and those of colleagues are for administrators", async () => {
  const { seller, offer } = await aMarket(app);
  await owner.query("insert into user_roles values ($1, 'moderator', market_now() - interval '1 day')", [seller.id]);
  const own = await feature(seller, offer);
  assert.deepEqual([own.status, own.code], [403, "staff.own_account"]);
  const colleague = await feature(ada, offer);
  assert.deepEqual([colleague.status, colleague.code], [403, "restriction.not_allowed"]);
  assert.equal((await feature(eve, offer)).status, 200);
  assert.equal((await unfeature(seller, offer)).code, "staff.own_account");
  assert.equal((await unfeature(ada, offer)).code, "restriction.not_allowed");
  assert.equal((await unfeature(eve, offer)).status, 200);
});

test("only what is on the market and breaks no rule is featured, for as many days as the settings say", async () => {
  const { seller, offer } = await aMarket(app);
  await owner.query("update offers set is_on = false where hash = $1", [offer]);
  const off = await feature(ada, offer);
  assert.deepEqual([off.status, off.code], [422, "offer.not_active"]);
  await owner.query("update offers set is_on = true where hash = $1", [offer]);
  for (const hold of ["silent", "special"]) {
    await owner.query(
      `update offers set hold = $2, is_silent = $2 = 'silent',
         partner_id = case when $2 = 'special' then $3::bigint end, chat_hash = case when $2 = 'special' then 'AAAAAAAAAAA' end,
         special_until = case when $2 = 'special' then market_now() end, fixed_price = case when $2 = 'special' then 1 end,
         margin_bp = case when $2 = 'special' then null else margin_bp end
       where hash = $1`,
      [offer, hold, ada.id],
    );
    assert.equal((await feature(ada, offer)).code, "offer.not_active", hold);
  }
  const other = await aMarket(app);
  await reject(ben, other.offer);
  assert.equal((await feature(ada, other.offer)).code, "offer.not_active");
  await other.seller.client.call(appealOffer, { params: { hash: other.offer }, body: { text: WHY } });
  await reject(ada, other.offer);
  const over = await feature(eve, other.offer);
  assert.deepEqual([over.status, over.code], [409, "offer.decided"]);
  const unknown = await feature(ada, "AAAAAAAAAAA");
  assert.deepEqual([unknown.status, unknown.code], [404, "offer.not_found"]);
  const third = await aMarket(app);
  const long = await feature(ada, third.offer, { days: 31 });
  assert.deepEqual([long.status, long.code], [422, "offer.promotion_days"]);
  for (const days of [0, FEATURED_DAYS_MAX + 1]) assert.equal((await feature(ada, third.offer, { days })).status, 422);
  assert.equal((await feature(ada, third.offer, { days: 30 })).status, 200);
  const again = await feature(ben, third.offer);
  assert.deepEqual([again.status, again.code], [409, "staff.unchanged"]);
  assert.equal((await mine(seller, offer))?.featuredUntil, null);
  await clearMarket();
});

test("no more are featured at a time than the settings say, also by two of the staff at once", async () => {
  await allow("offers.featured", 1);
  const offers = [(await aMarket(app)).offer, (await aMarket(app)).offer];
  const both = await Promise.all([feature(ada, offers[0] ?? ""), feature(ben, offers[1] ?? "")]);
  assert.deepEqual(both.map(({ status, code }) => [status, code]).sort(), [
    [200, ""],
    [409, "offer.featured_full"],
  ]);
  assert.equal((await featured(ada)).counts.featured, 1);
  const on = (await featured(ada)).rows[0]?.hash ?? "";
  const off = offers.find((hash) => hash !== on) ?? "";
  await unfeature(ada, on);
  assert.equal((await feature(ada, off)).status, 200, "one that is stopped makes room");
  await owner.query("update offers set featured_until = market_now() where hash = $1", [off]);
  assert.equal((await feature(ada, on)).status, 200, "and so does one that has ended");
  await owner.query("delete from settings where name = 'offers.featured'");
  await clearMarket();
});

test("the same request key features once", async () => {
  const { offer } = await aMarket(app);
  const [first, again] = [
    await feature(ada, offer, { key: "featured-once" }),
    await feature(ada, offer, { key: "featured-once" }),
  ];
  assert.deepEqual([first.status, again.body], [200, first.body]);
  assert.equal((await actsAbout(offer)).length, 1);
  await clearMarket();
});

test("it ends by itself when its days are over, and nothing shows it from then on", async () => {
  const { seller, offer } = await aMarket(app);
  await feature(ada, offer);
  await owner.query("update offers set featured_until = market_now() where hash = $1", [offer]);
  assert.equal((await mine(seller, offer))?.featuredUntil, null);
  assert.deepEqual((await featured(ada)).rows, []);
  await app.runJob("promotions-end");
  const { is_featured, is_chosen } = await rowOf(offer);
  assert.deepEqual([is_featured, is_chosen], [false, false]);
  assert.equal((await listed(offer))?.isFeatured, false);
});

test("the end of a promotion leaves what staff feature, and the end of that leaves the promotion", async () => {
  const states = [];
  for (const ends of ["promoted_until", "featured_until"]) {
    const { seller, offer } = await anExpertsMarket();
    assert.equal((await promote(seller, offer)).status, 200);
    assert.equal((await feature(ada, offer)).status, 200, "one that is promoted is featured as well");
    await owner.query(`update offers set ${ends} = market_now() where hash = $1`, [offer]);
    await app.runJob("promotions-end");
    const { rank, ...state } = await rowOf(offer);
    states.push({ ...state, isFirst: rank >= 2000 });
  }
  assert.deepEqual(states, [
    { is_featured: true, is_stickied: false, is_promoted: false, is_chosen: true, isFirst: false },
    { is_featured: true, is_stickied: true, is_promoted: true, is_chosen: false, isFirst: true },
  ]);
  const { seller, offer } = await anExpertsMarket();
  assert.equal((await feature(ada, offer)).status, 200);
  assert.equal((await promote(seller, offer)).status, 200, "one that is featured is promoted as well");
  assert.ok((await mine(seller, offer))?.featuredUntil);
  assert.equal((await unfeature(ben, offer)).status, 200);
  const { rank, ...state } = await rowOf(offer);
  assert.deepEqual(state, { is_featured: true, is_stickied: true, is_promoted: true, is_chosen: false });
  assert.ok(rank >= 2000);
  await clearMarket();
});

test("an offer that staff take off the market does not come back featured", async () => {
  const { seller, offer } = await aMarket(app);
  await feature(ada, offer);
  assert.equal((await reject(ada, offer)).data.featuredUntil, null);
  await seller.client.call(appealOffer, { params: { hash: offer }, body: { text: WHY } });
  await ben.client.call(mod.approveOffer, { params: { id: offer }, body: { reason: WHY } });
  const shown = await listed(offer);
  assert.deepEqual([shown?.hash, shown?.isFeatured], [offer, false]);
});

test("no login writes until when an offer is featured", async () => {
  const offer = await db.tx(async (tx) => anOffer(tx, (await aNamedUser(app)).id));
  for (const login of [app.dbs.web, app.dbs.worker])
    for (const change of ["featured_until = now()", "is_featured = true"]) {
      const client = await login.connect();
      await assert.rejects(
        client.query(`update offers set ${change} where hash = $1`, [offer]),
        { code: "42501" },
        change,
      );
      await client.end();
    }
});
