// Guards: a country's page has the offers of its currency and their terms, those that are not open have none, and the old addresses lead on.
import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { makeApp } from "../../app.ts";
import { testApp } from "../../testing/index.ts";
import { aMarket, freshRates } from "../../testing/market/trades.ts";
import { readPlainPage, writePlainWeb } from "../../testing/plain-web.ts";

const world = await testApp();
await freshRates(world);
const folder = mkdtempSync(join(tmpdir(), "parley-countries-"));
const app = await makeApp({ ...world.ports, distDir: writePlainWeb(folder) });
after(async () => {
  await app.close();
  rmSync(folder, { recursive: true, force: true });
});

async function open(url: string) {
  const answer = await app.fastify.inject({ url, headers: { accept: "text/html" } });
  const isPage = answer.statusCode === 200;
  return {
    ...{ status: answer.statusCode, to: answer.headers.location },
    props: isPage ? readPlainPage(answer.body).props : undefined,
  };
}

test("a country's page has the offers in its currency, with their methods and terms", async () => {
  await aMarket(world, { fiat_currency_code: "NGN", range_min: "40000", range_max: "900000" });
  const { status, props } = await open("/es/buy/bitcoin/nigeria");
  assert.equal(status, 200);
  assert.equal(props.fiatCode, "NGN");
  assert.equal(props.total, 1);
  assert.deepEqual(
    props.methods.map(({ slug, count }: { slug: string; count: number }) => [slug, count]),
    [["other-bank-transfer", 1]],
  );
  assert.ok(Number(props.limits.least) > 0 && Number(props.limits.most) >= Number(props.limits.least));
});

test("without offers it says that there are none, and the sitemap leaves the country out unless it has a text", async () => {
  const { status, props } = await open("/buy/bitcoin/bhutan");
  assert.equal(status, 200);
  assert.deepEqual([props.total, props.offers, props.methods, props.limits, props.releaseSec], [0, [], [], null, null]);
  const { body } = await app.fastify.inject({ url: "/sitemap.xml" });
  assert.match(body, /\/es\/buy\/bitcoin\/nigeria</);
  assert.match(body, /\/buy\/bitcoin\/vietnam</);
  assert.doesNotMatch(body, /\/buy\/bitcoin\/bhutan</);
});

test("a country that is closed, unknown or without a currency has no page", async () => {
  for (const country of ["antarctica", "atlantis", "Nigeria"])
    assert.equal((await open(`/buy/bitcoin/${country}`)).status, 404, country);
  await world.owner.query(
    `insert into settings (name, value, changed_at) values ('catalog.disabled_countries', '["PH"]', market_now())
     on conflict (name) do update set value = excluded.value`,
  );
  assert.equal((await open("/buy/bitcoin/philippines")).status, 404);
});

test("the addresses of both sides lead to the listing with the method that they name", async () => {
  assert.equal((await open("/buy-bitcoin?paymentMethod=paypal")).to, "/trading/buy-btc/paypal");
  assert.equal(
    (await open("/es/sell-bitcoin?paymentMethod=with-any-payment-method")).to,
    "/es/trading/sell-btc/with-any-payment-method",
  );
  assert.equal((await open("/buy-bitcoin?paymentMethod=no-such")).to, "/trading/buy-btc/with-any-payment-method");
});
