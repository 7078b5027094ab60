// Guards: a special offer is for the other side of one trade alone, at a price that stays until it ends; nobody else learns of it.
import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { addFavoriteOffer, listFavoriteOffers, removeFavoriteOffer } from "#contract/market/offers/favorites.ts";
import { listFeedback } from "#contract/market/trades/feedback.ts";
import { getTradeLimits } from "#contract/compliance/levels.ts";
import { reportOffer } from "#contract/market/offers/moderation.ts";
import * as own from "#contract/market/offers/my/offers.ts";
import { listNotifications } from "#contract/reach/notifications.ts";
import { countOfferFacets, getOffer, listOffers, listUserOffers } from "#contract/market/offers/offers.ts";
import { promoteOffer } from "#contract/market/offers/promotions.ts";
import { startTrade } from "#contract/market/trades/trade/trades.ts";
import { makeApp } from "../../app.ts";
import { writePlainWeb } from "../../testing/plain-web.ts";
import { aNamedUser } from "../../testing/people/restrictions.ts";
import { withOneKey } from "../../testing/same-key.ts";
import {
  aMarket,
  anOffer,
  aTrade,
  freshRates,
  offerBody,
  type TestMarket,
  type TestPerson,
  testApp,
} from "../../testing/index.ts";

const app = await testApp({ poolSize: 12 });
const { owner } = app;
// Its pages say what they were given.
const folder = mkdtempSync(join(tmpdir(), "parley-special-"));
const { fastify, close } = await makeApp({ ...app.ports, distDir: writePlainWeb(folder) });
after(async () => {
  await close();
  rmSync(folder, { recursive: true, force: true });
});
before(() => freshRates(app));

type Pair = TestMarket & { readonly chat: string; readonly partner: string };

/** Two who have traded, with the offer of that trade gone, so that the owner's side of the market is empty. */
async function aPair(): Promise<Pair> {
  const market = await aMarket(app, { payment_method: "skrill" });
  const chat = await aTrade(market, "released");
  return { ...market, chat, partner: await nameOf(market.buyer) };
}

async function nameOf({ id }: Pick<TestPerson, "id">): Promise<string> {
  return (await owner.query("select username from users where id = $1", [id])).rows[0].username;
}

const make = ({ seller, chat, partner }: Pair, changes: Parameters<typeof offerBody>[0] = {}, key?: string) =>
  seller.client.call(own.createOffer, {
    body: offerBody({ chat_id: chat, partner_id: partner, ...changes }),
    ...(key ? { key } : {}),
  });

async function aSpecial(pair: Pair, changes: Parameters<typeof offerBody>[0] = {}) {
  const made = await make(pair, changes);
  assert.equal(made.status, 200, JSON.stringify(made.body));
  return made.data;
}

const begin = ({ client }: Pick<TestPerson, "client">, id: string, expected_price: string) =>
  client.call(startTrade, { params: { id }, body: { fiat_amount: "100", expected_price } });

async function statusOf(url: string, token: string): Promise<number> {
  return (await fastify.inject({ url, headers: { accept: "text/html", cookie: `parley=${token}` } })).statusCode;
}

const pageOf = (hash: string, token: string) => statusOf(`/offer/${hash}`, token);

const moveRates = () => owner.query("update rates set rate = rate * 1.2 where crypto = 'BTC'");

test("its partner is notified, sees it and starts a trade at the price at which it was made, wherever the market goes", async () => {
  const pair = await aPair();
  const { buyer } = pair;
  const made = await aSpecial(pair);
  const [{ fiatPricePerCrypto: price, idHashed: hash }] = [made];
  assert.deepEqual(
    [made.isFixedPrice, made.isEnabled, made.hold, made.special?.partner, made.special?.chatId, made.special?.isOver],
    [true, true, "special", pair.partner, pair.chat, false],
  );
  await app.deliverEvents();
  const [notice] = (await buyer.client.call(listNotifications, { query: {} })).data.filter(
    ({ kind }) => kind === "special_offer",
  );
  assert.deepEqual([notice?.link, notice?.subject], [`/offer/${hash}`, hash]);
  const before = await buyer.client.call(getOffer, { params: { id: hash } });
  try {
    await moveRates();
    const seen = await buyer.client.call(getOffer, { params: { id: hash } });
    assert.deepEqual([seen.data.fiatPricePerCrypto, seen.data.isActive, seen.data.startRefusals], [price, true, []]);
    assert.notEqual(seen.data.margin, before.data.margin);
    assert.equal(seen.data.special?.partner, pair.partner);
    assert.equal(await pageOf(hash, buyer.client.token), 200);
    const started = await begin(buyer, hash, price);
    assert.equal(started.code, "", JSON.stringify(started.body));
    assert.equal(started.data.offer.hash, hash);
  } finally {
    await freshRates(app);
  }
});

