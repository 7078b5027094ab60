// Guards: each figure of a day is what a fold over its trades gives, also after a late end; the public sees no group under five people, and not
// as a difference either; the staff and holders of the badge ceo see everything, in the call and in the file.
import assert from "node:assert/strict";
import { test } from "node:test";
import { getMarketStatistics, type StatisticDay } from "#contract/site/statistics.ts";
import { SUCCESSFUL_STATUSES } from "#contract/market/trades/trade/statuses.ts";
import { settleBadges } from "../../people/reputation/index.ts";
import { aMarket, aTrade, testApp } from "../../testing/index.ts";
import { aNamedUser } from "../../testing/people/restrictions.ts";

const app = await testApp();
const { owner } = app;
const market = await aMarket(app);
const hash = await aTrade(market, "released");
const people: string[] = [];
for (let made = 0; made < 12; made++) people.push(String((await aNamedUser(app)).id));
const admin = await aNamedUser(app, "admin");

type Life = {
  day: number;
  crypto: string;
  buyer: number;
  seller: number;
  status: string;
  sec: number;
  cents: number;
  disputed?: boolean;
};

/** So many days ago; a copy of the trade that was made by the verbs. */
async function live({ day, crypto, buyer, seller, status, sec, cents, disputed = false }: Life): Promise<void> {
  await owner.query("set session_replication_role = replica");
  await owner.query(
    `insert into trades overriding system value
     select (jsonb_populate_record(made, jsonb_build_object(
       'id', 1000 + (select count(*) from trades), 'hash', 'copy' || (select count(*) from trades)::text || 'xxxxxxxx', 'receipt_uuid', gen_random_uuid(),
       'crypto', $3::text, 'buyer_id', $4::bigint, 'seller_id', $5::bigint, 'owner_id', $4::bigint, 'starter_id', $5::bigint,
       'status', $6::text, 'usd_cents', $8::bigint,
       'paid_at', ended.at - make_interval(secs => $7), 'released_at', ended.at, 'ended_at', ended.at,
       'dispute_opened_at', case when $9::boolean then ended.at end))).*
     from trades made
     cross join (select date_trunc('day', market_now(), 'utc') - make_interval(days => $2) + interval '11 hours' as at) as ended
     where made.hash = $1`,
    [hash, day, crypto, people[buyer], people[seller], status, sec, cents, disputed],
  );
  await owner.query("set session_replication_role = origin");
}

const compute = () => app.runJob("note-stat-days");
const viewed = async (query: { days?: "30"; coin?: "BTC" | "USDT" } = {}, client = app.client()) =>
  (await client.call(getMarketStatistics, { query })).data;
const ago = async (days: number) => {
  const now = await app.db.read((tx) => tx.readClock());
  return new Date(now.getTime() - days * 86_400_000).toISOString().slice(0, 10);
};
const dayIn = (days: readonly StatisticDay[], date: string) => days.find((one) => one.date === date);

/** The days again, from the trades, one by one. */
async function folded(coin: string): Promise<Map<string, StatisticDay>> {
  const { rows } = await owner.query(
    `select (ended_at at time zone 'UTC')::date::text as day, crypto, status, usd_cents, buyer_id, seller_id, dispute_opened_at,
       extract(epoch from released_at - paid_at)::int as sec
     from trades where ended_at < date_trunc('day', market_now(), 'utc')`,
  );
  const days = new Map<string, StatisticDay>();
  for (const day of new Set(rows.map((row) => row.day as string))) {
    const isGood = (row: { status: string }) => SUCCESSFUL_STATUSES.some((status) => status === row.status);
    const own = rows.filter(
      (row) => row.day === day && (coin === "all" || row.crypto === coin) && (isGood(row) || row.dispute_opened_at),
    );
    const good = own.filter(isGood);
    const times = own
      .filter(({ status }) => status === "released")
      .map(({ sec }) => sec as number)
      .sort((a, b) => a - b);
    const cents = good.reduce((sum, { usd_cents }) => sum + Number(usd_cents), 0);
    days.set(day, {
      date: day,
      trades: good.length,
      volumeUsd: (cents / 100).toFixed(2),
      people: new Set(own.flatMap(({ buyer_id, seller_id }) => [buyer_id, seller_id])).size,
      releaseMedianSec: times[Math.ceil(times.length / 2) - 1] ?? null,
      disputes: own.filter(({ dispute_opened_at }) => dispute_opened_at).length,
    });
  }
  return days;
}

