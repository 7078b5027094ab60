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
