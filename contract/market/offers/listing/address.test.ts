// Guards: a listing's address holds its whole state.
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  activeFilters,
  type ListingState,
  listingHref,
  listingQueryOf,
  listingState,
  readListingState,
  withoutFilters,
  acceptableFilter,
} from "./address.ts";

const full: ListingState = {
  ...listingState({ side: "buy", crypto: "BTC", method: "paypal" }),
  currencyCode: "EUR",
  group: "online-transfers",
  fiatMin: "100.5",
  isVerifiedOffers: true,
  isVerifiedUsers: true,
  onlineUsers: true,
  acceptableOnly: true,
  convertFromUSD: true,
  countryIso: "DE",
  usersCountryIso: "FR",
  tags: ["cash-only", "no-vpn"],
  binCode: "4242",
  cardRegion: "US",
  locationId: "276",
  localMethods: true,
  block: true,
  sortType: "release_time_asc",
  page: 3,
};

test("a state written to an address is read back as it was", () => {
  for (const state of [full, listingState({ side: "sell", crypto: "USDT" })]) {
    const address = new URL(listingHref("ar", state), "http://localhost");
    assert.equal(address.pathname.startsWith("/ar/trading/"), true);
    assert.deepEqual(readListingState(state, address.searchParams), state);
  }
});

test("an address leaves out default values", () => {
  assert.equal(
    listingHref("en", listingState({ side: "buy", crypto: "ETH" })),
    "/trading/buy-eth/with-any-payment-method?currencyCode=any",
  );
});

test("an address that names no currency starts in the visitor's own, and one that asks for any has all of them", () => {
  const place = { side: "buy", crypto: "BTC", method: "paypal" } as const;
  assert.equal(readListingState(place, new URLSearchParams(), { currencyCode: "MXN" }).currencyCode, "MXN");
  assert.equal(
    readListingState(place, new URLSearchParams("currencyCode=any"), { currencyCode: "MXN" }).currencyCode,
    null,
  );
  assert.equal(
    readListingState(place, new URLSearchParams("currencyCode=EUR"), { currencyCode: "MXN" }).currencyCode,
    "EUR",
  );
});

test("the filter that begins on is off where the address says so, and away where the feature is", () => {
  const place = { side: "buy", crypto: "BTC", method: "paypal" } as const;
  const read = (query: string, acceptable: "absent" | "off" | "on") =>
    readListingState(place, new URLSearchParams(query), { acceptable });
  for (const [query, acceptable, isOn] of [
    ["", "off", false],
    ["acceptableOnly=1", "off", true],
    ["", "on", true],
    ["acceptableOnly=0", "on", false],
    ["acceptableOnly=1", "absent", false],
  ] as const) {
    const state = read(query, acceptable);
    assert.equal(state.acceptableOnly, isOn, `${query} where it is ${acceptable}`);
    if (acceptable === "absent") continue;
    const [, written = ""] = listingHref("en", state).split("?");
    assert.deepEqual(read(written, acceptable).acceptableOnly, isOn, "its own address says the same");
  }
  const both = { isNewbieOffersEnabled: true, isNewbieOffersCheckedByDefault: true };
  assert.equal(acceptableFilter(both, { isSignedIn: true }), "on");
  assert.equal(acceptableFilter(both, { isSignedIn: false }), "off", "a visitor's begins off");
  assert.equal(acceptableFilter({ isNewbieOffersEnabled: true }, { isSignedIn: true }), "off");
  assert.equal(acceptableFilter({ isNewbieOffersCheckedByDefault: true }, { isSignedIn: true }), "absent");
});

test("a minimum that is no number is left out", () => {
  for (const text of ["abc", "1e3", "-5", "1,5", "", "0x10"])
    assert.equal(readListingState(full, new URLSearchParams({ "fiat-min": text })).fiatMin, null);
});

test("a visitor who buys is shown what owners sell", () => {
  assert.equal(listingQueryOf(full).type, "sell");
  assert.equal(listingQueryOf({ ...full, side: "sell" }).type, "buy");
});

test("the address and the call of a state say everything that is not at its default", () => {
  assert.equal(
    listingHref("es", full),
    "/es/trading/buy-btc/paypal?currencyCode=EUR&group=online-transfers&fiat-min=100.5&countryIso=DE&usersCountryIso=FR&binCode=4242&cardRegion=US&locationId=276&convertFromUSD=1&isVerifiedOffers=1&isVerifiedUsers=1&onlineUsers=1&localMethods=1&block=1&acceptableOnly=1&tags=cash-only,no-vpn&sortType=release_time_asc&page=3",
  );
  assert.deepEqual(listingQueryOf(full), {
    type: "sell",
    crypto_currency_id: "8",
    "payment-method": "paypal",
    convertFromUSD: "1",
    ...Object.fromEntries(Object.entries(listingQueryOf(full)).filter(([name]) => name.startsWith("verified_"))),
    online_users: "1",
    acceptable_only: "1",
    currency: "EUR",
    group: "online-transfers",
    "fiat-min": "100.5",
    visitor_country_iso: "DE",
    users_country_iso: "FR",
    binCode: "4242",
    cardRegion: "US",
    location_id: "276",
    is_payment_method_localized: "1",
    block: "1",
    tags: "cash-only,no-vpn",
    sort: "release_time_asc",
    page: "3",
    withFavorites: "1",
  });
  assert.deepEqual(JSON.parse(JSON.stringify(listingQueryOf(listingState({ side: "sell", crypto: "ETH" })))), {
    type: "buy",
    crypto_currency_id: "9",
    withFavorites: "1",
  });
});

test("filters are counted, and cleared without the choices beside them", () => {
  assert.equal(activeFilters(full), 15);
  assert.equal(activeFilters({ ...full, tags: [], onlineUsers: false, convertFromUSD: false }), 12);
  assert.equal(activeFilters(listingState({ side: "buy", crypto: "BTC" })), 0);
  assert.deepEqual(withoutFilters(full), {
    ...listingState({ side: "buy", crypto: "BTC", method: "paypal" }),
    currencyCode: "EUR",
    sortType: "release_time_asc",
  });
});

test("what an address says in another form is passed over", () => {
  const read = (query: string) => readListingState(full, new URLSearchParams(query));
  for (const [query, page] of [
    ["page=1", 1],
    ["page=999", 999],
    ["page=1000", 1],
    ["page=0", 1],
    ["page=-2", 1],
    ["", 1],
  ] as const)
    assert.equal(read(query).page, page, query);
  assert.deepEqual(read("tags=b,a").tags, ["a", "b"]);
  assert.deepEqual(read("tags=a,b,c,d,e,f,g,h,i,j").tags, ["a", "b", "c", "d", "e", "f", "g", "h"]);
  assert.deepEqual(read("tags=A").tags, []);
  assert.equal(read("sortType=none").sortType, "default");
  assert.deepEqual(
    ["1", "true", "0", "yes"].map((text) => read(`onlineUsers=${text}`).onlineUsers),
    [true, true, false, false],
  );
  assert.equal(
    listingHref("en", { ...full, ...withoutFilters(full), page: 1, sortType: "default" }),
    "/trading/buy-btc/paypal?currencyCode=EUR",
  );
});
