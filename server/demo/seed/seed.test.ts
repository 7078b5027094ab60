import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { before, test } from "node:test";
import { decimal } from "#contract/platform/decimal.ts";
import { DEMO_PASSWORD, DEMO_PEOPLE } from "#contract/demo/demo.ts";
import { login } from "#contract/people/sign-in/auth.ts";
import { listDemoCodes } from "#contract/demo/demo-codes.ts";
import { listHeldSendOuts } from "#contract/staff/held-send-outs.ts";
import { marginBpOf } from "#contract/money/prices.ts";
import { recordedRatesAt } from "../../money/rates/index.ts";
import { checkBooks } from "../../staff/console/index.ts";
import { DEMO_WATCH_LIST } from "../../platform/settings/config.ts";
import { signIn, testApp } from "../../testing/index.ts";
import { drawFrom } from "./draw.ts";
import { rankOf } from "../../market/offers/index.ts";
import { planOffers } from "./offers.ts";
import { seedCases } from "./cases.ts";
import { DEMO_SEED, seedMarket } from "./seed.ts";
import { planTraders } from "./traders.ts";

const app = await testApp({ config: { demo: true, watchList: DEMO_WATCH_LIST } });
const said: string[] = [];

before(async () => {
  assert.equal(await seedMarket({ ...app.ownerPorts, say: (text) => said.push(text) }), true);
});

async function rows<T extends object>(text: string): Promise<T[]> {
  return (await app.owner.query<T>(text)).rows;
}

function planDigest(): string {
  const draw = drawFrom(DEMO_SEED);
  const traders = planTraders(draw);
  const played = recordedRatesAt(new Date("2026-10-01T12:00:00Z"));
  const rates = new Map(played.map(({ crypto, fiat, rate }) => [`${crypto}/${fiat}`, rate]));
  const perUsd = new Map(played.filter(({ crypto }) => crypto === "USDT").map(({ fiat, rate }) => [fiat, rate]));
  const plan = JSON.stringify({ traders, offers: planOffers(draw, traders, { perUsd, rates }) });
  return createHash("sha256").update(plan).digest("hex");
}

test("one seed gives one market", () => {
  assert.equal(planDigest(), planDigest());
});

test("the market has traders, offers, methods, currencies and coins enough, on both sides", async () => {
  const [count] = await rows<Record<string, number>>(`
    select (select count(*)::int from demo_robots) as robots, count(*)::int as offers,
      count(*) filter (where active)::int as active, count(distinct method_id)::int as methods,
      count(distinct fiat)::int as fiats, count(distinct crypto)::int as cryptos, count(distinct side)::int as sides
    from offers`);
  assert.ok(count);
  assert.ok((count.robots ?? 0) >= 300, `${count.robots} robots`);
  assert.ok((count.active ?? 0) >= 5000, `${count.active} active offers`);
  assert.ok((count.methods ?? 0) >= 60, `${count.methods} methods`);
  assert.ok((count.fiats ?? 0) >= 40, `${count.fiats} currencies`);
  assert.deepEqual([count.cryptos, count.sides], [3, 2]);
});

test("no two traders share a bio, and every robot says that it is one", async () => {
  const bios = await rows<{ bio: string; is_demo: boolean }>(
    "select bio, is_demo from users join demo_robots on user_id = users.id",
  );
  assert.equal(new Set(bios.map(({ bio }) => bio)).size, bios.length);
  for (const { bio, is_demo } of bios) {
    assert.match(bio, /robot/i);
    assert.ok(bio.length <= 180 && bio.split(/\s+/).length <= 30, bio);
    assert.ok(is_demo);
  }
});

test("every price is within 15 percent of the market", async () => {
  const offers = await rows<{ margin_bp: number | null; fixed_price: string | null; rate: string }>(`
    select margin_bp, fixed_price, rates.rate::text as rate
    from offers
    join rates on rates.crypto = offers.crypto and rates.fiat = offers.fiat`);
  for (const { margin_bp, fixed_price, rate } of offers) {
    const bp = fixed_price ? marginBpOf({ rate: decimal(rate), price: decimal(fixed_price) }) : (margin_bp ?? 0);
    assert.ok(Math.abs(bp) <= 1500, `${bp} hundredths of a percent`);
  }
});