test("to everybody else there is no such offer, whatever they ask about it", async () => {
  const pair = await aPair();
  const { idHashed: hash, fiatPricePerCrypto: price } = await aSpecial(pair);
  const [stranger, moderator] = [await aNamedUser(app), await aNamedUser(app, "moderator")];
  const params = { id: hash };
  for (const { client } of [stranger, { client: app.client() }]) {
    assert.equal((await client.call(getOffer, { params })).code, "offer.not_found");
    assert.equal(await pageOf(hash, client.token), 404);
    assert.equal((await client.call(listFeedback, { params, query: {} })).data.items.length, 0);
  }
  const { client } = stranger;
  assert.equal((await begin(stranger, hash, price)).code, "offer.not_found");
  assert.equal((await client.call(addFavoriteOffer, { params })).code, "offer.not_found");
  assert.equal((await client.call(removeFavoriteOffer, { params })).code, "offer.not_found");
  assert.equal((await client.call(getTradeLimits, { params })).code, "offer.not_found");
  assert.equal((await client.call(reportOffer, { params, body: { reason_id: 1 } })).code, "offer.not_found");
  assert.equal(
    (await client.call(own.setOfferStatus, { params: { hash }, body: { new_status: "inactive" } })).status,
    404,
  );
  // Its partner, its owner, and a moderator of offers.
  for (const one of [pair.buyer, pair.seller, moderator]) {
    assert.equal((await one.client.call(getOffer, { params })).status, 200);
    assert.equal(await pageOf(hash, one.client.token), 200);
  }
  // Twice: nothing of it was kept for the next reader.
  assert.equal(await pageOf(hash, stranger.client.token), 404);
  const feedback = await pair.buyer.client.call(listFeedback, { params, query: {} });
  assert.equal(feedback.status, 200);
});

test("it is in no list and no number: not in the listing, the facets, a profile, nor beside its like", async () => {
  const pair = await aPair();
  const { buyer, seller } = pair;
  const query = { type: "sell", currency: "USD", "payment-method": "other-bank-transfer" } as const;
  const other = await aMarket(app);
  const numbers = async () => {
    const [listed, facets, profile] = [
      await buyer.client.call(listOffers, { query: { ...query, limit: "50" } }),
      await buyer.client.call(countOfferFacets, { query: { type: "sell", currency: "USD" } }),
      await buyer.client.call(listUserOffers, { params: { username: await nameOf(seller) }, query: { tab: "sell" } }),
    ];
    return [listed.meta.total, facets.data, profile.meta, listed.data.map(({ hash }) => hash)];
  };
  const before = await numbers();
  const { idHashed: hash } = await aSpecial(pair);
  assert.deepEqual(await numbers(), before);
  const beside = await buyer.client.call(getOffer, { params: { id: other.offer } });
  assert.ok(!beside.data.recommendedOffers.some((one) => one.hash === hash));
  const { rows } = await owner.query("select active from offers where hash = $1", [hash]);
  assert.equal(rows[0].active, false);
  assert.equal((await buyer.client.call(addFavoriteOffer, { params: { id: hash } })).status, 200);
  const kept = await buyer.client.call(listFavoriteOffers, { query: { type: "sell" } });
  assert.deepEqual(
    kept.data.map((one) => [one.hash, one.isActive]),
    [[hash, true]],
  );
});

test("the database opens no trade on it for anybody but its partner, and lets no process say for whom it is", async () => {
  const pair = await aPair();
  const { idHashed: hash } = await aSpecial(pair);
  const web = await app.dbs.web.connect();
  try {
    const stranger = await aNamedUser(app);
    await assert.rejects(
      web.query("update offers set partner_id = $1 where hash = $2", [stranger.id, hash]),
      /permission denied/,
    );
    await assert.rejects(
      web.query("update offers set special_until = special_until + interval '1 year' where hash = $1", [hash]),
      /permission denied/,
    );
    await assert.rejects(web.query("update offers set hold = null where hash = $1", [hash]), /offers_special/);
  } finally {
    await web.end();
  }
});

