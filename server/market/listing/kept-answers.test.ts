// Guards: what is kept of a listing, its numbers and an offer is, letter by letter, what would be answered now, in every
// process, after any change; and a user with an account never gets a stored answer.
import assert from "node:assert/strict";
import { after, test } from "node:test";
import fc from "fast-check";
import { makeApp } from "../../app.ts";
import { playRecordedRates } from "../../money/rates/index.ts";
import { changeSetting } from "../../reference/settings/index.ts";
import { anOffer, aUser, giveCoins, signIn, testApp } from "../../testing/index.ts";
import { withoutLooks } from "../../testing/keeps-nothing.ts";
import { eachSeed } from "../../testing/seeds.ts";

const world = await testApp();
const { db, owner } = world;
// Ages are the same in all answers then.
await world.standStill("2026-11-23T08:00:00Z");
const keeping = [await makeApp(world.ports), await makeApp(world.ports)];
const reading = await makeApp({ ...world.ports, db: withoutLooks(world.ports.db) });
after(async () => {
  for (const one of [...keeping, reading]) await one.close();
});

await db.tx(playRecordedRates);
const people = await db.tx(async (tx) => {
  const made: { id: bigint; offers: string[] }[] = [];
  while (made.length < 3) {
    const id = await aUser(tx);
    await giveCoins(tx, id, "BTC", 100_000_000n);
    const offers = [
      await anOffer(tx, id),
      await anOffer(tx, id, { offer_type: "buy", payment_method: "google-play-gift-card" }),
      await anOffer(tx, id, { payment_method: "paypal", fiat_currency_code: "EUR", margin: String(made.length) }),
    ];
    made.push({ id, offers });
  }
  return made;
});
const session = await db.tx(async (tx) => signIn(tx, people[0]?.id ?? 0n));
const offers = people.flatMap((person) => person.offers);
const urls = [
  "/rest/v1/offers",
  "/rest/v1/offers?type=sell&currency=USD&payment-method=other-bank-transfer",
  "/rest/v1/offers?type=buy&payment-method=google-play-gift-card,paypal&responseKeyFormat=snake_case",
  "/rest/v1/offers?type=sell&sort=crypto_usd_price_asc&limit=3",
  "/rest/v1/offers?type=sell&tags=no-receipt",
  "/rest/v1/offers?type=buy&online_users=1",
  "/rest/v1/offers?type=sell&currency=EUR&fiat-min=100&convertFromUSD=1",
  "/rest/v1/offers?type=sell&visitor_country_iso=DE",
  "/rest/v1/offers/facets?type=sell&currency=USD",
  "/rest/v1/offers/facets?type=buy",
  ...offers.map((hash) => `/rest/v1/offers/${hash}`),
];

async function ask(app: typeof reading, url: string, cookie = ""): Promise<{ status: number; body: string }> {
  const { statusCode, body } = await app.fastify.inject({ url, headers: cookie ? { cookie } : {} });
  // A failure names its request.
  return { status: statusCode, body: statusCode === 200 ? body : JSON.parse(body).errors.code };
}

/** Each asked twice: the second time it is kept. */
async function assertTrue(after_: string): Promise<void> {
  for (const app of keeping) await app.changes.look();
  for (const url of urls) {
    const now = await ask(reading, url);
    for (const [place, app] of keeping.entries())
      for (const turn of ["first", "again"])
        assertSame(await ask(app, url), now, `${url} of process ${place}, ${turn}, after ${after_}`);
  }
}

type Asked = Awaited<ReturnType<typeof ask>>;

function assertSame(given: Asked, now: Asked, what: string): void {
  if (given.status === now.status && given.body === now.body) return;
  let at = 0;
  while (given.body[at] === now.body[at] && at < now.body.length) at += 1;
  const around = ({ status, body }: Asked) => `${status} …${body.slice(Math.max(0, at - 60), at + 80)}…`;
  assert.fail(`${what}: ${around(given)} instead of ${around(now)}`);
}

let counted = 0;
function next(): number {
  counted += 1;
  return counted;
}
const offerOf = (some: number) => offers[some % offers.length];
const personOf = (some: number) => people[some % people.length]?.id;