test("thousands of past trades are spread over months, with feedback in many words", async () => {
  const [past] = await rows<{ trades: number; days: number; words: number; feedback: number; open: number }>(`
    select count(*)::int as trades, count(distinct started_at::date)::int as days,
      (select count(*)::int from feedback) as feedback, (select count(distinct message)::int from feedback) as words,
      count(*) filter (where ended_at is null)::int as open
    from trades`);
  assert.ok(past);
  assert.ok(past.trades >= 3000, `${past.trades} trades`);
  assert.ok(past.days >= 90, `${past.days} days`);
  assert.ok(past.feedback >= 2000, `${past.feedback} words of feedback`);
  assert.ok(past.words >= 200, `${past.words} different texts`);
  assert.equal(past.open, 0);
  const [apart] = await rows<{ n: number }>(`
    select count(*)::int as n
    from user_reputation rep
    where trades_successful <> (
      select count(*) from trades
      where status = 'released' and rep.user_id in (buyer_id, seller_id))`);
  assert.equal(apart?.n, 0);
});

test("the invariants hold after the seeding", async () => {
  assert.deepEqual(await checkBooks(app.ownerPorts), []);
});

test("a share of the robots is here, the others are not", async () => {
  const [seen] = await rows<{ here: number; away: number }>(`
    select count(*) filter (where owner_online)::int as here, count(*) filter (where not owner_online)::int as away
    from offers`);
  assert.ok((seen?.here ?? 0) > 1000 && (seen?.away ?? 0) > 1000, JSON.stringify(seen));
});

test("the people of the demo can sign in, two of them with coins and an offer", async () => {
  for (const { email } of DEMO_PEOPLE) {
    const answer = await app.client().call(login, { body: { email, password: DEMO_PASSWORD } });
    assert.equal(answer.status, 200, answer.code);
  }
  const owners = await rows<{ username: string; side: string; active: boolean }>(`
    select username, side, active from offers join users on users.id = owner_id
    where username in ('alice', 'bob') order by username`);
  assert.deepEqual(owners, [
    { username: "alice", side: "sell", active: true },
    { username: "bob", side: "buy", active: true },
  ]);
});

test("the demo's staff confirm with an authenticator whose codes are public, and there are two administrators", async () => {
  const { data: codes } = await app.client().call(listDemoCodes, {});
  assert.deepEqual(
    codes.map(({ username, role }) => `${username} ${role}`),
    ["mara moderator", "milo moderator", "ada admin", "amir admin"],
  );
  for (const { username, code, nextCode } of codes.slice(1, 3)) {
    const email = DEMO_PEOPLE.find((person) => person.username === username)?.email ?? "";
    const begun = await app.client().call(login, { body: { email, password: DEMO_PASSWORD } });
    assert.equal(begun.data.secondFactor, null, "nobody needs a code to play them");
    const [person] = await rows<{ id: string }>(`select id::text from users where username = '${username}'`);
    const proves = async (shown: string) =>
      (
        await app.ports.verifier.changeFactors({
          userId: person?.id ?? "",
          act: "make_recovery_codes",
          shown: { code: shown },
        })
      ).outcome;
    // The code of the enrolment may be the one that is shown: each works once.
    const outcomes = [await proves(code), await proves(nextCode), await proves(nextCode)];
    assert.ok(outcomes.includes("done") && outcomes[2] === "wrong", outcomes.join());
  }
  // A start over what is there changes nothing, and brings back an administrator of an older demo.
  assert.equal(await seedMarket({ ...app.ownerPorts, say: () => undefined }), false);
  assert.equal((await rows("select from demo_authenticators")).length, 4);
});

