// Guards: a listing's address holds its whole state.
import assert from "node:assert/strict";
import { test } from "node:test";
import { type ListingState, listingHref, listingQueryOf, listingState, readListingState } from "./listing-address.ts";

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
  pageId: "p1",
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

test("an address says nothing of what stands at its default", () => {
  assert.equal(
    listingHref("en", listingState({ side: "buy", crypto: "ETH" })),
    "/trading/buy-eth/with-any-payment-method?currencyCode=any",
  );
});

test("an address that names no currency starts in the visitor's own, and one that asks for any has all of them", () => {
  const place = { side: "buy", crypto: "BTC", method: "paypal" } as const;
  assert.equal(readListingState(place, new URLSearchParams(), "MXN").currencyCode, "MXN");
  assert.equal(readListingState(place, new URLSearchParams("currencyCode=any"), "MXN").currencyCode, null);
  assert.equal(readListingState(place, new URLSearchParams("currencyCode=EUR"), "MXN").currencyCode, "EUR");
});

test("a minimum that is no number is left out", () => {
  for (const text of ["abc", "1e3", "-5", "1,5", "", "0x10"])
    assert.equal(readListingState(full, new URLSearchParams({ "fiat-min": text })).fiatMin, null);
});

test("a visitor who buys is shown what owners sell", () => {
  assert.equal(listingQueryOf(full).type, "sell");
  assert.equal(listingQueryOf({ ...full, side: "sell" }).type, "buy");
});
