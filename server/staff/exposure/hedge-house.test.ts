// Guards: orders of the operator follow open advice only where that is turned on, never beyond the target, the largest order or the allowed
// price; their money leaves the inventory for them alone and comes back; a turn that was cut off places nothing twice.
import assert from "node:assert/strict";
import { test } from "node:test";
import { endHouseAdvice, getExposure } from "#contract/staff/exposure.ts";
import { accountOf, balanceOf, checkInvariants, LEDGER_CHECKS, post } from "../../money/ledger/index.ts";
import { SPOT_CHECKS } from "../../products/spot/index.ts";
import { changeSetting } from "../../reference/settings/index.ts";
import type { SettingName } from "../../reference/settings/settings.ts";
import { aPerson, testApp } from "../../testing/index.ts";
import { aSpotTrader, matchSpot, openSpotMarkets, order } from "../../testing/market/spot.ts";
import { aNamedUser } from "../../testing/people/restrictions.ts";
import { EXPOSURE_CHECKS } from "./invariants.ts";

const app = await testApp();
const admin = await aNamedUser(app, "admin");
const trader = await aNamedUser(app);
const person = await aSpotTrader(app);
await openSpotMarkets(app);
const BTC = 100_000_000n;

const set = (name: SettingName, value: unknown) =>
  app.db.tx((tx) => changeSetting(tx, { name, value: value as never, changedBy: null }));
const aimAt = async (BTC: string) => {
  await set("exposure.target", { BTC, ETH: "0", USDT: "0" });
  await set("exposure.band", { BTC: "1", ETH: "0", USDT: "0" });
};
const seen = async () => (await admin.client.call(getExposure)).data;
const ofBitcoin = async () => (await seen()).currencies.find(({ currencyCode }) => currencyCode === "BTC");
const orders = async () => (await seen()).hedger.orders;
/** A minute after the last order. */
const turn = async () => {
  await app.owner.query("update house_orders set planned_at = planned_at - interval '2 minutes'");
  await app.runJob("hedge-house");
  await matchSpot(app);
  await app.runJob("hedge-house");
};
const stock = (code: "BTC" | "USDT") => app.db.read((tx) => balanceOf(tx, accountOf.house(code, "inventory")));
const money = async (code: "BTC" | "USDT", units: bigint) =>
  app.db.tx((tx) =>
    post(tx, [
      {
        kind: "deposit",
        subject: `test:${code}:${units}`,
        postings: [{ from: `outside:${code}:chain`, to: accountOf.house(code, "inventory"), units }],
      },
    ]),
  );
const assertWhole = async () => {
  const checks = [...LEDGER_CHECKS, ...SPOT_CHECKS, ...EXPOSURE_CHECKS];
  assert.deepEqual(await app.db.tx((tx) => checkInvariants(tx, checks)), []);
  const { rows } = await app.owner.query("select name from ledger_accounts where name like $1 and balance_units <> 0", [
    `user:${trader.id}:%`,
  ]);
  assert.deepEqual(rows, [], "nothing stays with the account");
};

// The fee of a buyer would be bitcoin of the operator.
await set("spot.maker_bp", 0);
await app.owner.query("update spot_sessions set day_usd_cents = 1000000000000");
await money("BTC", 5n * BTC);
await money("USDT", 500_000_000_000n);

test("nothing is ordered before it is turned on and an account is named", async () => {
  await aimAt("3");
  await app.runJob("advise-house");
  await turn();
  assert.deepEqual([(await seen()).hedger.hold, await orders()], ["off", []]);
  await set("exposure.hedge_on_spot", true);
  assert.equal((await seen()).hedger.hold, "no_trader");
  await set("exposure.hedger", admin.username);
  assert.equal((await seen()).hedger.hold, "no_trader", "staff do not trade");
  await set("exposure.hedger", trader.username);
  assert.equal((await seen()).hedger.hold, null);
});

test("an order sells at most what the settings say, and what it brought is in the inventory again", async () => {
  await set("exposure.hedge_usd", 50_000);
  await order(app, person, { side: "buy", type: "limit", price: "99900", amount: "0.3" });
  await turn();
  const [made] = await orders();
  assert.deepEqual(
    [made?.side, made?.amount, made?.price, made?.filled, made?.filledValue, made?.state],
    ["sell", "0.5", "99500", "0.3", "29970", "ended"],
  );
  assert.deepEqual(
    [await stock("BTC"), await stock("USDT")],
    [5n * BTC - (3n * BTC) / 10n, 500_000_000_000n + 29_970_000_000n - BigInt(Number(made?.fee) * 1_000_000)],
  );
  await assertWhole();
});