test("cases wait for the staff: documents, a company, a recovery, a transfer, an appeal, a change for two, a report, disputes, a chargeback, a name on a list and an offer", async () => {
  // Each code works once: the staff's next ones may have been shown above, in the same half minute.
  await app.owner.query("update authenticators set last_step = last_step - 10");
  // Nothing of this transfer is signed here: no node is needed, only its prices.
  await app.owner.query(
    `insert into wallet_rails (chain, is_available, network, is_test, account_key, fee_price, fee_at)
     values ('bitcoin', true, 'regtest', true, 'key of the account', 1000, market_now())`,
  );
  const missing: unknown[] = [];
  const log = { ...app.ownerPorts.log, warn: (...what: unknown[]) => void missing.push(what) };
  const given = { ...app.ownerPorts, log, site: app.app };
  await seedCases(given);
  assert.deepEqual(missing, []);
  await seedCases(given);
  const [waiting] = await rows<Record<string, number>>(`
    select (select count(*)::int from verifications where status = 'pending' and kind = 'id') as documents,
      (select count(*)::int from verifications where status = 'pending' and kind = 'company') as companies,
      (select count(*)::int from account_recoveries where status = 'pending' and recovery_faults(reference, market_now()) is null)
        as recoveries,
      (select count(*)::int from restriction_appeals) as appeals,
      (select count(*)::int from staff_changes where confirmed_at is null) as changes,
      (select count(*)::int from offer_reports) as reports,
      (select count(*)::int from direct_conversations) as conversations,
      (select count(*)::int from direct_members where state = 'request') as requests,
      (select count(*)::int from direct_reports where outcome is null) as "messageReports",
      (select count(*)::int from trades where status = 'dispute_open') as disputes,
      (select count(*)::int from chargeback_reports where outcome is null) as chargebacks,
      (select count(*)::int from screening_hits where decided_at is null) as hits,
      (select count(*)::int from offers where moderation = 'appealed') as "offerAppeals",
      (select count(*)::int from dispute_appeals where outcome is null) as "disputeAppeals"`);
  assert.deepEqual(waiting, {
    ...{ documents: 1, companies: 1, recoveries: 1, appeals: 1, changes: 1, reports: 1, disputes: 1 },
    ...{ chargebacks: 1, disputeAppeals: 1, hits: 1, offerAppeals: 1 },
    ...{ conversations: 3, requests: 2, messageReports: 1 },
  });
  const ada = await rows<{ id: bigint }>("select id from users where username = 'ada'");
  const client = app.client(await app.db.tx((tx) => signIn(tx, ada[0]?.id ?? 0n)));
  const { data: held } = await client.call(listHeldSendOuts, { query: {} });
  assert.deepEqual(
    held.rows.map(({ username, cryptoCurrencyCode, why }) => `${username} ${cryptoCurrencyCode} ${why}`),
    ["deniz BTC restricted"],
  );
  // What the market owes was never put on a chain here.
  await app.owner.query("delete from wallet_rails");
  assert.deepEqual(await checkBooks(app.ownerPorts), []);
});

test("each robot has a passkey of its own, also one that came before there were any", async () => {
  const keys = () =>
    rows<{ robots: number; keys: number; enrolled: number }>(`
      select (select count(*)::int from demo_robots) as robots, count(distinct key.private_key)::int as keys,
        count(passkeys.id)::int as enrolled
      from demo_robot_keys key
      join passkeys on passkeys.id = key.passkey_id and passkeys.user_id = key.user_id`);
  const [seeded] = await keys();
  assert.deepEqual([seeded?.keys, seeded?.enrolled], [seeded?.robots, seeded?.robots]);
  await app.owner.query("delete from demo_robot_keys where user_id = (select min(user_id) from demo_robot_keys)");
  assert.equal(await seedMarket({ ...app.ownerPorts, say: () => undefined }), false);
  assert.deepEqual(await keys(), [seeded]);
});

test("a second start does not seed, and the first said what it did", async () => {
  assert.equal(await seedMarket({ ...app.ownerPorts, say: () => assert.fail("it said something") }), false);
  assert.ok(said.length >= 4, said.join("\n"));
});

/** All that 500 USD of fees buy, and all that costs nothing: whole partners cost 25 USD each, a tier twenty of them and more. */
const BOUGHT = {
  marginBp: -5000,
  weightPartners: 19_999,
  weightPositive: 20_000,
  weightNegative: 0,
  releaseSec: 0,
  isOnline: true,
  badge: "no_badge",
  tier: "no_badge",
  isPromoted: false,
} as const;

test("a place among the first hundred of a coin costs more than 500 USD of fees", async () => {
  const lists = await rows<{ side: "buy" | "sell"; crypto: string; hundredth: number; offers: number }>(`
    select side, crypto, offers, rank as hundredth
    from (
      select side, crypto, rank, row_number() over (partition by side, crypto order by rank desc) as place,
        count(*) over (partition by side, crypto)::int as offers
      from offers
      where active
    ) as listed
    where place = 100
    order by side, crypto`);
  assert.equal(lists.length, 6);
  for (const { side, crypto, hundredth, offers } of lists) {
    const bought = rankOf({ ...BOUGHT, side, marginBp: side === "sell" ? BOUGHT.marginBp : -BOUGHT.marginBp });
    assert.ok(
      bought < hundredth,
      `${side} ${crypto}: ${bought} of 500 USD, the hundredth of ${offers} has ${hundredth}`,
    );
  }
});

test("the traders who paid most in fees rank before those who paid least, whatever else differs", async () => {
  const [order] = await rows<{ most: number; least: number }>(`
    select avg(listed.rank) filter (where listed.tenth = 1)::float8 as most, avg(listed.rank) filter (where listed.tenth = 10)::float8 as least
    from (
      select offers.rank, ntile(10) over (order by known.weight_partners desc) as tenth
      from offers
      join user_reputation known on known.user_id = offers.owner_id
      where active
    ) as listed`);
  assert.ok(order && order.most > order.least + 60, JSON.stringify(order));
});
