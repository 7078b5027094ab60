// Guards: a page has one address in each language, and an address tells its language.
import assert from "node:assert/strict";
import { test } from "node:test";
import { pairOfChannel, isPublicChannel, ratesChannel } from "./live-channels.ts";
import { directionOf, localeOf } from "./locales.ts";
import { ownPath } from "./own-path.ts";
import { localized, splitLocale, withKnownLocale } from "./localized.ts";
import { PATHS, pathOf } from "./paths.ts";
import { PAGES } from "../pages.ts";

test("a page has one address in each language, filled with what it needs", () => {
  const addresses = [
    pathOf("es", "home", undefined),
    pathOf("en", "home", undefined),
    pathOf("es", "offersSearch", { side: "buy", crypto: "USDT" }),
    pathOf("en", "giftCardOffers", { side: "sell", crypto: "USDT", method: "paypal" }),
    pathOf("es", "viewOffer", { hash: "H" }),
    pathOf("es", "specialOffer", { chat: "C", partner: "bob" }),
    pathOf("es", "editOfferFully", { hash: "H" }),
    pathOf("ar", "walletReceive", { crypto: "USDT" }),
    pathOf("es", "kycVerificationOf", { kind: "id" }),
    pathOf("ar", "legal/privacy-policy", undefined),
    pathOf("ar", "help/first-trade", undefined),
  ];
  assert.deepEqual(addresses, [
    "/es",
    "/",
    "/es/trading/buy-usdt/with-any-payment-method",
    "/sell-giftcard-for-usdt/paypal",
    "/es/offer/H",
    "/es/offer-manager/special?chat_id=C&partner_id=bob",
    "/es/offer-manager/edit/H?skipLite=true",
    "/ar/wallet/receive/usdt",
    "/es/account/verification#id",
    "/ar/privacy-policy",
    "/ar/help/first-trade",
  ]);
  assert.deepEqual([localized("en", "/"), localized("en", "/about"), localized("ar", "/")], ["/", "/about", "/ar"]);
});

test("two pages have no key and no address in common", () => {
  const keys = Object.values(PAGES).flatMap((paths) => Object.keys(paths));
  assert.ok(keys.length > 60, `only ${keys.length} keys were looked at`);
  assert.equal(new Set(keys).size, keys.length);
  const texts = Object.values(PATHS).filter((path) => typeof path === "string");
  assert.equal(new Set(texts).size, texts.length);
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

test("a language is found in any case and from any region, and an address that names it in another way leads to its own", () => {
  const asked = ["PT", "pt-PT", "pt-br", "zh", "zh-CN", "zh-TW", "ZH-HANS", "es-MX", "FR", "xx", "", null];
  assert.deepEqual(asked.map(localeOf), [
    ...["pt-BR", "pt-BR", "pt-BR", "zh-Hans", "zh-Hans", "zh-Hans", "zh-Hans", "es", "fr", "en", "en", "en"],
  ]);
  for (const [path, address] of [
    ["/pt/about?a=1", "/pt-BR/about?a=1"],
    ["/PT-br", "/pt-BR"],
    ["/zh-hans//evil.example", "/zh-Hans/evil.example"],
    ["/en/about", "/about"],
    ["/pt-BR/about", undefined],
    ["/about", undefined],
    ["/app/x", undefined],
  ] as const)
    assert.equal(withKnownLocale(path), address, path);
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