test("nothing trades at a worse price than allowed", async () => {
  await order(app, person, { side: "buy", type: "limit", price: "99400", amount: "0.3" });
  const before = await stock("BTC");
  await turn();
  const [made] = await orders();
  assert.deepEqual([made?.filled, made?.state, await stock("BTC")], ["0", "ended", before]);
  await assertWhole();
});

test("the last order goes to the target and not beyond, and the advice lapses there", async () => {
  await set("exposure.hedge_usd", 1_000_000);
  await order(app, person, { side: "buy", type: "limit", price: "100000", amount: "5" });
  await turn();
  const [made] = await orders();
  assert.deepEqual([made?.amount, made?.filled], ["1.7", "1.7"]);
  assert.equal((await ofBitcoin())?.exposure, "3");
  await app.runJob("advise-house");
  assert.equal((await ofBitcoin())?.aim?.advice, null);
  const count = (await orders()).length;
  await turn();
  assert.equal((await orders()).length, count, "within the band nothing is ordered");
  await assertWhole();
});

test("while it is in the market it is a part of the exposure, and a turn that was cut off is gone on with", async () => {
  await aimAt("4.5");
  await app.runJob("advise-house");
  const before = (await ofBitcoin())?.exposure;
  await order(app, person, { side: "sell", type: "limit", price: "100100", amount: "2" });
  await app.owner.query("update house_orders set planned_at = planned_at - interval '2 minutes'");
  await app.owner.query("select plan_house_order('BTC', 'cutoff00000001', 'spot', market_now())");
  await app.runJob("hedge-house");
  await app.runJob("hedge-house");
  const placed = (await orders()).filter(({ id }) => id === "cutoff00000001");
  assert.deepEqual(
    placed.map(({ state, side }) => [state, side]),
    [["placed", "buy"]],
  );
  const dollars = (await seen()).currencies.find(({ currencyCode }) => currencyCode === "USDT");
  assert.ok(dollars?.own.some(({ place }) => place === "spot"));
  assert.equal((await ofBitcoin())?.exposure, before);
  await matchSpot(app);
  await app.runJob("hedge-house");
  assert.equal((await orders())[0]?.state, "ended");
  await assertWhole();
});

test("a planned order is refused when its advice ends, when it waited, and after a loss at its bound", async () => {
  const plan = async (reference: string) => {
    await app.owner.query("update house_orders set planned_at = planned_at - interval '2 minutes'");
    const { rows } = await app.owner.query("select plan_house_order('BTC', $1, 'spot', market_now()) as outcome", [
      reference,
    ]);
    return rows[0].outcome;
  };
  const whyOf = async (reference: string) => (await orders()).find(({ id }) => id === reference)?.why;
  await aimAt("20");
  await app.runJob("advise-house");
  await app.runJob("advise-house");
  assert.equal(await plan("ended000000001"), "planned");
  assert.equal(await plan("busy0000000001"), "busy");
  assert.equal(
    (
      await admin.client.call(endHouseAdvice, {
        body: { id: (await ofBitcoin())?.aim?.advice?.id ?? "", state: "dismissed", reason: "not today" },
      })
    ).code,
    "",
  );
  await app.runJob("hedge-house");
  assert.equal(await whyOf("ended000000001"), "late");
  await app.owner.query("update house_advice set ended_at = ended_at - interval '1 day' where status = 'dismissed'");
  await app.runJob("advise-house");
  assert.equal(await plan("stopped0000001"), "planned");
  await app.owner.query("update exposure_days set stopped_at = market_now()");
  await app.runJob("hedge-house");
  assert.equal(await whyOf("stopped0000001"), "stopped");
  assert.equal(await plan("after000000001"), "stopped");
  await assertWhole();
});

test("an order needs its money in the inventory, and administrators are notified where the account no longer has what an order brought", async () => {
  await app.owner.query("update exposure_days set stopped_at = null");
  await turn();
  assert.equal((await orders())[0]?.why, "insufficient", "a million dollars are not in the inventory");
  await set("exposure.hedge_usd", 50_000);
  await app.owner.query("update house_orders set planned_at = planned_at - interval '2 minutes'");
  await order(app, person, { side: "sell", type: "limit", price: "100000", amount: "0.1" });
  await app.runJob("hedge-house");
  await matchSpot(app);
  const thief = await aPerson(app);
  await app.db.tx((tx) =>
    post(tx, [
      {
        kind: "test_theft",
        subject: "one",
        postings: [
          {
            from: accountOf.available(trader.id, "BTC"),
            to: accountOf.available(thief.id, "BTC"),
            units: 1000n,
          },
        ],
      },
    ]),
  );
  await app.runJob("hedge-house");
  assert.equal((await orders())[0]?.state, "missing");
  await app.deliverEvents();
  const { rows } = await app.owner.query(
    "select 1 from notifications where kind = 'house_order_missing' and user_id = $1",
    [admin.id],
  );
  assert.equal(rows.length, 1);
});
