// Guards: a user whose badge is given or lost is notified with the reason, by their chosen channels, and it is in their
// archive; partners from one place count once; offers beyond a tier that was lost are held, and come back.
import assert from "node:assert/strict";
import { test } from "node:test";
import { saveSettings } from "#contract/people/accounts.ts";
import { listMyOffers, setOfferStatus } from "#contract/market/offers/my/offers.ts";
import { viewTraderProgram } from "../../site/profiles/index.ts";
import { beyondLimit } from "./switching/active-limit.ts";
import { anOffer, freshRates, giveLevel, testApp } from "../../testing/index.ts";
import { aNamedUser as aNamedUserOf } from "../../testing/people/restrictions.ts";

const app = await testApp();
const { owner } = app;
const aNamedUser = () => aNamedUserOf(app);
type NamedUser = Awaited<ReturnType<typeof aNamedUser>>;
await owner.query(
  `insert into settings (name, value, changed_at)
   values ('badges.power_trades', '4', market_now()), ('badges.expert_trades', '8', market_now()),
     ('badges.vendor_sales', '3', market_now()), ('badges.partners', '2', market_now()),
     ('badges.counted_partners', '0', market_now()), ('badges.vendor_counted_partners', '0', market_now()),
     ('offers.max_active', '1', market_now()), ('offers.max_active_power', '3', market_now())
   on conflict (name) do update set value = excluded.value`,
);

let places = 0;
/** Signed in from an address of their own. */
async function elsewhere(): Promise<NamedUser> {
  const person = await aNamedUser();
  await from([person], `198.51.100.${++places}`);
  return person;
}
const from = (people: readonly NamedUser[], ip: string) =>
  owner.query("update sessions set ip = $2 where user_id = any ($1)", [people.map(({ id }) => id), ip]);

/** Of two partners from different places, unless others are named. */
async function aTrader(partners?: readonly NamedUser[]) {
  const trader = await aNamedUser();
  await giveLevel(app, trader.id, 2.5);
  await owner.query("update users set created_at = market_now() - interval '120 days' where id = $1", [trader.id]);
  await sells(trader, partners ?? [await elsewhere(), await elsewhere()]);
  return trader;
}

async function sells(trader: NamedUser, partners: readonly NamedUser[]): Promise<void> {
  await owner.query(
    `insert into reputation_trades (user_id, trade_id, partner_id, at, is_successful, role)
     select $1, 2000000 + (select count(*) from reputation_trades) + place,
       ($2::bigint[])[1 + place % cardinality($2::bigint[])], market_now() - interval '30 hours', true, 'seller'
     from generate_series(1, 4) as place`,
    [trader.id, partners.map(({ id }) => id)],
  );
}

async function settle({ id }: NamedUser): Promise<string> {
  await owner.query("select badge_is_due($1)", [id]);
  await app.runJob("badges-settle");
  await app.deliverEvents();
  const { rows } = await owner.query("select badge from user_reputation where user_id = $1", [id]);
  return rows[0]?.badge;
}

const restrict = ({ id }: NamedUser) =>
  owner.query(
    `insert into user_restrictions (user_id, state, reason_code, case_number, since, review_at)
     values ($1, 'restricted', 'other', gen_random_uuid()::text, market_now(), market_now() + interval '9 days')`,
    [id],
  );
const lift = ({ id }: NamedUser) =>
  owner.query("update user_restrictions set lifted_at = market_now() where user_id = $1", [id]);

async function changesOf({ id }: NamedUser) {
  const { rows } = await owner.query(
    "select before, badge, why, has, needs from badge_changes where user_id = $1 order by id",
    [id],
  );
  return rows.map(({ before, badge, why, has, needs }) => [before, badge, why, has, needs]);
}

async function noticesOf({ id }: NamedUser): Promise<string[]> {
  const { rows } = await owner.query(
    "select kind from notifications where user_id = $1 and kind like 'badge%' order by id",
    [id],
  );
  return rows.map(({ kind }) => kind as string);
}

async function mailsTo({ username }: NamedUser): Promise<string[]> {
  const { rows } = await owner.query(
    "select body_text from mails where body_text like 'Hello ' || $1 || ',%' order by id",
    [username],
  );
  return rows.map(({ body_text }) => body_text as string).filter((text) => /badge/i.test(text));
}

