// Guards: a history has each movement of the available balance once, copied or not, with the balance after it; filters leave out what they name, and a
// slice reads a few rows of any history.
import assert from "node:assert/strict";
import { test } from "node:test";
import { divideEscrow } from "#contract/market/disputes/award-shares.ts";
import { cancelTrade, releaseTrade } from "#contract/market/trades/trade/trades.ts";
import { CRYPTO, unitsFromDisplay } from "#contract/money/money.ts";
import { listWalletHistory, type Movement } from "#contract/products/wallet/history.ts";
import { DIRECTIONS, MOVEMENT_FILTERS } from "#contract/products/wallet/history-names.ts";
import { accountOf, balanceOf, post } from "../../../money/ledger/index.ts";
import { aMarket, aPerson, aTrade, giveCoins, testApp, type TestClient } from "../../../testing/index.ts";
import { aCase } from "../../../testing/market/disputes.ts";
import { planOf, rowsRead } from "../../../testing/plans.ts";
import { eachSeed } from "../../../testing/seeds.ts";
import { seededRandom } from "../../../platform/ids.ts";
import { balanceDays } from "./balance-days.ts";
import { lineRows, standingsOf } from "./line-rows.ts";

const app = await testApp();
const { db, owner, runJob } = app;
const COPY = "copy-wallet-lines";
const ALWAYS = { from: null, before: null } as const;

async function historyOf(client: TestClient, query: object = {}): Promise<Movement[]> {
  const all: Movement[] = [];
  for (let after: string | undefined; ; ) {
    const answer = await client.call(listWalletHistory, { query: { ...query, ...(after ? { after } : {}) } });
    assert.equal(answer.status, 200, answer.code);
    all.push(...answer.data.rows);
    if (answer.data.next === null) return all;
    after = answer.data.next;
  }
}

const unitsOf = (text: string, { cryptoCurrencyCode: code }: Movement) =>
  text.startsWith("-")
    ? -unitsFromDisplay(text.slice(1), CRYPTO[code].digits)
    : unitsFromDisplay(text, CRYPTO[code].digits);

test("a trade explains itself on both sides, and the fee that came back is below zero", async () => {
  const market = await aMarket(app);
  const released = await aTrade(market, "paid");
  await market.seller.client.call(releaseTrade, { params: { id: released } });
  const cancelled = await aTrade(market, "paid");
  await market.buyer.client.call(cancelTrade, { params: { id: cancelled } });
  const lines = await historyOf(market.seller.client);
  assert.deepEqual(
    lines.map(({ type, trade, kind }) => [type, trade, kind]),
    [
      ["trade_return", cancelled, "trade"],
      ["trade_lock", cancelled, "trade"],
      ["trade_lock", released, "trade"],
      ["test_deposit", null, "other"],
    ],
  );
  const [back, lock] = lines;
  assert.ok(back && lock && lock.fee !== "0" && !lock.fee.startsWith("-"));
  assert.equal(back.fee, `-${lock.fee}`);
  assert.equal(lock.amount, `-${back.amount}`);
  const [got] = await historyOf(market.buyer.client);
  const { rows } = await owner.query("select username from users where id = $1", [market.seller.id]);
  assert.deepEqual([got?.type, got?.partner, got?.fee], ["trade_release", rows[0].username, "0"]);
});

test("of a divided escrow the seller gets back the fee that was not due", async () => {
  const market = await aMarket(app);
  const { escrow, share, decide } = await aCase(market, 30n);
  assert.equal((await decide({ winner: "seller", buyer_share_units: String(share) })).code, "");
  const [split, lock] = await historyOf(market.seller.client);
  assert.ok(split && lock);
  assert.equal(split.type, "trade_split");
  assert.equal(unitsOf(lock.fee, lock) + unitsOf(split.fee, split), divideEscrow(escrow, share).feeUnits);
  const [got] = await historyOf(market.buyer.client);
  assert.deepEqual([got?.type, got?.fee], ["trade_split", "0"]);
});

