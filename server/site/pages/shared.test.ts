// Guards: a signed-in user sees exactly the page that would be rendered for them now, even if others saw the same address
// before, in every process, after any change of the market or of their own.
import assert from "node:assert/strict";
import { resolve } from "node:path";
import { after, test } from "node:test";
import { gunzipSync } from "node:zlib";
import fc from "fast-check";
import { ANY_METHOD } from "#contract/market/offers/listing/paths.ts";
import { makeApp } from "../../app.ts";
import { playRecordedRates } from "../../money/rates/index.ts";
import { anOffer, aUser, giveCoins, signIn, testApp } from "../../testing/index.ts";
import { withoutLooks } from "../../testing/keeps-nothing.ts";
import { eachSeed } from "../../testing/seeds.ts";

const world = await testApp();
const { db, owner } = world;
// Pages of one address differ by nothing but their reader then.
await world.standStill("2026-11-23T08:00:00Z");
const distDir = resolve("dist");
// In a demo the first page greets by name.
const ports = { ...world.ports, distDir, config: { ...world.config, demo: true } };
const sharing = [await makeApp(ports), await makeApp(ports)];

const drawing = await makeApp({ ...ports, db: withoutLooks(world.ports.db) });
after(async () => {
  for (const one of [...sharing, drawing]) await one.close();
});

await db.tx(playRecordedRates);
type Person = { readonly id: bigint; readonly session: string; readonly offers: readonly string[] };
const people: Person[] = await db.tx(async (tx) => {
  const made: Person[] = [];
  for (const countryIso of ["DE", "KE", "DE", "NG", "DE"]) {
    const id = await aUser(tx, { countryIso });
    await giveCoins(tx, id, "BTC", 100_000_000n);
    const offers =
      made.length < 3
        ? [
            await anOffer(tx, id),
            await anOffer(tx, id, { offer_type: "buy", payment_method: "google-play-gift-card" }),
            await anOffer(tx, id, { payment_method: "paypal", margin: String(made.length) }),
          ]
        : [];
    made.push({ id, session: await signIn(tx, id), offers });
  }
  return made;
});
const offers = people.flatMap((person) => person.offers);
const market = `/trading/buy-btc/${ANY_METHOD}?currencyCode=USD`;
const paths = [
  "/",
  "/es",
  market,
  `${market}&acceptableOnly=1`,
  `${market}&acceptableOnly=0`,
  "/ar/trading/sell-btc/google-play-gift-card",
  ...offers.map((hash) => `/offer/${hash}`),
];

type Page = { readonly status: number; readonly text: string };

async function look(app: typeof drawing, path: string, session: string): Promise<Page> {
  const answer = await app.fastify.inject({
    url: path,
    headers: { accept: "text/html", "accept-encoding": "gzip", cookie: `parley=${session}` },
  });
  const isPacked = answer.headers["content-encoding"] === "gzip";
  const text = isPacked ? gunzipSync(answer.rawPayload).toString("utf8") : answer.body;
  return { status: answer.statusCode, text };
}

/** As it would be drawn now; nobody has to unpack what nobody keeps. */
async function drawnNow(path: string, session: string): Promise<Page> {
  const answer = await drawing.fastify.inject({
    url: path,
    headers: { accept: "text/html", cookie: `parley=${session}` },
  });
  return { status: answer.statusCode, text: answer.body };
}

const some = <Element>(list: readonly Element[], number: number): Element => {
  const found = list[number % list.length];
  if (found === undefined) throw new Error("nothing to choose from");
  return found;
};

let counted = 0;
const next = () => {
  counted += 1;
  return counted;
};

