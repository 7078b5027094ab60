// Guards: a coin beyond its band is advised once, back to the target, with the exposure of then; not with an old price, below the smallest
// trade, or soon after an administrator ended one; and a day's result leaves out what the operator brought, and stops at its bound.
import assert from "node:assert/strict";
import { test } from "node:test";
import { endHouseAdvice, getExposure, listHouseAdvice } from "#contract/staff/exposure.ts";
import { listNotifications } from "#contract/reach/notifications.ts";
import { accountOf, post } from "../../money/ledger/index.ts";
import { changeSetting } from "../../reference/settings/index.ts";
import type { SettingName } from "../../reference/settings/settings.ts";
import { freshRates, testApp } from "../../testing/index.ts";
import { aNamedUser } from "../../testing/people/restrictions.ts";

const app = await testApp();
await freshRates(app);
const admin = await aNamedUser(app, "admin");
const user = await aNamedUser(app);
const BTC = 100_000_000n;

const set = (name: SettingName, value: unknown) =>
  app.db.tx((tx) => changeSetting(tx, { name, value: value as never, changedBy: null }));
const aimAt = async (BTC: string, band = "1") => {
  await set("exposure.target", { BTC, ETH: "0", USDT: "0" });
  await set("exposure.band", { BTC: band, ETH: "0", USDT: "0" });
};
const turn = () => app.runJob("advise-house");
const seen = async () => (await admin.client.call(getExposure)).data;
const aim = async () => (await seen()).currencies.find(({ currencyCode }) => currencyCode === "BTC")?.aim;
const listed = async () => (await admin.client.call(listHouseAdvice)).data.rows;
const end = (id: string, state: "done" | "dismissed" = "done", who = admin) =>
  who.client.call(endHouseAdvice, { body: { id, state, reason: "bought elsewhere" } });
const notified = async (kind: string) => {
  await app.deliverEvents();
  const { rows } = await app.owner.query("select 1 from notifications where kind = $1 and user_id = $2", [
    kind,
    admin.id,
  ]);
  return rows.length;
};
await set("exposure.loss_usd_day", 0);
let journals = 0;
const move = (kind: string, from: string, to: string, units: bigint) =>
  app.db.tx((tx) => post(tx, [{ kind, subject: `test:${++journals}`, postings: [{ from, to, units }] }]));
const own = accountOf.house("BTC", "inventory");

test("beyond the band one advice is made, back to the target, and lapses when the target is reached", async () => {
  await move("deposit", "outside:BTC:chain", own, 5n * BTC);
  await aimAt("4");
  await turn();
  assert.equal((await aim())?.move, null, "the bound belongs to the band");
  await aimAt("3.5");
  await turn();
  await turn();
  const [made, ...others] = await listed();
  assert.deepEqual(others, []);
  assert.deepEqual(
    [made?.side, made?.amount, made?.exposure, made?.low, made?.high, made?.state],
    ["sell", "1.5", "5", "2.5", "4.5", "open"],
  );
  assert.equal((await aim())?.advice?.id, made?.id);
  assert.equal(await notified("exposure_left"), 1);
  // Within the band again, and not yet at the target.
  await move("deposit_reversal", own, "outside:BTC:chain", BTC);
  await turn();
  assert.equal((await listed())[0]?.state, "open");
  await move("deposit_reversal", own, "outside:BTC:chain", BTC / 2n);
  await turn();
  assert.equal((await listed())[0]?.state, "lapsed");
  assert.equal((await aim())?.advice, null);
});

test("an advice lapses with another target, and the next turn makes one of that", async () => {
  await aimAt("10");
  await turn();
  assert.deepEqual([(await listed())[0]?.side, (await listed())[0]?.amount], ["buy", "6.5"]);
  await aimAt("11");
  await turn();
  assert.equal((await listed())[0]?.state, "lapsed");
  await turn();
  assert.deepEqual([(await listed())[0]?.state, (await listed())[0]?.amount], ["open", "7.5"]);
});

test("an administrator ends it with a reason that the audit has, and none is made for some hours", async () => {
  const [made] = await listed();
  assert.equal((await end(made?.id ?? "", "done", user)).code, "auth.forbidden");
  const { data, code } = await end(made?.id ?? "", "dismissed");
  assert.equal(code, "");
  assert.equal(data.currencies.find(({ currencyCode }) => currencyCode === "BTC")?.aim?.hold, "waits");
  assert.equal((await end(made?.id ?? "")).code, "exposure.advice_over");
  const [ended] = await listed();
  assert.deepEqual([ended?.state, ended?.endedWhy, ended?.endedBy], ["dismissed", "bought elsewhere", admin.username]);
  const { rows } = await app.owner.query("select subject from staff_acts where act = 'exposure.dismissed'");
  assert.deepEqual(rows, [{ subject: `${made?.id}: buy 7.5 BTC` }]);
  await turn();
  assert.equal((await listed())[0]?.state, "dismissed");
  await app.owner.query("update house_advice set ended_at = ended_at - interval '7 hours' where status = 'dismissed'");
  await turn();
  const [next] = await listed();
  assert.equal(next?.state, "open");
  await end(next?.id ?? "");
  await app.owner.query("update house_advice set ended_at = ended_at - interval '7 hours' where status = 'done'");
});

test("nothing is advised below the smallest trade, nor while a price is old", async () => {
  await set("exposure.smallest_usd", 1_000_000);
  const before = (await listed()).length;
  await turn();
  assert.equal((await aim())?.hold, "small");
  await set("exposure.smallest_usd", 100);
  await app.owner.query("update rates set stale_at = as_of where crypto = 'BTC'");
  await turn();
  assert.deepEqual([(await aim())?.hold, (await listed()).length], ["stale", before]);
  await freshRates(app);
});

test("a day's result is what prices and amounts changed, without deposits, and stops at the bound", async () => {
  await app.owner.query("delete from exposure_starts");
  await app.owner.query("delete from exposure_days");
  await turn();
  const { rows } = await app.owner.query("select rate from rates where crypto = 'BTC' and fiat = 'USD'");
  const rate = Number(rows[0].rate);
  assert.deepEqual([(await seen()).today?.resultUsd, (await seen()).lossBoundUsd], ["0.00", null]);
  await move("deposit", "outside:BTC:chain", own, 2n * BTC);
  await move("network_cost", own, "outside:BTC:chain", BTC / 10n);
  await turn();
  const cost = (await seen()).today;
  assert.deepEqual([Number(cost?.realizedUsd).toFixed(0), cost?.unrealizedUsd], [(-rate / 10).toFixed(0), "0.00"]);
  await set("exposure.loss_usd_day", 1_000_000);
  await app.owner.query("update rates set rate = rate * 0.9 where crypto = 'BTC' and fiat = 'USD'");
  await turn();
  const fallen = (await seen()).today;
  // 3.5 at the start.
  assert.equal(Number(fallen?.unrealizedUsd).toFixed(0), (-rate * 0.35).toFixed(0));
  assert.deepEqual([fallen?.stoppedAt, await notified("loss_bound")], [null, 0]);
  await set("exposure.loss_usd_day", 10_000);
  await turn();
  await turn();
  await app.owner.query("update rates set rate = rate / 0.9 where crypto = 'BTC' and fiat = 'USD'");
  await turn();
  const stopped = await seen();
  assert.notEqual(stopped.today?.stoppedAt, null, "until the day is over");
  assert.deepEqual([stopped.lossBoundUsd, await notified("loss_bound")], ["10000", 1]);
  const { data } = await admin.client.call(listNotifications);
  assert.ok(JSON.stringify(data).includes("/staff/exposure"));
});
