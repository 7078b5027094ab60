// Guards: the figures of a trader are what a fold over the trades gives; the public sees groups of five people or more and no name, the
// staff and holders of the badge ceo see each trader, in the call and in the file; a closed account leaves none.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { getTraderStatistics } from "#contract/site/statistics.ts";
import { settleBadges } from "../../people/reputation/index.ts";
import { aMarket, aTrade, testApp } from "../../testing/index.ts";
import { aNamedUser } from "../../testing/people/restrictions.ts";
import { type Band, withoutFew } from "./view-traders.ts";

const app = await testApp();
const { owner } = app;
const admin = await aNamedUser(app, "admin");
const people = await Promise.all(Array.from({ length: 9 }, () => aNamedUser(app)));

/** So many seconds from the payment to the release, yesterday; a copy of the trade that was made by the verbs. */
async function live(hash: string, one: { buyer: number; seller: number; sec: number; status?: string }): Promise<void> {
  await owner.query("set session_replication_role = replica");
  await owner.query(
    `insert into trades overriding system value
     select (jsonb_populate_record(made, jsonb_build_object(
       'id', 1000 + (select count(*) from trades), 'hash', 'copy' || (select count(*) from trades)::text || 'xxxxxxxx',
       'receipt_uuid', gen_random_uuid(), 'crypto', 'BTC', 'buyer_id', $2::bigint, 'seller_id', $3::bigint, 'owner_id', $2::bigint,
       'starter_id', $3::bigint, 'status', $4::text, 'usd_cents', 1000, 'paid_at', ended.at - make_interval(secs => $5),
       'released_at', ended.at, 'ended_at', ended.at, 'dispute_opened_at', case when $4 <> 'released' then ended.at end))).*
     from trades made
     cross join (select date_trunc('day', market_now(), 'utc') - interval '13 hours' as at) as ended
     where made.hash = $1`,
    [hash, people[one.buyer]?.id, people[one.seller]?.id, one.status ?? "released", one.sec],
  );
  await owner.query("set session_replication_role = origin");
}

before(async () => {
  const hash = await aTrade(await aMarket(app), "released");
  // The first sells ten times to seven others, who buy once or twice each; the last two have a dispute that gives nobody coins.
  for (let turn = 0; turn < 10; turn++) await live(hash, { buyer: 1 + (turn % 6), seller: 0, sec: 10 + turn });
  await live(hash, { buyer: 7, seller: 8, sec: 5, status: "dispute_won_seller" });
  await app.runJob("note-stat-days");
});

const view = async (client = app.client(), coin: "all" | "BTC" | "ETH" = "all") =>
  (await client.call(getTraderStatistics, { query: { days: "30", coin } })).data;

test("by name, each figure is what the trades say", async () => {
  const { traders, groups, isWhole } = await view(admin.client);
  assert.equal(isWhole, true);
  const of = (place: number) => traders?.find(({ username }) => username === people[place]?.username);
  const seller = { trades: 10, sold: 10, volumeUsd: "100.00", releaseMeanSec: 15, disputes: 0 };
  assert.deepEqual(of(0), { username: people[0]?.username, ...seller });
  assert.deepEqual([of(1)?.trades, of(5)?.trades, of(1)?.sold, of(1)?.releaseMeanSec], [2, 1, 0, null]);
  assert.deepEqual([of(7)?.trades, of(7)?.disputes, of(8)?.disputes], [0, 1, 1]);
  assert.equal(traders?.[0]?.username, people[0]?.username);
  assert.deepEqual(
    groups.map(({ least, most, people: count }) => [least, most, count]),
    [
      [1, 1, 2],
      [2, 4, 4],
      [5, 19, 1],
    ],
  );
  assert.deepEqual((await view(admin.client, "ETH")).traders, []);
});

test("the public sees no name and no group under five people", async () => {
  const { traders, groups, isWhole } = await view();
  assert.deepEqual([traders, isWhole], [null, false]);
  assert.deepEqual(groups, [{ least: 1, most: 19, people: 7, tradesPct: 100, volumePct: 100 }]);
  assert.deepEqual((await view(app.client(), "ETH")).groups, []);
});

test("a few are joined with the next, at the end with the one before, and alone they are not shown", () => {
  const band = (least: number, most: number | null, count: number): Band => ({
    ...{ least, most, people: count, trades: count, cents: BigInt(count) },
  });
  const joined = (...bands: Band[]) => withoutFew(bands).map(({ least, most, people: count }) => [least, most, count]);
  assert.deepEqual(joined(band(1, 1, 2), band(2, 4, 3), band(5, 19, 9), band(20, 99, 4)), [
    [1, 4, 5],
    [5, 99, 13],
  ]);
  assert.deepEqual(joined(band(1, 1, 4)), []);
  assert.deepEqual(joined(), []);
});

test("the file has the traders for who sees everything, and the groups for the public", async () => {
  const chief = await aNamedUser(app);
  await owner.query("insert into given_badges (user_id, badge, given_at) values ($1, 'ceo', market_now())", [chief.id]);
  await app.db.tx((tx) => settleBadges(tx, [chief.id]));
  const url = "/statistics/traders.csv?days=30";
  const file = async (token = "") =>
    (await app.app.fastify.inject({ url, headers: { cookie: `parley=${token}` } })).body.split("\r\n");
  assert.deepEqual(await file(), ["trades_from,trades_to,people,trades_pct,volume_pct", "1,19,7,100,100", ""]);
  const whole = await file(chief.client.token);
  assert.equal(whole[1], `${people[0]?.username},10,10,100.00,15,0`);
  assert.equal(whole.length, 2 + 9);
});

test("a closed account has no figures, and old ones go", async () => {
  await owner.query("select erase_user_from_statistics($1)", [people[8]?.id]);
  const { traders } = await view(admin.client);
  assert.ok(!traders?.some(({ username }) => username === people[8]?.username));
  await owner.query("update stat_traders set day = day - 401 where user_id = $1", [people[7]?.id]);
  const { rows } = await owner.query("select erase_old_stat_traders(10) as gone");
  assert.equal(rows[0].gone, 1);
});
