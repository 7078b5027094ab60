// Guards: a page has one address in each language, and an address tells its language.
import assert from "node:assert/strict";
import { test } from "node:test";
import { pairOfChannel, isPublicChannel, ratesChannel } from "./live-channels.ts";
import { directionOf } from "./locales.ts";
import { ownPath } from "./own-path.ts";
import { localized, PATHS, pathOf, splitLocale } from "./paths.ts";

test("every page has its address, with a language before it unless it is the usual one", () => {
  const people = { username: "ada", chat: "C", partner: "bob" } as const;
  const input = { side: "buy", crypto: "USDT", hash: "H", invoiceUUID: "U", kind: "id", ...people } as const;
  const addresses = Object.keys(PATHS).map((key) => pathOf("es", key as "viewOffer", input));
  assert.deepEqual(addresses, [
    "/es",
    "/es/register",
    "/es/login",
    "/es/forgot-password",
    "/es/reset-password",
    "/es/recover-account",
    "/es/verify-email",
    "/es/trading/buy-usdt/with-any-payment-method",
    "/es/buy-giftcard-for-usdt/with-any-payment-method",
    "/es/offer/H",
    "/es/offer-manager/edit",
    "/es/offer-manager/create/H",
    "/es/offer-manager/special?chat_id=C&partner_id=bob",
    "/es/offer-manager/edit/H",
    "/es/offer-manager/lite/edit/H",
    "/es/offer-manager/edit/H?skipLite=true",
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
    "/es/dashboard/gift-cards",
    "/es/account/settings",
    "/es/account/verification",
    "/es/account/verification#id",
    "/es/account/settings#phone",
    "/es/account/level",
    "/es/account/trader-program",
    "/es/account/company",
    "/es/account/api-keys",
    "/es/account/payment-accounts",
    "/es/account/sign-ins",
    "/es/account/restrictions",
    "/es/staff/disputes",
    "/es/staff/restrictions",
    "/es/staff/offers",
    "/es/staff/verifications",
    "/es/staff/recoveries",
    "/es/staff/desk",
    "/es/staff/settings",
    "/es/staff/flags",
    "/es/staff/ledger",
    "/es/staff/errors",
    "/es/staff/send-outs",
    "/es/staff/audit",
    "/es/staff/announcements",
    "/es/demo/inbox",
    "/es/demo/authenticator",
  ]);
  const texts = (["legal/privacy-policy", "help/first-trade"] as const).map((key) => pathOf("ar", key, undefined));
  assert.deepEqual(texts, ["/ar/privacy-policy", "/ar/help/first-trade"]);
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

/** Each would lead a browser elsewhere, at once or after one more decoding or a change of language. */
const ELSEWHERE = [
  "",
  "wallet",
  "evil.example",
  "//evil.example",
  "///evil.example",
  "/\\evil.example",
  "\\\\evil.example",
  "/\t/evil.example",
  "/\n/evil.example",
  "/\r\n/evil.example",
  "\t//evil.example",
  " //evil.example",
  "/\u0000/evil.example",
  "/\u007f/evil.example",
  "/\u00a0/evil.example",
  "/\u2028/evil.example",
  "/wallet\t",
  "/a\nSet-Cookie: b=c",
  "/%2fevil.example",
  "/%2Fevil.example",
  "/%5cevil.example",
  "/%09/evil.example",
  "/%00/evil.example",
  "/%0d%0a/evil.example",
  "/%7f/evil.example",
  "/%252f%252fevil.example",
  "/.//evil.example",
  "/a/..//evil.example",
  "/ar//evil.example",
  "/es/\\evil.example",
  "/es/\t/evil.example",
  "http://evil.example/",
  "https:evil.example",
  "HTTPS://evil.example/wallet",
  "javascript:alert(1)",
  "data:text/html,x",
  "/wallet//",
];

test("a place that a visitor names is a path of this site or nothing", () => {
  for (const named of ELSEWHERE) assert.equal(ownPath(named), null, JSON.stringify(named));
  assert.equal(ownPath(undefined), null);
  for (const named of [
    "/",
    "/wallet",
    "/wallet/",
    "/es/trading/buy-btc/paypal?currencyCode=EUR&fiat-min=50#offers",
    "/offer/AbCdEf?amount=60.5&from=https://parley.example//x",
    "/user/ad%C3%A0",
    "/login?next=%2F%2Fevil.example",
    "/a:b",
  ])
    assert.equal(ownPath(named), named);
});

test("no language change makes a host of an address", () => {
  const paths = [
    "//evil.example",
    "/ar//evil.example",
    "/es/\\evil.example",
    "/es/\t/evil.example",
    "/ar///evil.example",
  ];
  for (const path of paths)
    for (const locale of ["en", "es", "ar"] as const) {
      const href = localized(locale, splitLocale(path).rest);
      assert.equal(new URL(href, "https://parley.example/a/b").host, "parley.example", `${path} in ${locale}`);
    }
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