async function agree(): Promise<void> {
  for (const coin of ["all", "BTC", "ETH", "USDT"] as const) {
    const { days } = (await admin.client.call(getMarketStatistics, { query: { coin, days: "30" } })).data;
    const right = await folded(coin);
    const empty = { trades: 0, volumeUsd: "0.00", people: 0, releaseMedianSec: null, disputes: 0 };
    for (const one of days)
      assert.deepEqual(one, right.get(one.date) ?? { date: one.date, ...empty }, `${coin} ${one.date}`);
  }
}

test("without a day that is over there is nothing", async () => {
  await compute();
  const { days, computedAt } = await viewed();
  assert.deepEqual([days, computedAt], [[], null]);
});

test("each figure is what a fold over the trades gives, and so it is again after a late end", async () => {
  const statuses = [
    "released",
    "released",
    "dispute_won_buyer",
    "dispute_won_seller",
    "cancelled_buyer",
    "chargeback_started",
  ];
  for (let made = 0; made < 120; made++) {
    const buyer = (made * 7) % 12;
    await live({
      ...{
        day: 1 + ((made * 5) % 9),
        crypto: ["BTC", "ETH", "USDT"][made % 3] ?? "",
        buyer,
        seller: (buyer + 1 + (made % 11)) % 12,
      },
      ...{
        status: statuses[(made * 11) % 6] ?? "",
        sec: (made * 37) % 500,
        cents: 100 + made * 3,
        disputed: made % 4 === 0,
      },
    });
  }
  await compute();
  assert.equal((await viewed({}, admin.client)).days.length, 9);
  await agree();
  await live({ day: 1, crypto: "BTC", buyer: 0, seller: 1, status: "released", sec: 3, cents: 999 });
  await compute();
  await agree();
});

test("of fewer than five people the public sees nothing, nor a coin of which they would be the difference", async () => {
  for (const seller of [1, 2, 3])
    await live({ day: 15, crypto: "BTC", buyer: 0, seller, status: "released", sec: 5, cents: 100 });
  for (const seller of [1, 2, 3, 4, 5])
    await live({ day: 16, crypto: "BTC", buyer: 0, seller, status: "released", sec: 5, cents: 100 });
  await live({ day: 16, crypto: "USDT", buyer: 0, seller: 1, status: "released", sec: 5, cents: 100 });
  await owner.query("delete from stat_days");
  await compute();
  const nothing = { trades: null, volumeUsd: null, people: null, releaseMedianSec: null, disputes: null };
  const [few, split] = [await ago(15), await ago(16)];
  const all = await viewed({ days: "30" });
  assert.deepEqual(dayIn(all.days, few), { date: few, ...nothing });
  assert.equal(dayIn(all.days, split)?.trades, 6);
  for (const coin of ["BTC", "USDT"] as const)
    assert.deepEqual(dayIn((await viewed({ days: "30", coin })).days, split), { date: split, ...nothing }, coin);
  assert.equal(all.isWhole, false);
  assert.equal(
    all.totals.trades,
    all.days.reduce((sum, { trades }) => sum + (trades ?? 0), 0),
  );
  assert.ok(all.totals.hiddenDays > 0);
});

test("the staff and who has the badge ceo see it all, in the file as well", async () => {
  const chief = await aNamedUser(app);
  const few = await ago(15);
  const tradesOf = async (client: typeof chief.client) =>
    dayIn((await viewed({ days: "30" }, client)).days, few)?.trades;
  assert.deepEqual([await tradesOf(chief.client), await tradesOf(admin.client)], [null, 3]);
  await owner.query("insert into given_badges (user_id, badge, given_at) values ($1, 'ceo', market_now())", [chief.id]);
  await app.db.tx((tx) => settleBadges(tx, [chief.id]));
  assert.equal(await tradesOf(chief.client), 3);
  const file = async (token = "") =>
    (await app.app.fastify.inject({ url: "/statistics.csv?days=30", headers: { cookie: `parley=${token}` } })).body;
  assert.ok((await file()).includes(`${few},all,,,,,\r\n`));
  assert.ok((await file(admin.client.token)).includes(`${few},all,3,3.00,4,5,0\r\n`));
});