/** The ways in which the market changes, by all its actors. */
const CHANGES: Record<string, (some: number) => Promise<unknown>> = {
  "new terms": (some) =>
    owner.query("update offers set terms = $2 where hash = $1", [offerOf(some), `terms ${next()}`]),
  "another margin": (some) =>
    owner.query("update offers set margin_bp = $2 where hash = $1", [offerOf(some), next() % 900]),
  "other tags": (some) =>
    owner.query(
      "update offers set tags = case when tags = '{}' then array['no-receipt'] else '{}' end where hash = $1",
      [offerOf(some)],
    ),
  "a trader who comes or goes": (some) =>
    owner.query("update offers set owner_online = not owner_online where hash = $1", [offerOf(some)]),
  "an offer that goes or comes": (some) =>
    owner.query("update offers set is_on = not is_on where hash = $1", [offerOf(some)]),
  "an offer for some countries": (some) =>
    owner.query(
      "update offers set country_rule = 'allowed', countries = array[case when 'DE' = any(countries) then 'KE' else 'DE' end] where hash = $1",
      [offerOf(some)],
    ),
  "another method": (some) =>
    owner.query(
      `update offers set (method_id, method_group) = (select other.method_id, other.method_group from offers other
         where other.method_id <> offers.method_id order by other.id limit 1) where hash = $1`,
      [offerOf(some)],
    ),
  "a new offer": () => db.tx(async (tx) => anOffer(tx, await aUser(tx))),
  "another reputation": (some) =>
    owner.query(
      `insert into user_reputation (user_id, feedback_positive) values ($1, 1)
       on conflict (user_id) do update set feedback_positive = user_reputation.feedback_positive + 1`,
      [personOf(some)],
    ),
  "another name": (some) =>
    owner.query("update users set username = $2 where id = $1", [personOf(some), `renamed_${next()}`]),
  "another rate": () => owner.query("update rates set rate = round(rate * 1.01, 2) where crypto = 'BTC'"),
  "a setting": () =>
    db.tx((tx) => changeSetting(tx, { name: "offers.critical_margin_bp", value: -100 * next(), changedBy: null })),
  "a balance": async (some) => {
    // Enough for a part of what the offer would sell.
    const to = [20_000n, 300_000n, 100_000_000n][next() % 3];
    await db.tx(async (tx) => giveCoins(tx, personOf(some) ?? 0n, "BTC", 1n));
    await owner.query("update ledger_accounts set balance_units = $2 where name = $1", [
      `user:${personOf(some)}:BTC:available`,
      to,
    ]);
    await world.runJob("offers-follow-balances");
  },
  "a deleted offer": async () => {
    const hash = offers.splice(next() % offers.length, 1)[0];
    await owner.query("update offers set deleted_at = market_now(), is_on = false where hash = $1", [hash]);
    await db.tx(async (tx) => void offers.push(await anOffer(tx, await aUser(tx))));
  },
};

const anyChange = fc.tuple(fc.constantFrom(...Object.keys(CHANGES)), fc.nat(1000));

test("after any change each process answers what would be answered if nothing were kept", (t) =>
  eachSeed(t, { suite: "kept-answers", fresh: 1 }, async (seed) => {
    await assertTrue("the beginning");
    for (const [name, some] of fc.sample(anyChange, { seed, numRuns: 20 })) {
      await CHANGES[name]?.(some);
      await assertTrue(name);
    }
  }));

test("each kind of change invalidates the cached answers that show it", async () => {
  // An offer of each side and method.
  for (const [name, change] of Object.entries(CHANGES))
    for (const some of [0, 1, 2]) {
      await assertTrue("all before");
      await change(some);
      await assertTrue(name);
    }
});

test("an answer is made once for all visitors without an account, and never given to a user with one", async () => {
  const [app] = keeping;
  if (!app) throw new Error("no process");
  const [hash] = people[0]?.offers ?? [];
  await owner.query("update offers set deleted_at = null, is_on = true where hash = $1", [hash]);
  await app.changes.look();
  const url = `/rest/v1/offers/${hash}`;
  const before = await ask(app, url);
  assert.equal(JSON.parse(before.body).data.isMine, false);
  // This change has no notice.
  await owner.query("alter table offers disable trigger user");
  await owner.query("update offers set terms = 'changed without a notice' where hash = $1", [hash]);
  await owner.query("alter table offers enable trigger user");
  assert.deepEqual(await ask(app, url), before);
  const own = JSON.parse((await ask(app, url, `parley=${session}`)).body).data;
  assert.deepEqual([own.isMine, own.offerTerms], [true, "changed without a notice"]);
  assert.deepEqual(await ask(app, url), before, "and what they were answered is not kept");
});

test("a refusal is not kept: what was not there is answered as soon as it is", async () => {
  const [app] = keeping;
  const [hash] = people[1]?.offers ?? [];
  const url = `/rest/v1/offers/${hash}`;
  if (!app) throw new Error("no process");
  await owner.query("alter table offers disable trigger user");
  await owner.query("update offers set deleted_at = market_now() where hash = $1", [hash]);
  const gone = { status: 404, body: "offer.not_found" };
  assert.deepEqual(await ask(reading, url), gone);
  await owner.query("alter table offers enable trigger user");
  await owner.query("update offers set terms = 'gone' where hash = $1", [hash]);
  await app.changes.look();
  assert.deepEqual(await ask(app, url), gone);
  await owner.query("alter table offers disable trigger user");
  await owner.query("update offers set deleted_at = null where hash = $1", [hash]);
  await owner.query("alter table offers enable trigger user");
  assert.equal((await ask(app, url)).status, 200);
});
