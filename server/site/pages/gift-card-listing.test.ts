// Guards: offers that gift cards pay have a page of their own, in every language, with its title, its filters, and links that stay there.
import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { makeApp } from "../../app.ts";
import type { ListingProps } from "#contract/market/offers/listing/page.ts";
import { listsAssets } from "#contract/reference/asset-groups.ts";
import {
  activeFilters,
  changedListing,
  listingHref,
  listingQueryOf,
  listingState,
  readListingState,
  withoutFilters,
} from "#contract/market/offers/listing/address.ts";
import { aMarket, aPerson, giveLevel, testApp } from "../../testing/index.ts";
import { readPlainPage, writePlainWeb } from "../../testing/plain-web.ts";

const app = await testApp();
const folder = mkdtempSync(join(tmpdir(), "parley-gift-cards-"));
const drawing = await makeApp({ ...app.ports, distDir: writePlainWeb(folder) });
after(async () => {
  await drawing.close();
  rmSync(folder, { recursive: true, force: true });
});

async function asked(url: string, session?: string) {
  const cookie = session === undefined ? {} : { cookie: `parley=${session}` };
  const headers = { accept: "text/html", ...cookie };
  const { statusCode, body } = await drawing.fastify.inject({ method: "GET", url, headers });
  return { status: statusCode, body };
}

test("the page of gift cards has offers of gift cards alone, whatever its address says of a group", async () => {
  const [card, bank] = [
    await aMarket(app, { payment_method: "amazon-gift-card" }),
    await aMarket(app, { payment_method: "paypal" }),
  ];
  const any = await asked("/buy-giftcard/with-any-payment-method?group=bank-transfers&currencyCode=any");
  assert.equal(any.status, 200);
  assert.ok(any.body.includes(card.offer) && !any.body.includes(bank.offer));
  const spanish = await asked("/es/sell-giftcard-for-usdt/amazon-gift-card?cardRegion=US");
  assert.equal(spanish.status, 200);
});

test("the numbers of the page of gift cards are those beside its filters, and its methods are gift cards", async () => {
  await aMarket(app, { payment_method: "itunes-gift-card" });
  await aMarket(app, { payment_method: "skrill" });
  const { props } = readPlainPage((await asked("/buy-giftcard/with-any-payment-method?currencyCode=USD")).body);
  const { meta, facets } = props as unknown as ListingProps;
  assert.ok(meta.total > 0);
  assert.equal(meta.sellCount, meta.total, "the tab");
  assert.equal(facets.groups.find(({ slug }) => slug === "gift-cards")?.count, meta.total, "the payment type");
  assert.equal(facets.currencies.find(({ code }) => code === "USD")?.count, meta.total, "the currency");
  assert.equal(
    facets.methods.reduce((sum, { count }) => sum + count, 0),
    meta.total,
    "the methods",
  );
  assert.ok(facets.methods.every(({ group }) => group === "gift-cards"));
});

test("a filter stays at the page of gift cards; another method or group leads to the listing of all", () => {
  const before = listingState({ side: "buy", crypto: "ETH", isOfGiftCards: true });
  assert.equal(listingHref("en", before), "/buy-giftcard-for-eth/with-any-payment-method?currencyCode=any");
  assert.deepEqual([before.group, activeFilters(before)], ["gift-cards", 0]);
  const filtered = changedListing(before, { binCode: "4111", currencyCode: "USD" });
  assert.equal(
    listingHref("es", filtered),
    "/es/buy-giftcard-for-eth/with-any-payment-method?currencyCode=USD&binCode=4111",
  );
  assert.equal(listingQueryOf(filtered).group, "gift-cards");
  assert.equal(withoutFilters(filtered).isOfGiftCards, true);
  for (const change of [{ group: null }, { group: "bank-transfers" }, { method: "paypal" }]) {
    const left = changedListing(before, change);
    assert.deepEqual([left.isOfGiftCards, listingHref("en", left).startsWith("/trading/buy-eth/")], [false, true]);
  }
});

test("only a reader below level 1 reads that such offers are hidden, at every address that lists only them", async () => {
  const [low, other] = [await aPerson(app), await aPerson(app)];
  await giveLevel(app, low.id, 0);
  await giveLevel(app, other.id, 1);
  const hides = async (url: string, session?: string) =>
    readPlainPage((await asked(url, session)).body).props.hidesAssets;
  for (const url of ["/buy-giftcard/with-any-payment-method", "/trading/buy-btc/with-any-payment-method"])
    assert.deepEqual(
      [await hides(url, low.client.token), await hides(url, other.client.token), await hides(url)],
      [true, false, false],
      url,
    );
});

test("what is hidden is such a group, or a method of one, and the wish to see it stays in the address", () => {
  const any = listingState({ side: "buy", crypto: "BTC" });
  const states = [{ group: "gift-cards" }, { group: "digital-currencies" }, { group: "bank-transfers" }, {}];
  assert.deepEqual(
    states.map((state) => listsAssets({ ...any, ...state }, null)),
    [true, true, false, false],
  );
  assert.equal(listsAssets({ ...any, method: "monero-xmr" }, "digital-currencies"), true);
  assert.equal(listsAssets({ ...any, method: "paypal", group: "gift-cards" }, "online-transfers"), false);
  const cards = listingState({ side: "buy", crypto: "BTC", isOfGiftCards: true });
  const shown = changedListing(cards, { showsAssets: true });
  assert.match(listingHref("en", shown), /^\/buy-giftcard\/.*[?&]showAssets=1$/);
  assert.equal(readListingState(cards, new URLSearchParams("showAssets=1")).showsAssets, true);
  assert.equal(withoutFilters(shown).showsAssets, true);
  assert.deepEqual(listingQueryOf(shown), listingQueryOf(cards), "the same is asked for");
});

test("what is no gift card, no coin or no side has no such address", async () => {
  for (const url of [
    "/buy-giftcard/paypal",
    "/buy-giftcard/never-was",
    "/buy-giftcard-for-doge/amazon-gift-card",
    "/hold-giftcard/amazon-gift-card",
  ])
    assert.equal((await asked(url)).status, 404, url);
});
