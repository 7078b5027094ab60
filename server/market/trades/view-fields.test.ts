// Guards: the fields of a trade that say who is who and what its currency is.
import assert from "node:assert/strict";
import { test } from "node:test";
import { getCurrency } from "#contract/rates.ts";
import { getTrade } from "#contract/trades.ts";
import { aMarket, start, testApp } from "../../testing/index.ts";

const app = await testApp();

test("the vendor is who sells, whoever made the offer: the other side of a vendor is the buyer", async () => {
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
