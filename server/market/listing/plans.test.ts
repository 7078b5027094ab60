// Guards: a page of the listing reads about as many offers as it shows, however many there are.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import type { ListingQuery } from "#contract/market/offers/offers.ts";
import { playRecordedRates } from "../../money/rates/index.ts";
import { testDb } from "../../testing/index.ts";
import { manyOffers } from "../../testing/market/many-offers.ts";
import { nodesOf, type Plan, planOf, rowsRead } from "../../testing/plans.ts";
import { readEligibility } from "../trades/index.ts";
import { asksEligible, listingFrom } from "./filters/listing-query.ts";
import { listingRows } from "./listing-rows.ts";

const { db, owner } = await testDb();

before(async () => {
  await db.tx(playRecordedRates);
  await manyOffers(owner, { owners: 5000, offers: 40_000 });
});

const VISITOR = { viewer: undefined, countryIso: "US" };

/** The plan of the statement that draws this page, as it ran. */
async function planOfPage(query: ListingQuery): Promise<Plan> {
  const eligibility = asksEligible(query) ? await db.read((tx) => readEligibility(tx, VISITOR)) : undefined;
  const listing = listingFrom(query, undefined, eligibility);
  const bounds = query["fiat-min"] ? { min: { units: 5000n }, max: { units: 5000n } } : {};
  return db.read((tx) => planOf(tx, (explaining) => listingRows(explaining, { listing, bounds, viewerId: undefined })));
}

const CASES: [string, ListingQuery, number][] = [
  ["by rank with a method", { currency: "USD", "payment-method": "other-bank-transfer" }, 60],
  ["by rank without", { currency: "USD" }, 60],
  [
    "by price with a method",
    { currency: "USD", "payment-method": "other-bank-transfer", sort: "crypto_usd_price_asc" },
    60,
  ],
  ["by price without", { currency: "USD", sort: "crypto_usd_price_asc" }, 60],
  ["by price, dearest first", { currency: "USD", sort: "crypto_usd_price_desc" }, 60],
  ["by price for a sum", { currency: "USD", sort: "crypto_usd_price_asc", "fiat-min": "50" }, 400],
  ["in every currency by rank", {}, 60],
  ["in every currency by price", { sort: "crypto_usd_price_asc" }, 250],
  ["of what may be taken", { currency: "USD", acceptable_only: "1" }, 60],
  ["of what may be taken by price", { currency: "USD", acceptable_only: "1", sort: "crypto_usd_price_asc" }, 60],
  ["owners who are there", { currency: "USD", online_users: "1" }, 60],
];

for (const [name, query, most] of CASES) {
  test(`a page ${name} reads at most ${most} of the offers and none one by one`, async () => {
    const plan = await planOfPage({ type: "sell", ...query });
    assert.ok(!nodesOf(plan).some((node) => node["Node Type"] === "Seq Scan" && node["Relation Name"] === "offers"));
    const read = rowsRead(plan, "offers");
    assert.ok(read <= most, `${read} offers were read`);
  });
}

test("a plan that reads every offer would be seen", async () => {
  const plan = await db.read((tx) =>
    planOf(tx, (explaining) => explaining.rows`select id from offers where terms like '%no such words%'`),
  );
  assert.ok(rowsRead(plan, "offers") > 30_000 && nodesOf(plan).some((node) => node["Node Type"] === "Seq Scan"));
});
