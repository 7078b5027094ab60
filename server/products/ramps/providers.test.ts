// Guards: the house's bank and Yellow Card keep one contract, and what goes wrong between us and a provider loses and doubles nothing.
import assert from "node:assert/strict";
import { test } from "node:test";
import { listRampCorridors } from "#contract/products/ramps/ramps.ts";
import { startYellowCard, YELLOW_CARD_KEYS } from "../../devnet/doubles/yellow-card.ts";
import { ids } from "../../platform/ids.ts";
import { afterTests } from "../../testing/after-tests.ts";
import { PAYER, rampWorld } from "../../testing/market/ramps.ts";
import { openHouseBank } from "./house-bank/house-bank.ts";
import type { RampProvider, RampWanted } from "./provider.ts";
import { openYellowCard } from "./yellow-card.ts";

const yellow = await startYellowCard();
afterTests(() => yellow.stop());
const keys = { ...YELLOW_CARD_KEYS, api: yellow.api };
const world = await rampWorld({ demo: true, yellowCard: keys });
yellow.book.clock.now = () => world.db.marketNow();

type Side = {
  readonly provider: RampProvider;
  readonly code: (direction: string) => string;
  pay(reference: string): Promise<void>;
};
const SIDES: Readonly<Record<string, Side>> = {
  "the house's bank": {
    provider: openHouseBank(world.dbs.worker),
    code: () => "NG-bank",
    async pay(reference) {
      const { rows } = await world.owner.query("select words from house_bank_orders where reference = $1", [reference]);
      // Its prices are those of its corridors, which this market has no use for.
      await world.owner.query("select keep_ramp_corridors('house_bank', $1, market_now())", [
        JSON.stringify(await openHouseBank(world.dbs.worker).corridors()),
      ]);
      await world.owner.query("select pay_house_bank($1, 'NGN', 3000000, $2, market_now(), market_now())", [
        rows[0].words,
        PAYER,
      ]);
    },
  },
  "Yellow Card": {
    provider: openYellowCard(keys),
    code: (direction) => (direction === "buy" ? "ng-bank-in" : "ng-bank-out"),
    async pay(reference) {
      yellow.finish(reference, { payer: PAYER });
    },
  },
};

for (const [name, { provider, code, pay }] of Object.entries(SIDES))
  test(`${name} offers, takes a purchase and a payout once each, says what came of them, and has them in the statement`, async () => {
    const wish = (direction: "buy" | "sell"): RampWanted => ({
      ...{ direction, corridor: code(direction), rail: "bank", countryIso: "NG", currency: "NGN", units: 3_000_000n },
      ...{ cents: 2000n, words: direction === "buy" ? `PAR-${ids.hash().slice(0, 6).toUpperCase()}` : null },
      ...{ userRef: ids.uuid(), userName: PAYER },
      party: direction === "buy" ? null : { holderName: PAYER, name: "First Bank of Nigeria", number: "0000014579" },
    });
    for (const direction of ["buy", "sell"] as const) {
      const offered = (await provider.corridors()).find(
        (one) => one.direction === direction && one.code === code(direction),
      );
      assert.deepEqual([offered?.country, offered?.currency, offered?.rail], ["NG", "NGN", "bank"]);
    }
    const [bought, sold] = [ids.uuid(), ids.uuid()];
    assert.deepEqual(await provider.ask(bought), { outcome: "not_found" });
    const first = await provider.submit(bought, wish("buy"));
    assert.equal(first.outcome, "pending");
    assert.ok(first.outcome === "pending" && first.instructions?.accountNumber);
    assert.equal((await provider.submit(bought, wish("buy"))).outcome, "pending", "again is once");
    await pay(bought);
    const paid = await provider.ask(bought);
    assert.ok(paid.outcome === "succeeded");
    assert.deepEqual([paid.currency, paid.deliveredUnits, paid.payerName], ["NGN", 3_000_000n, PAYER]);
    assert.equal((await provider.refund(bought)).outcome, "refunded");
    assert.equal((await provider.refund(bought)).outcome, "refunded", "again is once");
    await provider.submit(sold, wish("sell"));
    if (name === "Yellow Card") yellow.finish(sold, {});
    const payout = await provider.ask(sold);
    assert.ok(payout.outcome === "succeeded");
    assert.deepEqual([payout.deliveredUnits, payout.chargedUnits], [3_000_000n, 2000n]);
    const today = world.db.marketNow().toISOString().slice(0, 10);
    const statement = await provider.statement(today, 0n);
    const linesOf = (reference: string) =>
      statement?.lines.filter((line) => line.reference === reference).map(({ kind, units }) => [kind, units]);
    assert.deepEqual(linesOf(bought), [
      ["order", paid.chargedUnits],
      ["return", -paid.chargedUnits],
    ]);
    assert.deepEqual(linesOf(sold), [["order", -2000n]]);
    const total = statement?.lines.reduce((sum, { units }) => sum + units, 0n);
    assert.equal(statement?.closingUnits, total);
  });

const tell = async (reference: string, secret?: string) => {
  const { payload, headers } = yellow.webhook(reference, secret);
  const url = "/rest/v1/providers/yellow_card/messages";
  const sent = { ...headers, "content-type": "application/json" };
  return (await world.app.fastify.inject({ method: "POST", url, payload, headers: sent })).statusCode;
};
const poll = (reference: string) =>
  world.owner.query("update provider_orders set ask_at = market_now() where external_ref = $1", [reference]);