test("it ends after the hours of the setting: then nobody starts a trade on it, and it is not switched on again", async () => {
  const pair = await aPair();
  const { idHashed: hash, fiatPricePerCrypto: price } = await aSpecial(pair);
  const params = { hash };
  const switched = (new_status: "active" | "inactive") =>
    pair.seller.client.call(own.setOfferStatus, { params, body: { new_status } });
  assert.equal((await switched("inactive")).code, "");
  assert.equal((await begin(pair.buyer, hash, price)).code, "offer.not_active");
  assert.equal((await switched("active")).data.isEnabled, true);
  await app.moveClock(24 * 3_600_000 - 60_000);
  await freshRates(app);
  assert.equal((await begin(pair.buyer, hash, price)).code, "");
  await app.moveClock(120_000);
  await freshRates(app);
  assert.equal((await begin(pair.buyer, hash, price)).code, "offer.special_over");
  const seen = await pair.buyer.client.call(getOffer, { params: { id: hash } });
  assert.deepEqual(
    [seen.data.isActive, seen.data.startRefusals.map(({ code }) => code)],
    [false, ["offer.special_over"]],
  );
  assert.equal((await switched("inactive")).code, "");
  assert.equal((await switched("active")).code, "offer.special_over");
  const [mine] = (await pair.seller.client.call(own.listMyOffers, { query: { type: "sell" } })).data.offers;
  assert.deepEqual([mine?.idHashed, mine?.special?.isOver, mine?.isEnabled], [hash, true, false]);
  assert.equal((await pair.seller.client.call(own.deleteOffer, { params: { id: hash } })).code, "");
  assert.equal((await pair.buyer.client.call(getOffer, { params: { id: hash } })).code, "offer.not_found");
});

test("a user who is not the other side of that trade is refused in the same words, and so is half of a pair", async () => {
  const pair = await aPair();
  const other = await aPair();
  const field = (answer: { body: Record<string, unknown> }) =>
    Object.keys((answer.body.errors as { details?: object }).details ?? {});
  const cases = [
    { partner_id: "nobody_here" },
    { partner_id: await nameOf(pair.seller) },
    { partner_id: other.partner },
    { chat_id: other.chat },
    { chat_id: other.chat, partner_id: other.partner },
    { chat_id: "AAAAAAAAAAA" },
  ];
  for (const changes of cases) {
    const refused = await make(pair, changes);
    assert.deepEqual(
      [refused.code, field(refused)],
      ["offer.special_partner", ["partner_id"]],
      JSON.stringify(changes),
    );
  }
  const block = (by: TestPerson, whom: TestPerson, isBlocked: boolean) =>
    owner.query(
      `insert into user_relations (user_id, other_id, is_blocked, changed_at) values ($1, $2, $3, market_now())
       on conflict (user_id, other_id) do update set is_blocked = excluded.is_blocked`,
      [by.id, whom.id, isBlocked],
    );
  for (const [by, whom] of [
    [pair.seller, pair.buyer],
    [pair.buyer, pair.seller],
  ] as const) {
    await block(by, whom, true);
    assert.equal((await make(pair)).code, "offer.special_partner");
    await block(by, whom, false);
  }
  for (const missing of ["chat_id", "partner_id"] as const) {
    const refused = await make(pair, { [missing]: undefined });
    assert.deepEqual([refused.code, field(refused)], ["offer.special_pair", [missing]]);
  }
  const form = (chat: string, name: string) =>
    statusOf(`/offer-manager/special?chat_id=${chat}&partner_id=${name}`, pair.seller.client.token);
  assert.deepEqual([await form(pair.chat, pair.partner), await form(pair.chat, other.partner)], [200, 404]);
  assert.equal(await statusOf("/offer-manager/special", pair.seller.client.token), 404);
  // A partner who is blocked later starts nothing.
  const { idHashed: hash, fiatPricePerCrypto: price } = await aSpecial(pair);
  await block(pair.seller, pair.buyer, true);
  assert.equal((await begin(pair.buyer, hash, price)).code, "offer.blocked");
});

