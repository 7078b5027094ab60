// Guards: an address of the listing that names what its call would refuse is a page all the same.
import assert from "node:assert/strict";
import { test } from "node:test";
import { findListingState } from "./listing-state.ts";

const read = (query: string, isSignedIn: boolean) => {
  const reader = { currencyCode: "USD", acceptable: "off" as const, isSignedIn };
  const found = findListingState(
    { market: "buy-btc", method: "with-any-payment-method" },
    new URLSearchParams(query),
    reader,
  );
  assert.ok(found && "state" in found);
  return found.state;
};

test("methods of one's own country need a country, and a place of payment has to be one", () => {
  assert.equal(read("localMethods=1", false).localMethods, false);
  assert.equal(read("localMethods=1", true).localMethods, true);
  assert.equal(read("localMethods=1&countryIso=DE", false).localMethods, true);
  assert.equal(read("locationId=276", false).locationId, "276");
  assert.equal(read("locationId=9999", false).locationId, "9999");
  assert.equal(read("locationId=12345", false).locationId, null);
});

test("the page that an address names leads to its filters, beside those of the address; an unknown one says nothing", () => {
  const led = (query: string) => {
    const reader = { currencyCode: "USD", acceptable: "off" as const, isSignedIn: false };
    const place = { market: "buy-btc", method: "with-any-payment-method" };
    const found = findListingState(place, new URLSearchParams(query), reader);
    assert.ok(found && "canonical" in found);
    const { currencyCode, group, onlineUsers } = found.canonical;
    return { currencyCode, group, onlineUsers };
  };
  const none = { currencyCode: "USD", group: null, onlineUsers: false };
  assert.deepEqual(led("pageId=nigeria"), { ...none, currencyCode: "NGN" });
  assert.deepEqual(led("pageId=nigeria&currencyCode=EUR"), { ...none, currencyCode: "EUR" });
  assert.deepEqual(led("pageId=gift-cards"), { ...none, group: "gift-cards" });
  assert.deepEqual(led("pageId=buy-crypto-instantly"), { ...none, onlineUsers: true });
  assert.deepEqual(led("pageId=atlantis"), none);
});