test("a given or lost badge is notified once, with what it rests on or lacks", async () => {
  const trader = await aTrader();
  assert.equal(await settle(trader), "power_trader");
  assert.equal(await settle(trader), "power_trader");
  await restrict(trader);
  assert.equal(await settle(trader), "no_badge");
  await lift(trader);
  await settle(trader);
  await app.moveClock(89 * 86_400_000);
  assert.equal(await settle(trader), "no_badge");
  assert.deepEqual(await changesOf(trader), [
    ["no_badge", "power_trader", "trades", 4, 4],
    ["power_trader", "no_badge", "restricted", null, null],
    ["no_badge", "power_trader", "trades", 4, 4],
    ["power_trader", "no_badge", "trades", 0, 4],
  ]);
  assert.deepEqual(await noticesOf(trader), ["badge_given", "badge_lost", "badge_given", "badge_lost"]);
  const { changes } = await app.dbs.web.read((tx) => viewTraderProgram(tx, trader.id));
  assert.deepEqual(
    changes.map(({ why }) => why),
    ["trades", "trades", "restricted", "trades"],
  );
  const mails = await mailsTo(trader);
  assert.equal(mails.length, 4);
  assert.match(
    mails[0] ?? "",
    /Badge: Power trader[\s\S]*Before: none[\s\S]*you have 4 counted trades; this badge requires 4/,
  );
  assert.match(mails[1] ?? "", /Badge: none[\s\S]*no badge is shown while an account is restricted/);
});

test("a user who turned off emails about badges gets none, and reads it in the page", async () => {
  const trader = await aTrader();
  const saved = await trader.client.call(saveSettings, { body: { notifications: { badge_given: ["web"] } } });
  assert.equal(saved.code, "");
  await settle(trader);
  assert.deepEqual(await noticesOf(trader), ["badge_given"]);
  assert.deepEqual(await mailsTo(trader), []);
});

test("badges of a demo's seed are not notified, and those that staff give are notified as theirs", async () => {
  const [seeded, given] = [await aNamedUser(), await aNamedUser()];
  await owner.query(
    "insert into given_badges (user_id, badge, is_seeded, given_at) values ($1, 'power_trader', true, market_now()), ($2, 'ceo', false, market_now())",
    [seeded.id, given.id],
  );
  assert.equal(await settle(seeded), "power_trader");
  assert.equal(await settle(given), "ceo");
  assert.deepEqual([await changesOf(seeded), await changesOf(given)], [[], [["no_badge", "ceo", "staff", null, null]]]);
  await owner.query("delete from given_badges where user_id = $1", [given.id]);
  await settle(given);
  assert.deepEqual((await changesOf(given)).at(-1), ["ceo", "no_badge", "staff", null, null]);
});

test("partners who sign in from one address count once, and those from the trader's own not at all", async () => {
  const ring = [await aNamedUser(), await aNamedUser(), await aNamedUser()];
  const trader = await aTrader(ring);
  await from(ring, "203.0.113.9");
  assert.equal(await settle(trader), "no_badge");
  await from(ring.slice(0, 1), "203.0.113.10");
  assert.equal(await settle(trader), "power_trader");
  await from([trader], "203.0.113.10");
  assert.equal(await settle(trader), "no_badge");
  assert.deepEqual((await changesOf(trader)).at(-1), ["power_trader", "no_badge", "partners", null, null]);
});

test("partners whose addresses are unknown are one together, also once they have closed their accounts", async () => {
  const ring = [await elsewhere(), await elsewhere(), await elsewhere()];
  const trader = await aTrader(ring);
  assert.equal(await settle(trader), "power_trader");
  // As they are once an account has closed, this machine's, and of no kind that is known.
  for (const nowhere of ["", "127.0.0.1", "::ffff:127.0.0.1", "::1", "somewhere"]) {
    await from(ring, nowhere);
    assert.equal(await settle(trader), "no_badge", nowhere);
    await from(ring.slice(0, 1), "198.51.100.250");
    assert.equal(await settle(trader), "power_trader", `${nowhere} beside one that is known`);
  }
});