test("it stays as it was made: no other price, amounts, cap or fee, not promoted, copied nor made for another user", async () => {
  const pair = await aPair();
  const { client } = pair.seller;
  for (const changes of [{ offer_cap: { amount: "500", active: true } }, { is_silent: true }, { is_active: false }])
    assert.equal((await make(pair, changes)).code, "offer.special_locked", JSON.stringify(changes));
  const { idHashed: hash } = await aSpecial(pair);
  const [byId, byHash] = [{ id: hash }, { hash }];
  const cap = { offer_cap: { amount: "500", active: true } };
  const answers = [
    await client.call(own.updateOffer, { params: byId, body: offerBody() }),
    await client.call(own.setOfferFixedPrice, { params: byHash, body: { new_fixed_price: "70000" } }),
    await client.call(own.setOfferMargin, { params: byHash, body: { new_margin: "1" } }),
    await client.call(own.setOfferAmount, { params: byHash, body: { range_min: "20", range_max: "30" } }),
    await client.call(own.setOfferCap, { params: byId, body: cap }),
    await client.call(own.setManualEscrowFee, { params: { offerId: hash }, body: { new_manual_escrow_fee: "0.4" } }),
    await client.call(promoteOffer, { params: byId, body: { days: 1 } }),
  ];
  assert.deepEqual(
    answers.map(({ code }) => code),
    answers.map(() => "offer.special_locked"),
  );
  assert.equal((await client.call(getOffer, { params: byId })).data.originalData, null);
  for (const path of ["edit", "create"])
    assert.equal(await statusOf(`/offer-manager/${path}/${hash}`, client.token), 404, path);
  // An ordinary one is not made special afterwards.
  const ordinary = await app.db.tx((tx) => anOffer(tx, pair.seller.id));
  const turned = await client.call(own.updateOffer, {
    params: { id: ordinary },
    body: offerBody({ chat_id: pair.chat, partner_id: pair.partner }),
  });
  assert.equal(turned.code, "offer.special_locked");
});

test("it is no duplicate of an ordinary offer, takes none of their places, and is switched off with all, but not on", async () => {
  const pair = await aPair();
  const { client } = pair.seller;
  const special = await aSpecial(pair);
  const again = await aSpecial(pair);
  await owner.query("insert into settings (name, value, changed_at) values ('offers.max_active', '2', market_now())");
  try {
    assert.equal((await client.call(own.createOffer, { body: offerBody() })).code, "");
    assert.equal((await client.call(own.createOffer, { body: offerBody() })).code, "offer.too_many_active");
    await aSpecial(pair);
    const listed = await client.call(own.listMyOffers, { query: { type: "sell" } });
    assert.deepEqual([listed.meta.activeCount, listed.meta.total], [2, 5]);
    const off = await client.call(own.toggleAllOffers, { body: { new_status: "inactive" } });
    assert.equal(off.data.switched, 5);
    const isEnabled = async () => {
      const { offers } = (await client.call(own.listMyOffers, { query: { type: "sell" } })).data;
      return [special, again].map((wanted) => offers.find(({ idHashed }) => idHashed === wanted.idHashed)?.isEnabled);
    };
    assert.deepEqual(await isEnabled(), [false, false]);
    assert.equal((await client.call(own.toggleAllOffers, { body: { new_status: "active" } })).data.switched, 2);
    assert.deepEqual(await isEnabled(), [false, false]);
  } finally {
    await owner.query("delete from settings where name = 'offers.max_active'");
  }
});

test("one owner can have twenty at a time, and a repeated call makes no additional one", async () => {
  const pair = await aPair();
  const count = async () =>
    (
      await owner.query("select count(*)::int as n from offers where owner_id = $1 and partner_id is not null", [
        pair.seller.id,
      ])
    ).rows[0].n;
  const made = await withOneKey((key) => make(pair, {}, key));
  assert.equal(made.status, 200);
  assert.equal(await count(), 1);
  for (let number = 1; number < 20; number++) await aSpecial(pair);
  assert.equal((await make(pair)).code, "offer.special_too_many");
  assert.equal((await pair.seller.client.call(own.deleteOffer, { params: { id: made.data.idHashed } })).code, "");
  assert.equal((await make(pair)).code, "");
});

test("no price is locked while the market's is not known for sure", async () => {
  const pair = await aPair();
  for (const [column, code] of [
    ["stale_at = market_now() - interval '1 second'", "rates.stale"],
    ["is_divergent = true", "rates.divergent"],
  ] as const) {
    try {
      await owner.query(`update rates set ${column}`);
      assert.equal((await make(pair)).code, code);
    } finally {
      await owner.query("update rates set is_divergent = false");
      await freshRates(app);
    }
  }
  const buying = await aSpecial(pair, { offer_type: "buy", fixed_price: "60000", confirm_critical_margin: true });
  assert.deepEqual([buying.type, buying.fiatPricePerCrypto], ["buy", "60000"]);
});