/** The changes of a market, and of a user in it. */
const CHANGES: Record<string, (who: Person, other: Person, hash: string) => Promise<unknown>> = {
  "new terms": (_, __, hash) => owner.query("update offers set terms = $2 where hash = $1", [hash, `terms ${next()}`]),
  "another margin": (_, __, hash) =>
    owner.query("update offers set margin_bp = $2 where hash = $1", [hash, next() % 900]),
  "an offer for some countries": (_, __, hash) =>
    owner.query(
      "update offers set country_rule = 'allowed', countries = array[case when 'DE' = any(countries) then 'KE' else 'DE' end] where hash = $1",
      [hash],
    ),
  "a kept offer": (who, _, hash) =>
    owner.query(
      `insert into offer_favorites (user_id, offer_id, added_at) select $1, id, market_now() from offers where hash = $2
       on conflict do nothing`,
      [who.id, hash],
    ),
  "an offer let go": (who) => owner.query("delete from offer_favorites where user_id = $1", [who.id]),
  "a blocked user": (who, other) => relate(who, other, "is_blocked"),
  "a trusted user": (who, other) => relate(who, other, "is_trusted"),
  "nobody blocked": () => owner.query("delete from user_relations"),
  // Of users without offers: an owner's balance changes the pages of their own offers only.
  "a balance": () => changeBalance(some(people, 3 + (next() % 2))),
  "a notice": (who) =>
    owner.query(
      `insert into notifications (user_id, kind, subject, link, at)
       values ($1, 'trade_paid', 'x', '/', market_now())`,
      [who.id],
    ),
  "a restriction": (who) =>
    owner.query(
      `insert into user_restrictions (user_id, state, reason_code, case_number, review_at, since)
       values ($1, 'frozen', 'test', $2, now(), now())
       on conflict do nothing`,
      [who.id, `case ${next()}`],
    ),
  "another level": (who) =>
    owner.query("update users set granted_level = case granted_level when 0 then 2 else 0 end where id = $1", [who.id]),
  "no restriction": () => owner.query("delete from user_restrictions"),
  "another name": (who) => owner.query("update users set username = $2 where id = $1", [who.id, `renamed_${next()}`]),
  "another currency": (who) =>
    owner.query(
      "update users set currency_code = case currency_code when 'USD' then 'KES' else 'USD' end where id = $1",
      [who.id],
    ),
  "past trades": (who) =>
    owner.query(
      `insert into user_reputation (user_id, trades_successful) values ($1, 1)
       on conflict (user_id) do update set trades_successful = user_reputation.trades_successful + 1`,
      [who.id],
    ),
};

const changeBalance = ({ id }: Person) =>
  owner.query(
    "update ledger_accounts set balance_units = case when balance_units > 1000 then 1000 else 100000000 end where name = $1",
    [`user:${id}:BTC:available`],
  );

function relate(who: Person, other: Person, how: "is_blocked" | "is_trusted"): Promise<unknown> {
  if (who.id === other.id) return Promise.resolve();
  return owner.query(
    `insert into user_relations (user_id, other_id, ${how}, changed_at) values ($1, $2, true, market_now())
     on conflict (user_id, other_id) do update set is_blocked = excluded.is_blocked, is_trusted = excluded.is_trusted`,
    [who.id, other.id],
  );
}

/** Of these readers in turns, each page twice: the second time of what was kept. */
async function assertTrue(path: string, readers: readonly Person[], after_: string): Promise<void> {
  for (const app of sharing) await app.changes.look();
  for (const person of [...readers, ...readers]) {
    const now = await drawnNow(path, person.session);
    for (const [place, app] of sharing.entries()) {
      const shown = await look(app, path, person.session);
      assert.equal(shown.status, now.status);
      if (shown.text !== now.text)
        assert.fail(`${path} of process ${place} after ${after_}: ${difference(shown, now)}`);
    }
  }
}

function difference({ text: shown }: Page, { text: now }: Page): string {
  let at = 0;
  while (shown[at] === now[at] && at < shown.length) at += 1;
  const around = (text: string) => text.slice(Math.max(0, at - 60), at + 80);
  return `…${around(shown)}… instead of …${around(now)}…`;
}