test("movements are copied once, in any order of posting, copying and reading, and the balance after each is the ledger's", async (t) => {
  await eachSeed(t, { suite: "wallet-lines", fresh: 2 }, async (seed) => {
    const random = seededRandom(String(seed));
    const pick = (most: number) => (random.bytes(1)[0] ?? 0) % most;
    const people = [await aPerson(app), await aPerson(app)];
    for (const { id } of people) await db.tx((tx) => giveCoins(tx, id, "BTC", 1_000_000n));
    for (let step = 0; step < 60; step++) {
      const one = people[pick(2)] ?? people[0];
      const { id } = one as { id: bigint };
      const [mine, bond] = [accountOf.available(id, "BTC"), accountOf.bond(id, "BTC")];
      const held = await db.read((tx) => balanceOf(tx, bond));
      const kind = pick(3);
      if (kind === 0) await db.tx((tx) => giveCoins(tx, id, pick(2) ? "BTC" : "USDT", BigInt(1 + pick(500))));
      else {
        const isBack = kind === 1 && held > 0n;
        const postings = [
          { from: isBack ? bond : mine, to: isBack ? mine : bond, units: isBack ? held : BigInt(1 + pick(90)) },
        ];
        await db.tx((tx) =>
          post(tx, [
            { kind: isBack ? "bond_return" : "bond_deposit", subject: `wallet-lines ${seed} ${step}`, postings },
          ]),
        );
      }
      if (pick(6) === 0) await runJob(COPY);
    }
    for (const { id, client } of people) {
      const whole = await historyOf(client);
      for (const code of ["BTC", "USDT"] as const) {
        const lines = whole.filter(({ cryptoCurrencyCode }) => cryptoCurrencyCode === code).reverse();
        let sum = 0n;
        for (const line of lines) {
          sum += unitsOf(line.amount, line);
          assert.equal(unitsOf(line.balanceAfter, line), sum);
        }
        assert.equal(sum, await db.read((tx) => balanceOf(tx, accountOf.available(id, code))));
        assert.deepEqual(await historyOf(client, { code }), [...lines].reverse());
      }
      assert.equal(new Set(whole.map(({ id: line }) => line)).size, whole.length);
      for (const kind of [undefined, ...MOVEMENT_FILTERS])
        for (const direction of [undefined, ...DIRECTIONS]) {
          const query = { ...(kind && { kind }), ...(direction && { direction }) };
          const expected = whole.filter(
            (line) =>
              (!kind || (kind === "fee" ? line.fee !== "0" : line.kind === kind)) &&
              (!direction || (direction === "out") === line.amount.startsWith("-")),
          );
          assert.deepEqual(await historyOf(client, query), expected, JSON.stringify(query));
        }
      await runJob(COPY);
      assert.deepEqual(await historyOf(client), whole, "copied, it reads the same");
      const { rows } = await owner.query(
        `select count(*)::int as count from ledger_accounts account
         cross join lateral unfolded_wallet_lines(account.id, 100) where account.name like $1`,
        [`user:${id}:%:available`],
      );
      assert.equal(rows[0].count, 0);
    }
  });
});

test("a search finds a trade by its number or its partner, and nothing of another user", async () => {
  const market = await aMarket(app);
  const [one, two] = [await aTrade(market, "paid"), await aTrade(market, "paid")];
  const { rows } = await owner.query("select username from users where id = $1", [market.buyer.id]);
  const found = async (q: string, client = market.seller.client) =>
    (await historyOf(client, { q })).map(({ trade }) => trade);
  assert.deepEqual(await found(one), [one]);
  assert.deepEqual(await found(rows[0].username.toUpperCase()), [two, one]);
  assert.deepEqual(await found("nobody_here"), []);
  assert.deepEqual(await found(one, (await aPerson(app)).client), []);
});