test("addresses of one network of the sixth version are one, and one of the fourth in the words of the sixth is itself", async () => {
  const ring = [await aNamedUser(), await aNamedUser()] as const;
  const trader = await aTrader(ring);
  const badgeFrom = async (one: string, other: string) => {
    await from([ring[0]], one);
    await from([ring[1]], other);
    return settle(trader);
  };
  assert.equal(await badgeFrom("2001:db8:1:2::3", "2001:db8:1:3::3"), "power_trader");
  assert.equal(await badgeFrom("2001:db8:1:2::3", "2001:db8:1:2:ffff::4"), "no_badge");
  assert.equal(await badgeFrom("203.0.113.7", "::ffff:203.0.113.8"), "power_trader");
  assert.equal(await badgeFrom("203.0.113.7", "::ffff:203.0.113.7"), "no_badge");
});

test("a badge that was lost for partners comes back within an hour of their signing in elsewhere", async () => {
  for (const level of [2.5, 2]) {
    const ring = [await elsewhere(), await elsewhere()];
    const trader = await aTrader(ring);
    await giveLevel(app, trader.id, level);
    const reached = level === 2 ? "vendor" : "power_trader";
    assert.equal(await settle(trader), reached);
    await from(ring, "203.0.113.77");
    assert.equal(await settle(trader), "no_badge");
    await app.moveClock(61_000);
    await app.runJob("badges-settle");
    await from(ring.slice(0, 1), "203.0.113.78");
    await app.moveClock(3_601_000);
    await app.runJob("badges-settle");
    assert.deepEqual((await changesOf(trader)).at(-1)?.slice(0, 2), ["no_badge", reached]);
  }
});

test("no more partners are looked at than a badge takes, and nobody reads how many there are", async () => {
  const ring: NamedUser[] = [];
  for (let many = 0; many < 30; many++) ring.push(await elsewhere());
  const trader = await aTrader();
  await owner.query(
    `insert into reputation_trades (user_id, trade_id, partner_id, at, is_successful, role)
     select $1, 3000000 + partner, partner, market_now() - interval '20 hours', true, 'buyer' from unnest($2::bigint[]) as partner`,
    [trader.id, ring.map(({ id }) => id)],
  );
  const client = await owner.connect();
  const looks = async () => {
    const { rows } = await client.query(
      "select seq_scan + idx_scan as many from pg_stat_xact_user_tables where relname = 'sessions'",
    );
    return Number(rows[0]?.many ?? 0);
  };
  await client.query("begin");
  const before = await looks();
  const facts = await client.query("select has_partners from badge_facts(array[$1::bigint])", [trader.id]);
  const many = (await looks()) - before;
  await client.query("rollback");
  client.release();
  assert.deepEqual(facts.rows, [{ has_partners: true }]);
  assert.ok(many > 0 && many < 20, `${many} looks`);
  const { tiers } = await app.dbs.web.read((tx) => viewTraderProgram(tx, trader.id));
  for (const { requirements } of tiers)
    assert.deepEqual(
      requirements.find(({ what }) => what === "partners"),
      { what: "partners", isMet: true, progress: null },
    );
});

test("offers beyond the limit of a lost tier are held, the newest first, and come back with room or with the tier", async () => {
  const trader = await aTrader();
  await settle(trader);
  await freshRates(app);
  const hashes: string[] = [];
  for (const method of ["paypal", "wise-transferwise", "revolut"])
    hashes.push(await app.db.tx((tx) => anOffer(tx, trader.id, { offer_type: "buy", payment_method: method })));
  const holds = async () => {
    const { rows } = await owner.query(
      "select hold from offers where owner_id = $1 and deleted_at is null order by id",
      [trader.id],
    );
    return rows.map(({ hold }) => hold);
  };
  await settle(trader);
  assert.deepEqual(await holds(), [null, null, null]);
  await owner.query("update users set granted_level = 2 where id = $1", [trader.id]);
  assert.equal(await settle(trader), "vendor");
  assert.deepEqual(await holds(), [null, "too_many", "too_many"]);
  const { data } = await trader.client.call(listMyOffers, { query: {} });
  assert.deepEqual(new Set(data.offers.map(({ hold }) => hold)), new Set([null, "too_many"]));
  const off = await trader.client.call(setOfferStatus, {
    params: { hash: hashes[0] ?? "" },
    body: { new_status: "inactive" },
  });
  assert.equal(off.code, "");
  assert.deepEqual(await holds(), [null, null, "too_many"]);
  await owner.query("update users set granted_level = 2.5 where id = $1", [trader.id]);
  assert.equal(await settle(trader), "power_trader");
  assert.deepEqual(await holds(), [null, null, null]);
});

