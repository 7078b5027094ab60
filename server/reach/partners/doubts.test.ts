// Guards: accounts that belong together earn nothing from each other, see why, and make one case.
import assert from "node:assert/strict";
import { test } from "node:test";
import { aMarket, aPerson, aTrade, testApp } from "../../testing/index.ts";
import type { TestPerson } from "../../testing/market/trades.ts";
import { partnersOf } from "../../testing/people/partners.ts";

const app = await testApp({ poolSize: 12 });
const { owner } = app;
const { aReferred, enter, entriesOf, rewardsHeld, rewardsOf, set, settle } = partnersOf(app);

test("twenty accounts of one browser that trade with themselves earn nothing, see why, and are one case", async () => {
  const mark = Buffer.from("one browser of a ring");
  const browse = (id: bigint) => owner.query("insert into known_devices values ($1, $2, market_now())", [id, mark]);
  const people: TestPerson[] = [];
  for (let place = 0; place < 18; place++) {
    const person = await aPerson(app);
    await browse(person.id);
    if (place > 0) assert.equal((await enter(person, people[place - 1] as TestPerson)).code, "");
    people.push(person);
  }
  const market = await aMarket(app, { payment_method: "paypal", range_max: "100000" });
  for (const [side, by] of [
    [market.seller, people[4]],
    [market.buyer, people[17]],
  ] as const) {
    await browse(side.id);
    assert.equal((await enter(side, by as TestPerson)).code, "");
  }
  const before = await rewardsHeld();
  const hashes = [await aTrade(market, "released"), await aTrade(market, "released")];
  await settle();
  for (const hash of hashes) {
    const entries = await entriesOf(hash);
    assert.equal(entries.length, 4);
    assert.ok(entries.every(({ units, status, why }) => units === 0n && status === "cancelled" && why === "household"));
  }
  assert.equal(await rewardsHeld(), before);
  const [shown] = await rewardsOf(people[17] as TestPerson);
  assert.deepEqual([shown?.amount, shown?.why], ["0", "household"]);
  const { rows } = await owner.query(
    "select number, findings, people::text[] as people, status from partner_cases where $1::bigint = any (people)",
    [market.buyer.id],
  );
  assert.deepEqual([rows.length, rows[0].status, rows[0].findings], [1, "open", 8]);
});

test("accounts with one payment account earn nothing from each other, and findings that connect two cases make one of them", async () => {
  const [one, other] = [await aReferred(), await aReferred()];
  const bank = (id: bigint, mark: string) =>
    owner.query(
      `insert into payment_accounts (public_id, user_id, kind, method_id, fields, sealed_with, mark, created_at, updated_at)
       values (gen_random_uuid()::text, $1, 'wallet', 1, '{}', 1, sha256($2::bytea), market_now(), market_now())`,
      [id, mark],
    );
  const shared = [
    [one.buyer.id, one.first.id],
    [other.buyer.id, other.seller.id],
  ];
  for (const [place, ids] of shared.entries()) for (const id of ids) await bank(id, `account ${place} of ${ids[0]}`);
  for (const market of [one, other]) {
    const hash = await aTrade(market, "released");
    await settle();
    assert.deepEqual(
      [...new Set((await entriesOf(hash)).map(({ tier, why }) => `${tier} ${why}`))].sort()[0],
      "1 payout_account",
    );
  }
  const open = async () =>
    (
      await owner.query(
        "select rule, findings, cardinality(people) as people from partner_cases where status = 'open' and people && $1",
        [[one.buyer.id, other.buyer.id]],
      )
    ).rows;
  assert.equal((await open()).length, 2);
  const before = await open();
  await owner.query(
    "select add_partner_finding('household', array[$1::bigint, $2], (select max(id) from trades), market_now())",
    [one.buyer.id, other.buyer.id],
  );
  const sum = (key: "findings" | "people") => before.reduce((total, row) => total + row[key], 0);
  assert.deepEqual(await open(), [{ rule: "payout_account", findings: sum("findings") + 1, people: sum("people") }]);
});

test("a trade with the own referrer earns nothing, and a pair earns from so many trades in thirty days", async () => {
  const market = await aMarket(app, { payment_method: "paypal", range_max: "100000" });
  await owner.query("update users set created_at = market_now() where id = $1", [market.buyer.id]);
  assert.equal((await enter(market.buyer, market.seller)).code, "");
  const own = await aTrade(market, "released");
  await settle();
  assert.deepEqual(
    (await entriesOf(own)).map(({ units, why }) => [units, why]),
    [[0n, "own_trade"]],
  );
  const often = await aReferred();
  await set("partner.pair_trades", 2);
  const hashes = [];
  for (const _ of [1, 2, 3]) {
    hashes.push(await aTrade(often, "released"));
    await settle();
  }
  await set("partner.pair_trades", 30);
  assert.deepEqual(
    (await Promise.all(hashes.map(entriesOf))).map(([direct]) => direct?.why),
    [null, null, "pair_limit"],
  );
  assert.equal(
    (
      await owner.query("select from partner_cases where rule = 'pair_limit' and $1::bigint = any (people)", [
        often.buyer.id,
      ])
    ).rowCount,
    1,
  );
});