const anyStep = fc.tuple(fc.constantFrom(...Object.keys(CHANGES)), fc.nat(1000), fc.nat(1000), fc.nat(1000));

test("a signed-in user sees what would be rendered for them now, after every change and every earlier reader", (t) =>
  eachSeed(t, { suite: "shared-pages", fresh: 1 }, async (seed) => {
    for (const [name, first, second, third] of fc.sample(anyStep, {
      seed,
      numRuns: Number(process.env.CHANGES ?? 5),
    })) {
      const [who, other, hash] = [some(people, first), some(people, second), some(offers, third)];
      await CHANGES[name]?.(who, other, hash);
      for (const path of [some(paths, first + third), `/offer/${hash}`]) await assertTrue(path, [who, other], name);
    }
  }));

test("each kind of change is seen by whom it concerns, on every page", async () => {
  for (const [name, change] of Object.entries(CHANGES)) {
    const [who, other, hash] = [some(people, 3), some(people, 0), some(offers, 0)];
    await change(who, other, hash);
    for (const path of ["/", market, `/offer/${hash}`, `/offer/${offers[4]}`])
      await assertTrue(path, [who, other], name);
  }
});

test("the page of an offer says what can be bought of what its owner has now", async () => {
  const [seller, reader] = [some(people, 0), some(people, 4)];
  for (let turn = 0; turn < 3; turn += 1) {
    await assertTrue(`/offer/${seller.offers[0]}`, [reader], "a balance of the owner");
    await changeBalance(seller);
  }
});

test("nobody is recommended an offer that is closed to their country, even if others are", async () => {
  await owner.query("delete from user_relations");
  // The first offers of the three owners are of one market.
  const [closed, beside] = [some(offers, 0), some(offers, 3)];
  const [fromNigeria, fromGermany] = [some(people, 3), some(people, 4)];
  for (const countries of [["DE"], ["NG"]]) {
    await owner.query("update offers set country_rule = 'allowed', countries = $2 where hash = $1", [
      closed,
      countries,
    ]);
    await assertTrue(`/offer/${beside}`, [fromGermany, fromNigeria], `an offer for ${countries}`);
    const isShown = async (reader: Person) => {
      const { text } = await look(some(sharing, 0), `/offer/${beside}`, reader.session);
      return text.includes(closed);
    };
    assert.deepEqual(
      [await isShown(fromGermany), await isShown(fromNigeria)],
      [countries[0] === "DE", countries[0] === "NG"],
    );
  }
});

test("no page of one user has anything of another", async () => {
  const names = await Promise.all(
    people.map(
      async ({ id }) => (await owner.query("select username, external_id from users where id = $1", [id])).rows[0],
    ),
  );
  for (const path of ["/", market])
    for (const [place, { session }] of people.entries()) {
      const { text } = await look(some(sharing, place), path, session);
      const kit = JSON.parse(/id="page-kit">([^<]*)</.exec(text)?.[1] ?? "null");
      assert.equal(kit.session.username, names[place].username);
      for (const { external_id } of names.filter((_, other) => other !== place)) assert.ok(!text.includes(external_id));
    }
});

test("what many are shown alike was drawn once", async () => {
  const [one, two] = [some(people, 3), some(people, 4)];
  await owner.query("delete from user_relations");
  await owner.query("update users set currency_code = 'USD', granted_level = null");
  const app = some(sharing, 0);
  await app.changes.look();
  const path = `${market}&acceptableOnly=0&sortType=crypto_usd_price_asc`;
  await look(app, path, one.session);
  await owner.query("alter table offers disable trigger user");
  await owner.query("update offers set margin_bp = 4321 where hash = any($1)", [offers]);
  await owner.query("alter table offers enable trigger user");
  assert.notEqual((await drawnNow(path, two.session)).text, (await look(app, path, two.session)).text);
});