test("days are those of the account's zone, and a period ends with what the next one begins with", async () => {
  const { id, client } = await aPerson(app);
  await owner.query("update users set timezone = 'Asia/Kathmandu' where id = $1", [id]);
  const given = [];
  for (let hours = 0; hours < 4; hours++) {
    await db.tx((tx) => giveCoins(tx, id, "BTC", 5n + BigInt(hours)));
    given.push(new Intl.DateTimeFormat("sv-SE", { timeZone: "Asia/Kathmandu" }).format(db.marketNow()));
    if (hours === 1) await runJob(COPY);
    await app.moveClock(11 * 3_600_000);
  }
  for (const day of new Set(given)) {
    const lines = await historyOf(client, { start_date: day, end_date: day });
    assert.equal(lines.length, given.filter((one) => one === day).length, day);
  }
  const [middle] = await historyOf(client, { start_date: given[2] });
  const at = new Date(middle?.at ?? "");
  const standing = async (period: { from: Date | null; before: Date | null }) =>
    (await db.read((tx) => standingsOf(tx, { userId: id, period })))[0];
  const [until, from] = [await standing({ from: null, before: at }), await standing({ from: at, before: null })];
  assert.equal(until?.closing, from?.opening);
  assert.deepEqual([until?.opening, from?.closing, from?.now], [0n, 26n, 26n]);
  assert.equal((await client.call(listWalletHistory, { query: { start_date: "1999-12-31" } })).status, 422);
});

test("the balance of each day is what was held at its end, at the day's own price", async () => {
  const { id } = await aPerson(app);
  const daysNow = () => db.read((tx) => balanceDays(tx, { userId: id, fiat: "USD" }));
  const empty = await daysNow();
  assert.ok(empty.length > 7 && empty.every(({ rate }) => Number(rate) === 0));
  await db.tx((tx) => giveCoins(tx, id, "BTC", 100_000_000n));
  const today = new Date(db.marketNow()).toISOString().slice(0, 10);
  for (const { date, rate } of await daysNow()) assert.equal(Number(rate) > 0, date >= today, date);
  await runJob(COPY);
  for (const { date, rate } of await daysNow()) assert.equal(Number(rate) > 0, date >= today, date);
});

test("nobody reads the lines of another user", async () => {
  const [one, other] = [await aPerson(app), await aPerson(app)];
  await db.tx((tx) => giveCoins(tx, one.id, "BTC", 5n));
  assert.equal((await historyOf(one.client)).length, 1);
  assert.deepEqual(await historyOf(other.client), []);
});

test("a slice reads a few rows, wherever it begins and whatever is filtered, and so does a balance of a past day", async () => {
  const { id } = await aPerson(app);
  await db.tx((tx) => giveCoins(tx, id, "BTC", 1_000_000n));
  await db.tx((tx) =>
    post(
      tx,
      Array.from({ length: 6000 }, (_, number) => ({
        kind: number % 1000 === 500 ? "bond_deposit" : "test_payment",
        subject: `slice ${id} ${number}`,
        postings: [{ from: accountOf.available(id, "BTC"), to: accountOf.bond(id, "BTC"), units: 1n }],
      })),
    ),
  );
  for (let turn = 0; turn < 2; turn++) await runJob(COPY);
  await owner.query("analyze wallet_lines, postings, journals, ledger_accounts");
  const now = db.marketNow().getTime();
  const period = { from: new Date(now - 86_400_000), before: new Date(now + 86_400_000) };
  const [middle] = await db
    .read((tx) => lineRows(tx, { userId: id, period: ALWAYS }, { limit: 3000 }))
    .then((rows) => rows.slice(-1));
  for (const kind of [undefined, "bond", "fee", "deposit"] as const)
    for (const slice of [{}, { after: middle?.place }, { after: middle?.place, oldestFirst: true }])
      for (const days of [ALWAYS, period]) {
        const ask = { userId: id, kind, period: days };
        const plan = await db.read((tx) =>
          planOf(tx, (explaining) => lineRows(explaining, ask, { limit: 21, ...slice })),
        );
        const read = rowsRead(plan, "wallet_lines");
        assert.ok(read <= 63, `${read} lines were read for ${kind} ${JSON.stringify(slice)}`);
      }
  const plan = await db.read((tx) => planOf(tx, (explaining) => standingsOf(explaining, { userId: id, period })));
  assert.ok(rowsRead(plan, "wallet_lines") <= 63, `${rowsRead(plan, "wallet_lines")} lines were read for balances`);
});
