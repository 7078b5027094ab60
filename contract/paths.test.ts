// Guards: a page has one address in each language, and an address tells its language.
import assert from "node:assert/strict";
import { test } from "node:test";
import { pairOfChannel, isPublicChannel, ratesChannel } from "./live-channels.ts";
import { directionOf } from "./locales.ts";
import { localized, PATHS, pathOf, splitLocale } from "./paths.ts";

test("every page has its address, with a language before it unless it is the usual one", () => {
  const input = { side: "buy", crypto: "USDT", hash: "H", invoiceUUID: "U", username: "ada" } as const;
  const addresses = Object.keys(PATHS).map((key) => pathOf("es", key as "viewOffer", input));
  assert.deepEqual(addresses, [
    "/es",
    "/es/about",
    "/es/terms-of-service",
    "/es/privacy-policy",
    "/es/fees",
    "/es/register",
    "/es/login",
    "/es/verify-email",
    "/es/trading/buy-usdt/with-any-payment-method",
    "/es/offer/H",
    "/es/offer-manager/edit",
    "/es/offer-manager/edit/H",
    "/es/trade/H",
    "/es/trade/H/dispute",
    "/es/trade/receipt/U",
    "/es/user/ada",
    "/es/wallet",
    "/es/wallet/receive/usdt",
    "/es/wallet/send/usdt",
    "/es/wallet/convert",
    "/es/dashboard",
    "/es/dashboard/my-offers",
    "/es/dashboard/trades",
    "/es/dashboard/favorites",
    "/es/account/settings",
    "/es/staff/disputes",
    "/es/demo/inbox",
  ]);
  assert.deepEqual([localized("en", "/"), localized("en", "/about"), localized("ar", "/")], ["/", "/about", "/ar"]);
});

test("an address is split into its language and the rest", () => {
  for (const [path, locale, rest] of [
    ["/", "en", "/"],
    ["/about", "en", "/about"],
    ["/ar", "ar", "/"],
    ["/ar/", "ar", "/"],
    ["/es/about/us", "es", "/about/us"],
    ["/en/about", "en", "/en/about"],
    ["/arabia", "en", "/arabia"],
    ["", "en", ""],
  ] as const)
    assert.deepEqual(splitLocale(path), { locale, rest }, path);
  assert.deepEqual([directionOf("ar"), directionOf("es"), directionOf("en")], ["rtl", "ltr", "ltr"]);
});

test("a channel of rates names its pair, and no other channel is everybody's", () => {
  assert.equal(ratesChannel("USDT", "KES"), "rates:USDT/KES");
  assert.deepEqual(pairOfChannel("rates:USDT/KES"), { crypto: "USDT", fiat: "KES" });
  for (const channel of ["rates:BTC/US", "rates:TOOLONG/USD", "user:BTC/USD", "rates:BTC/USD/x", "rates:/USD", ""]) {
    assert.equal(pairOfChannel(channel), undefined, channel);
    assert.equal(isPublicChannel(channel), false, channel);
  }
  assert.ok(isPublicChannel("rates:BTC/USD"));
});
