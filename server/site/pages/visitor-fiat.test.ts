// Guards: a page starts in the currency of the account; a guest's in the one chosen last, else of the country, else dollars.
import assert from "node:assert/strict";
import { test } from "node:test";
import { aUser, testApp } from "../../testing/index.ts";
import { findListingState } from "./listing-state.ts";
import { visitorFiat } from "./visitor-fiat.ts";

const { db, owner } = await testApp();
const userId = await db.tx((tx) => aUser(tx));
await owner.query("update users set currency_code = 'CHF' where id = $1", [userId]);

type Asked = { chosenFiat?: string; countries?: string[]; isSignedIn?: boolean };

const fiatOf = ({ chosenFiat, countries = [], isSignedIn = false }: Asked) =>
  db.read((tx) =>
    visitorFiat({
      tx,
      viewer: isSignedIn ? ({ userId } as never) : undefined,
      visitor: { referralCode: null, chosenFiat: chosenFiat ?? null, countries },
    }),
  );

test("each source goes before the next", async () => {
  const all: Asked = { chosenFiat: "NGN", countries: ["KE", "IN"], isSignedIn: true };
  const order: [Asked, string][] = [
    [all, "CHF"],
    [{ ...all, isSignedIn: false }, "NGN"],
    [{ countries: ["KE", "IN"] }, "KES"],
    [{ countries: ["IN"] }, "INR"],
    [{}, "USD"],
  ];
  for (const [asked, code] of order) assert.equal(await fiatOf(asked), code, JSON.stringify(asked));
});

test("what does not exist is passed over, not shown", async () => {
  assert.equal(await fiatOf({ chosenFiat: "ZZZ", countries: ["XX", "T1", "DE"] }), "EUR");
  assert.equal(await fiatOf({ countries: ["XX"] }), "USD");
});

test("an address that names a currency, or all of them, goes before everything", () => {
  const stateOf = (query: string) => {
    const reader = { currencyCode: "KES", acceptable: "off", isSignedIn: false } as const;
    const found = findListingState({ market: "buy-btc", method: "paypal" }, new URLSearchParams(query), reader);
    return found && "state" in found ? found.state.currencyCode : undefined;
  };
  assert.equal(stateOf(""), "KES");
  assert.equal(stateOf("currencyCode=EUR"), "EUR");
  assert.equal(stateOf("currencyCode=any"), null);
});
