// Guards: orders at a venue outside follow open advice as those on the own markets do; an answer that was lost is no failure and no second
// order, what lies there is a part of the exposure, and its deposits are no gain of the day.
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { getExposure } from "#contract/staff/exposure.ts";
import { OKX_KEYS, startOkx } from "../../devnet/doubles/okx.ts";
import { openOkx, OkxError } from "../../platform/outside/providers/okx.ts";
import { changeSetting } from "../../reference/settings/index.ts";
import type { SettingName } from "../../reference/settings/settings.ts";
import { testApp } from "../../testing/index.ts";
import { openSpotMarkets } from "../../testing/market/spot.ts";
import { aNamedUser } from "../../testing/people/restrictions.ts";

const okx = await startOkx();
after(() => okx.stop());
const keys = { ...OKX_KEYS, api: okx.api, isSimulated: false };
const app = await testApp({ config: { okx: keys } });
const admin = await aNamedUser(app, "admin");
await openSpotMarkets(app);

const set = (name: SettingName, value: unknown) =>
  app.db.tx((tx) => changeSetting(tx, { name, value: value as never, changedBy: null }));
const aimAt = async (BTC: string) => {
  await set("exposure.target", { BTC, ETH: "0", USDT: "0" });
  await set("exposure.band", { BTC: "1", ETH: "0", USDT: "0" });
  await app.runJob("advise-house");
  await app.runJob("advise-house");
};
const seen = async () => (await admin.client.call(getExposure)).data;
const ofBitcoin = async () => (await seen()).currencies.find(({ currencyCode }) => currencyCode === "BTC");
const newest = async () => (await seen()).hedger.orders[0];
/** A minute after the last order. */
const turn = async () => {
  await app.owner.query(
    "update house_orders set planned_at = planned_at - interval '2 minutes', submitted_at = submitted_at - interval '2 minutes'",
  );
  await app.runJob("hedge-outside");
};

test("what lies at the venue is a part of the exposure, and nothing is ordered before that is turned on", async () => {
  await app.runJob("hedge-outside");
  const { hedger } = await seen();
  assert.deepEqual(
    [hedger.outside?.hold, hedger.outside?.balances.find(({ currencyCode }) => currencyCode === "BTC")?.amount],
    ["off", "5"],
  );
  assert.deepEqual([(await ofBitcoin())?.outside, (await ofBitcoin())?.exposure], ["5", "5"]);
  await set("exposure.hedge_usd", 50_000);
  await aimAt("2");
  await turn();
  assert.equal(okx.book.orders.length, 0);
  await set("exposure.hedge_outside", true);
  assert.equal((await seen()).hedger.outside?.hold, null);
});

test("an order sells at most what the settings say, at no worse price than allowed, and its end is read back", async () => {
  await turn();
  assert.deepEqual(
    okx.book.orders.map(({ side, sz, px, ordType }) => [side, sz, px, ordType]),
    [["sell", "0.5", "99500", "ioc"]],
  );
  assert.equal((await newest())?.state, "placed");
  await app.runJob("hedge-outside");
  const made = await newest();
  assert.deepEqual(
    [made?.venue, made?.state, made?.filled, made?.filledValue, made?.fee, made?.feeCurrency],
    ["okx", "ended", "0.5", "49750", "49.75", "USDT"],
  );
  assert.equal((await ofBitcoin())?.exposure, "4.5");
});

test("an order that ended is in the exposure before the venue's balances are read again", async () => {
  await turn();
  const id = (await newest())?.id;
  const before = await ofBitcoin();
  await app.owner.query(
    "select note_venue_order($1, 'ended', null, 50000000, 49750000000, 0, 49750000, market_now())",
    [id],
  );
  assert.deepEqual([before?.exposure, (await ofBitcoin())?.exposure], ["4.5", "4"]);
  await app.runJob("hedge-outside");
  assert.equal((await ofBitcoin())?.exposure, "4");
});

test("a lost answer is not known, gets no second order, and is read back when the venue answers", async () => {
  okx.turn("lose_answer");
  await turn();
  assert.equal((await newest())?.state, "unknown");
  okx.turn("break");
  await turn();
  assert.equal((await newest())?.state, "unknown");
  okx.turn("none");
  await app.owner.query("update house_orders set planned_at = planned_at + interval '1 hour' where status = 'unknown'");
  await app.runJob("hedge-outside");
  assert.deepEqual([(await newest())?.state, (await newest())?.filled, okx.book.orders.length], ["ended", "0.5", 3]);
});

test("a request that never arrived is refused once it cannot arrive any more, and not before", async () => {
  okx.turn("lose_request");
  await app.owner.query("update house_orders set planned_at = planned_at - interval '2 hours'");
  await app.runJob("hedge-outside");
  assert.equal((await newest())?.state, "unknown");
  await app.runJob("hedge-outside");
  assert.equal((await newest())?.state, "unknown", "it may still arrive");
  await app.owner.query("update house_orders set submitted_at = submitted_at - interval '2 minutes'");
  await app.runJob("hedge-outside");
  const made = (await seen()).hedger.orders.find(({ why }) => why === "not_arrived");
  assert.deepEqual([made?.state, okx.book.orders.length], ["refused", 3]);
});

test("a part that was filled counts, a rejection has its reason, and a clock that is off orders nothing", async () => {
  okx.turn("part");
  await turn();
  await app.runJob("hedge-outside");
  assert.deepEqual([(await newest())?.state, (await newest())?.filled], ["ended", "0.25"]);
  okx.turn("reject");
  await turn();
  assert.deepEqual([(await newest())?.state, (await newest())?.why], ["refused", "venue"]);
  const sent = okx.book.orders.length;
  okx.turn("clock_off");
  await turn();
  assert.equal(okx.book.orders.length, sent);
  await app.owner.query("update venue_balances set read_at = read_at - interval '6 minutes'");
  assert.equal((await seen()).hedger.outside?.hold, "no_balance");
  okx.turn("none");
});

test("what the operator brings to the venue is no gain of the day, and a fee there is a loss", async () => {
  await app.owner.query("delete from exposure_starts");
  await app.owner.query("delete from exposure_days");
  await set("exposure.hedge_outside", false);
  await app.runJob("hedge-outside");
  await app.runJob("advise-house");
  okx.book.balances.set("ETH", 150);
  await app.runJob("hedge-outside");
  await app.runJob("advise-house");
  assert.equal((await seen()).today?.resultUsd, "0.00");
  await set("exposure.hedge_outside", true);
  await turn();
  await app.runJob("hedge-outside");
  await app.runJob("advise-house");
  // Half a bitcoin at 99,500 instead of 100,000, and a tenth of a percent.
  assert.equal((await seen()).today?.realizedUsd, "-299.75");
});

test("the same order twice is one order, and wrong keys are refused at the door", async () => {
  const wish = { instId: "BTC-USDT", clOrdId: "twice000000001", side: "buy", px: "100000", sz: "0.1" } as const;
  const opened = openOkx(keys);
  assert.deepEqual([await opened.place(wish), await opened.place(wish)], ["sent", "sent"]);
  assert.equal(okx.book.orders.filter(({ clOrdId }) => clOrdId === wish.clOrdId).length, 1);
  for (const wrong of [{ key: "another" }, { secret: "another" }, { passphrase: "another" }])
    assert.ok("refused" in Object(await openOkx({ ...keys, ...wrong }).place(wish)));
  await assert.rejects(openOkx({ ...keys, api: "http://127.0.0.1:9" }).balances(["BTC"]), OkxError);
});
