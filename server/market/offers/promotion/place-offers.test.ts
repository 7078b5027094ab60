// Guards: many offers placed at once say what each would say if its owner had made it, and are refused for the same.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { OfferBody } from "#contract/market/offers/my/offers.ts";
import { changeSetting } from "../../../reference/settings/index.ts";
import { anOffer, aUser, freshRates, giveBond, giveCoins, offerBody, testApp } from "../../../testing/index.ts";
import { placeOffers } from "./place-offers.ts";

const app = await testApp();
await freshRates(app);
const { db, owner } = app;

async function someone() {
  return db.tx(async (tx) => {
    const id = await aUser(tx);
    await giveCoins(tx, id, "BTC", 10_000_000n);
    await giveBond(tx, id);
    return id;
  });
}

const place = (ownerId: bigint, hash: string, body: OfferBody) =>
  db.tx((tx) =>
    placeOffers(tx, [
      { hash, ownerId, countryIso: "DE", isAutomated: true, createdAt: new Date("2026-01-02T03:04:05Z"), body },
    ]),
  );

async function rowOf(hash: string): Promise<Record<string, unknown>> {
  const { rows } = await owner.query("select * from offers where hash = $1", [hash]);
  const { id, hash: _, owner_id, created_at, updated_at, is_automated, ...said } = rows[0] as Record<string, unknown>;
  assert.ok(id && owner_id && created_at && updated_at && is_automated !== undefined);
  return said;
}

const BODIES: readonly Partial<OfferBody>[] = [
  {},
  { payment_method: "amazon-gift-card", margin: "12.5", predefined_amount: ["50", "25"], card_regions: ["US"] },
  { fiat_currency_code: "JPY", range_min: "5000", range_max: "90000", tags: ["photo-id-required"] },
  { offer_type: "buy", country_limitation_type: "allowed", country_limitation_list: ["FR", "DE"] },
  { duty_hours: [{ day: 2, start_time: "09:00", end_time: "17:00", active: true }], timezone: "Europe/Berlin" },
  { crypto_currency_code: "ETH", offer_cap: { amount: "900", active: true }, require_min_past_trades: 2 },
];

test("what is placed is what would have been made", async () => {
  for (const [index, changes] of BODIES.entries()) {
    const [one, two] = [await someone(), await someone()];
    const hash = `placed${index}aaaaaaa`;
    const [placed] = await place(one, hash, offerBody(changes));
    assert.equal(placed?.hash, hash);
    const made = await db.tx((tx) => anOffer(tx, two, changes));
    assert.deepEqual(await rowOf(hash), await rowOf(made), JSON.stringify(changes));
  }
  const { rows } = await owner.query(
    "select created_at, updated_at, is_automated from offers where hash = 'placed0aaaaaaa'",
  );
  assert.deepEqual(rows[0], {
    created_at: new Date("2026-01-02T03:04:05Z"),
    updated_at: new Date("2026-01-02T03:04:05Z"),
    is_automated: true,
  });
});

test("what could not be made is not placed", async () => {
  const one = await someone();
  const refused = (changes: Partial<OfferBody>, code: string) =>
    assert.rejects(place(one, "refusedaaaaaaa", offerBody(changes)), { code }, JSON.stringify(changes));
  await refused({ payment_method: "no-such-method" }, "offer.method_unavailable");
  await refused({ fiat_currency_code: "ZZZ" }, "offer.currency_unknown");
  await refused({ margin: "90" }, "offer.margin_range");
  await db.tx((tx) => changeSetting(tx, { name: "catalog.disabled_methods", value: ["paypal"], changedBy: null }));
  await refused({ payment_method: "paypal" }, "offer.method_unavailable");
});

test("more than a statement takes are placed as well, and nothing is written for none", async () => {
  const one = await someone();
  const { rows: codes } = await owner.query<{ fiat: string }>(
    "select distinct fiat from rates where fiat <> 'QQQ' order by fiat",
  );
  assert.ok(codes.length > 100);
  const bodies = ["BTC", "ETH", "USDT"].flatMap((crypto) =>
    ["buy", "sell"].flatMap((side) =>
      codes.map(({ fiat }) =>
        offerBody({
          offer_type: side as "buy",
          crypto_currency_code: crypto as "BTC",
          fiat_currency_code: fiat,
          range_min: "9000000",
          range_max: "90000000",
        }),
      ),
    ),
  );
  assert.ok(bodies.length > 500);
  const placed = await db.tx((tx) =>
    placeOffers(
      tx,
      bodies.map((body, index) => ({
        hash: `many${String(index).padStart(10, "0")}`,
        ownerId: one,
        countryIso: "DE",
        isAutomated: false,
        createdAt: tx.now,
        body,
      })),
    ),
  );
  assert.equal(placed.length, bodies.length);
  assert.deepEqual(await db.tx((tx) => placeOffers(tx, [])), []);
});
