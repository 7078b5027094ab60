// Guards: a page of the listing reads about as many offers as it shows, however many there are.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import type { ListingQuery } from "#contract/offers.ts";
import type { Tx } from "../../platform/db.ts";
import { playRecordedRates } from "../../money/rates/index.ts";
import { testDb } from "../../testing/index.ts";
import { manyOffers } from "../../testing/many-offers.ts";
import { listingFrom } from "./listing-query.ts";
import { listingRows } from "./listing-rows.ts";

const { db, owner } = await testDb();

before(async () => {
  await db.tx(playRecordedRates);
  await manyOffers(owner, { owners: 5000, offers: 40_000 });
});

type Plan = {
  "Node Type": string;
  "Relation Name"?: string;
  "Actual Rows": number;
  "Actual Loops": number;
  "Rows Removed by Filter"?: number;
  Plans?: Plan[];
};

/** The plan of the statement that draws this page, as it ran. */
async function planOf(query: ListingQuery): Promise<Plan> {
  return db.tx(async (tx) => {
    const explaining: Tx = {
      ...tx,
      rows: (strings, ...values) => {
        const [first = "", ...rest] = strings;
        const texts = [`explain (analyze, format json) ${first}`, ...rest];
        return tx.rows(Object.assign(texts, { raw: texts }), ...values);
      },
    };
    const listing = listingFrom(query, undefined);
    const bounds = query["fiat-min"] ? { min: { units: 5000n }, max: { units: 5000n } } : {};
    const [row] = await listingRows(explaining, { listing, bounds, viewerId: undefined });
    return (row as unknown as { "QUERY PLAN": { Plan: Plan }[] })["QUERY PLAN"][0]?.Plan ?? fail();
  });
}

function fail(): never {
  throw new Error("the database gave no plan");
}

function nodes(plan: Plan): Plan[] {
  return [plan, ...(plan.Plans ?? []).flatMap(nodes)];
}

/** Offers that the plan looked at, shown or thrown away. */
function offersRead(plan: Plan): number {
  const scans = nodes(plan).filter((node) => node["Relation Name"] === "offers");
  return scans.reduce(
    (sum, node) => sum + (node["Actual Rows"] + (node["Rows Removed by Filter"] ?? 0)) * node["Actual Loops"],
    0,
  );
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
  ["owners who are there", { currency: "USD", online_users: "1" }, 60],
];

for (const [name, query, most] of CASES) {
  test(`a page ${name} reads at most ${most} of the offers and none one by one`, async () => {
    const plan = await planOf({ type: "sell", ...query });
    assert.ok(!nodes(plan).some((node) => node["Node Type"] === "Seq Scan" && node["Relation Name"] === "offers"));
    assert.ok(offersRead(plan) <= most, `${offersRead(plan)} offers were read`);
  });
}

test("a plan that reads every offer would be seen", async () => {
  const plan = await db.read(async (tx) => {
    const [row] = await tx.rows<{ "QUERY PLAN": { Plan: Plan }[] }>`
      explain (analyze, format json) select id from offers where terms like '%no such words%'`;
    return row?.["QUERY PLAN"][0]?.Plan ?? fail();
  });
  assert.ok(offersRead(plan) > 30_000 && nodes(plan).some((node) => node["Node Type"] === "Seq Scan"));
});
