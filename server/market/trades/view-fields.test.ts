// Guards: the fields of a trade that name its sides and its currency.
import assert from "node:assert/strict";
import { test } from "node:test";
import { getCurrency } from "#contract/money/rates.ts";
import { getTrade } from "#contract/market/trades/trade/trades.ts";
import { halt, lift } from "../../money/ledger/index.ts";
import { aMarket, aTrade, start, type TestClient, testApp } from "../../testing/index.ts";

const app = await testApp();

test("the vendor is the seller, whichever side made the offer: the other side of a vendor is the buyer", async () => {
  for (const offer_type of ["sell", "buy"] as const) {
    const market = await aMarket(app, { offer_type });
    const started = await start(market, { by: offer_type === "sell" ? "buyer" : "seller" });
    const params = { id: started.data.tradeHash };
    const [sells, buys] = await Promise.all(
      [market.seller, market.buyer].map(({ client }) => client.call(getTrade, { params })),
    );
    assert.deepEqual([sells?.data.isVendor, buys?.data.isVendor], [true, false], offer_type);
  }
});

test("a trade's currency has what a dollar costs in it, its place and its usual sum, as the table of currencies has them", async () => {
  for (const code of ["USD", "EUR"]) {
    const market = await aMarket(app, { fiat_currency_code: code });
    const { currency } = (await start(market)).data;
    const { data } = await app.client().call(getCurrency, { params: { code } });
    assert.deepEqual(
      [currency.rate.usd, currency.order, currency.defaultAmount],
      [data.rate.usd, data.order, data.defaultAmount],
      code,
    );
  }
});

test("a trade says its times and its payment method in the language and time zone of each side", async () => {
  const market = await aMarket(app, { payment_method: "bank-transfer" });
  const hash = await aTrade(market);
  await app.owner.query("update users set locale = 'es', timezone = 'Asia/Tokyo' where id = $1", [market.seller.id]);
  const look = async ({ client }: { client: TestClient }) =>
    (await client.call(getTrade, { params: { id: hash } })).data;
  const [seller, buyer] = [await look(market.seller), await look(market.buyer)];
  const at = new Date(seller.startedAt.timestamp * 1000);
  const inTokyo = new Intl.DateTimeFormat("es", { dateStyle: "medium", timeStyle: "short", timeZone: "Asia/Tokyo" });
  assert.equal(seller.startedAt.humanReadable, inTokyo.format(at));
  assert.notEqual(buyer.startedAt.humanReadable, seller.startedAt.humanReadable);
  assert.deepEqual(
    [seller.paymentMethod.name, buyer.paymentMethod.name.localized],
    [{ original: "Bank Transfer", localized: "Transferencia bancaria" }, "Bank Transfer"],
  );
  assert.equal(seller.isReleaseError, false);
  await app.db.tx((tx) => halt(tx, { name: "releases", reason: "a check" }));
  assert.equal((await look(market.seller)).isReleaseError, true);
  await app.db.tx((tx) => lift(tx, "releases"));
  for (const [name, isError] of [
    ["coin_BTC", true],
    ["coin_USDT", false],
  ] as const) {
    await app.db.tx((tx) => halt(tx, { name, reason: "a check" }));
    assert.equal((await look(market.seller)).isReleaseError, isError, name);
    await app.db.tx((tx) => lift(tx, name));
  }
});