test("nothing that is on gives way to what is newer, and what is off takes no place", () => {
  const offers = [5n, 3n, 9n, 7n].map((id) => ({ id, ownerId: 1n, isOn: id !== 3n, partnerId: null }));
  const other = { id: 4n, ownerId: 2n, isOn: true, partnerId: null };
  assert.deepEqual([...beyondLimit([...offers, other], () => 2)], [9n]);
});

test("the archive has a user's badges with their reasons, and a closed account has none", async () => {
  const trader = await aTrader();
  await settle(trader);
  const { rows } = await owner.query(
    `insert into data_exports (user_id, session_id, asked_at, expires_at)
     select user_id, id, market_now(), market_now() + interval '1 day' from sessions where user_id = $1 limit 1 returning id`,
    [trader.id],
  );
  const client = await app.dbs.worker.connect();
  const lines = (await client.query("select line from export_part($1, 'badges', 0, 10)", [rows[0].id])).rows;
  await client.end();
  const [change] = lines.map(({ line }) => JSON.parse(line));
  assert.deepEqual([change.before, change.badge, change.why, change.has], ["no_badge", "power_trader", "trades", 4]);
  await owner.query(
    "insert into account_closures (user_id, reason, asked_at, due_at) values ($1, 'privacy', market_now(), market_now())",
    [trader.id],
  );
  await owner.query("update account_closures set closed_at = market_now() where user_id = $1", [trader.id]);
  assert.deepEqual(await changesOf(trader), []);
  await restrict(trader);
  await settle(trader);
  assert.deepEqual(await changesOf(trader), []);
});

test("a badge goes when only time has passed, and nothing makes its owner due", async () => {
  const trader = await aTrader();
  assert.equal(await settle(trader), "power_trader");
  // Once more after a minute, because it had changed; from then on by the hour.
  await app.moveClock(61_000);
  await app.runJob("badges-settle");
  await app.moveClock(89 * 86_400_000);
  await app.runJob("badges-settle");
  assert.deepEqual((await changesOf(trader)).at(-1), ["power_trader", "no_badge", "trades", 0, 4]);
});

test("a tier takes counted partners, whom only fees make, and a vendor's badge fewer", async () => {
  const needs = (count: number, vendors: number) =>
    owner.query(
      `update settings set value = to_jsonb(case name when 'badges.counted_partners' then $1::int else $2::int end)
       where name in ('badges.counted_partners', 'badges.vendor_counted_partners')`,
      [count, vendors],
    );
  await needs(2, 1);
  try {
    const trader = await aTrader();
    assert.equal(await settle(trader), "no_badge");
    const partners = [await elsewhere(), await elsewhere()];
    const pay = (cents: number) =>
      owner.query(
        `insert into pair_weights as known (user_id, partner_id, fee_cents) select $1, unnest($2::bigint[]), $3
         on conflict (user_id, partner_id) do update set fee_cents = excluded.fee_cents`,
        [trader.id, partners.map(({ id }) => id), cents],
      );
    await pay(1249);
    assert.equal(await settle(trader), "no_badge");
    await pay(1250);
    assert.equal(await settle(trader), "vendor");
    await pay(2499);
    assert.equal(await settle(trader), "vendor");
    await pay(2500);
    assert.equal(await settle(trader), "power_trader");
    await needs(3, 1);
    assert.equal(await settle(trader), "vendor");
    assert.deepEqual((await changesOf(trader)).at(-1), ["power_trader", "vendor", "partners", null, null]);
    await needs(3, 3);
    assert.equal(await settle(trader), "no_badge");
    assert.deepEqual((await changesOf(trader)).at(-1), ["vendor", "no_badge", "partners", null, null]);
  } finally {
    await needs(0, 0);
  }
});