test("one credit that comes by callback, by poll and by statement, in each order, is credited once", async () => {
  const WAYS = { callback: tell, poll, statement: () => world.moveOn(0) };
  const orders = [
    ["callback", "poll", "statement"],
    ["callback", "statement", "poll"],
    ["poll", "callback", "statement"],
    ["poll", "statement", "callback"],
    ["statement", "callback", "poll"],
    ["statement", "poll", "callback"],
  ] as const;
  for (const ways of orders) {
    const ada = await world.user();
    const before = await world.available(ada);
    const order = await world.opened(ada);
    assert.deepEqual([order.instructions?.bankName, order.instructions?.words.slice(0, 2)], ["Sterling", "YC"]);
    yellow.finish(order.reference, { payer: PAYER });
    for (const way of ways) {
      if (way === "statement") {
        await world.owner.query(
          "update provider_orders set ask_at = ask_at + interval '5 days' where external_ref = $1 and ended_at is null",
          [order.reference],
        );
        await world.moveOn(86_400_000);
        await world.runJob("read-ramp-statements");
      } else await WAYS[way](order.reference);
      await world.run();
      await world.assertBooks();
    }
    const done = await world.view(ada, order.id);
    assert.equal(done.state, "done", ways.join());
    assert.ok((await world.available(ada)) > before);
    const { rows } = await world.owner.query(
      "select count(*)::int as given from journals where kind = 'ramp_bought' and subject = $1",
      [order.id],
    );
    assert.equal(rows[0].given, 1);
  }
});

test("forged callbacks make nobody ask, however many there are", async () => {
  const ada = await world.user();
  const order = await world.opened(ada);
  yellow.finish(order.reference, { payer: PAYER });
  await world.owner.query("update provider_orders set ask_at = ask_at + interval '1 day' where external_ref = $1", [
    order.reference,
  ]);
  const asked = yellow.book.asked;
  for (let number = 0; number < 20; number++)
    assert.ok([200, 429].includes(await tell(order.reference, `forged ${number}`)));
  for (let round = 0; round < 3; round++) await world.run();
  assert.equal(yellow.book.asked, asked);
  assert.equal((await world.view(ada, order.id)).state, "waiting");
  await tell(order.reference);
  await world.run();
  assert.equal((await world.view(ada, order.id)).state, "done");
  await world.assertBooks();
});

test("a lost answer, a 502 that came too late and a call that never arrived make one collection", async () => {
  for (const knob of ["lose_answer", "error_after", "break"] as const) {
    const ada = await world.user();
    yellow.turn(knob);
    const order = await world.opened(ada);
    assert.equal(order.state, "opening");
    yellow.turn("none");
    await world.moveOn(3000);
    await world.moveOn(6000);
    assert.equal((await world.view(ada, order.id)).state, "waiting", knob);
    assert.equal(yellow.book.booked.filter(({ sequenceId }) => sequenceId === order.reference).length, 1);
  }
});

test("a payout that times out although money left is unknown until the statement settles it, with no return in between", async () => {
  const ada = await world.user();
  const account = await world.nigerianAccount(ada);
  yellow.turn("lose_answer");
  const order = (await world.sold(ada, { country: "NG", amount: "30000", account })).data;
  await world.run();
  assert.equal((await world.view(ada, order.id)).state, "unclear");
  yellow.finish(order.reference, {});
  await world.owner.query("update provider_orders set ask_at = ask_at + interval '3 days' where external_ref = $1", [
    order.reference,
  ]);
  await world.moveOn(86_400_000);
  await world.runJob("read-ramp-statements");
  assert.equal((await world.view(ada, order.id)).endReason, "statement");
  await world.assertBooks();
});

test("a payout that Yellow Card reverses after all is a case, by its callback", async () => {
  const ada = await world.user();
  const account = await world.nigerianAccount(ada);
  const order = (await world.sold(ada, { country: "NG", amount: "30000", account })).data;
  await world.run();
  yellow.finish(order.reference, {});
  await tell(order.reference);
  await world.run();
  assert.equal((await world.view(ada, order.id)).state, "done");
  yellow.finish(order.reference, { status: "reversed" });
  await tell(order.reference);
  await world.run();
  assert.equal((await world.view(ada, order.id)).state, "came_back");
  await world.assertBooks();
});

test("what Yellow Card refuses at once comes back, and channels that are off are not offered", async () => {
  const ada = await world.user();
  const before = await world.available(ada);
  const account = await world.nigerianAccount(ada);
  yellow.turn("refuse");
  const order = (await world.sold(ada, { country: "NG", amount: "30000", account })).data;
  await world.run();
  assert.deepEqual([(await world.view(ada, order.id)).endReason, await world.available(ada)], ["number", before]);
  const { data } = await ada.client.call(listRampCorridors, { query: { direction: "buy" } });
  assert.deepEqual(
    data.corridors.map(({ countryIso, rail }) => `${countryIso} ${rail}`),
    ["NG bank"],
  );
  assert.equal(data.simulated, false);
});

test("money whose payer Yellow Card does not name is held", async () => {
  const ada = await world.user();
  const order = await world.opened(ada);
  yellow.finish(order.reference, {});
  await tell(order.reference);
  await world.run();
  assert.equal((await world.view(ada, order.id)).heldFor, "name");
  await world.assertBooks();
});
