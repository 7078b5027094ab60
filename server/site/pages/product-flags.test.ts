// Guards: a product that is switched off for a reader has no entry in the menu, no screen of its own and no call; the landings are for everybody.
import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import type { EndpointShape } from "#contract/platform/endpoint.ts";
import type { FlagName } from "#contract/reference/flag-names.ts";
import * as store from "#contract/products/store/gift-card-store.ts";
import * as ramps from "#contract/products/ramps/ramps.ts";
import * as rules from "#contract/products/top-up-rules.ts";
import * as topUps from "#contract/products/top-ups.ts";
import { makeApp } from "../../app.ts";
import { ids } from "../../platform/ids.ts";
import { testApp } from "../../testing/index.ts";
import { aRampUser, readRamps } from "../../testing/market/ramps.ts";
import { readProvider } from "../../testing/market/top-ups.ts";
import { freshRates } from "../../testing/market/trades.ts";
import { readPlainPage, writePlainWeb } from "../../testing/plain-web.ts";

const app = await testApp({ config: { demo: true } });
await freshRates(app);
await readRamps(app);
await readProvider(app);
await app.runJob("read-store-catalog");
const folder = mkdtempSync(join(tmpdir(), "parley-product-flags-"));
const drawing = await makeApp({ ...app.ports, distDir: writePlainWeb(folder) });
after(async () => {
  await drawing.close();
  rmSync(folder, { recursive: true, force: true });
});

async function asked(url: string, token?: string) {
  const headers = { accept: "text/html", ...(token === undefined ? {} : { cookie: `parley=${token}` }) };
  const { statusCode, body } = await drawing.fastify.inject({ method: "GET", url, headers });
  return { status: statusCode, page: statusCode === 200 ? readPlainPage(body) : undefined };
}

const idOf = async (sql: string) => String((await app.owner.query(sql)).rows[0].id);
const corridor = (direction: string) =>
  idOf(`select id from ramp_corridors where direction = '${direction}' and rail = 'bank' limit 1`);
const card = await idOf("select id from store_products where is_active limit 1");
const hash = ids.hash();
const quote = { body: { quote_id: hash } };
const lines = [{ product_id: card, amount: "10", quantity: 1 }];
const wish = async (direction: string) => ({
  body: { corridor_id: await corridor(direction), crypto_currency_code: "USDT", amount: "10000" },
});

type Wanted = readonly (readonly [EndpointShape, object])[];
type Product = {
  readonly page: string;
  readonly prop: string;
  readonly calls: Wanted;
  readonly places: readonly string[];
};

const PRODUCTS: Readonly<Partial<Record<FlagName, Product>>> = {
  isMobileTopUpEnabled: {
    ...{ page: "/mobile-top-up", prop: "offer", places: [] },
    calls: [
      [topUps.listTopUpOperators, { query: { country: "NG", crypto_currency_code: "USDT" } }],
      [topUps.lookUpTopUpNumber, { body: { phone: "+2348031234550", country_iso: "NG" } }],
      [topUps.quoteTopUp, { body: { look_up_id: hash, product_id: "1", crypto_currency_code: "USDT" } }],
      [topUps.createTopUp, quote],
      [rules.createTopUpRule, { body: { order_id: hash, day: 1, most_usd: "5" } }],
      [rules.quoteTopUpAsk, { params: { id: hash } }],
    ],
  },
  isOnRampEnabled: {
    ...{ page: "/wallet/onramp", prop: "start", places: [] },
    calls: [
      [ramps.listRampCorridors, { query: { direction: "buy" } }],
      [ramps.quoteRamp, await wish("buy")],
      [ramps.openOnRamp, quote],
    ],
  },
  isOfframpEnabled: {
    ...{ page: "/off-ramp", prop: "start", places: [] },
    calls: [
      [ramps.listRampCorridors, { query: { direction: "sell" } }],
      [ramps.quoteRamp, await wish("sell")],
      [ramps.createOffRamp, quote],
    ],
  },
  isGiftCardStoreEnabled: {
    ...{
      page: "/gift-card-store",
      prop: "store",
      places: [`/gift-card-store/products/${card}`, "/gift-card-store/cart"],
    },
    calls: [
      [store.listStoreProducts, { query: {} }],
      [store.getStoreProduct, { params: { id: card }, query: {} }],
      [store.quoteStoreOrder, { body: { lines, crypto_currency_code: "USDT" } }],
      [store.createStoreOrder, quote],
    ],
  },
};

for (const [flag, { page, prop, calls, places }] of Object.entries(PRODUCTS))
  test(`without ${flag} there is no entry of the menu, no screen and no call`, async () => {
    const { client } = await aRampUser(app);
    const statusOf = async ([endpoint, args]: Wanted[number]) => (await client.call(endpoint, args as never)).code;
    const shown = await asked(page, client.token);
    assert.notEqual(shown.page.props[prop], null);
    assert.equal(shown.page.flags[flag], true);
    for (const wanted of calls) assert.notEqual(await statusOf(wanted), "request.not_found", wanted[0].name);
    await app.owner.query("update feature_flags set percent = 0 where name = $1", [flag]);
    const hidden = await asked(page, client.token);
    assert.deepEqual([hidden.status, hidden.page.props[prop], hidden.page.flags[flag]], [200, null, false]);
    for (const place of places) assert.equal((await asked(place, client.token)).status, 404, place);
    for (const wanted of calls) assert.equal(await statusOf(wanted), "request.not_found", wanted[0].name);
    await app.owner.query("update feature_flags set percent = 100 where name = $1", [flag]);
  });

test("the landing of gift cards has what is sold here for everybody, and says so where nothing is", async () => {
  const { status, page } = await asked("/gift-cards");
  assert.deepEqual([status, page.props.store.products.length, page.props.store.simulated], [200, 6, true]);
  const { client } = await aRampUser(app);
  await app.owner.query("update feature_flags set percent = 0 where name = 'isGiftCardStoreEnabled'");
  assert.equal((await asked("/es/gift-cards", client.token)).page.props.store, null);
});

test("the landing of Lightning has the fees and limits that are set, the reader's address, and says so where it is switched off", async () => {
  await app.owner.query(
    "insert into settings (name, value, changed_at) values ('lightning.fee_bp', '75', market_now()), ('lightning.month_usd', '5000', market_now())",
  );
  const { status, page } = await asked("/bitcoin-lightning");
  const { address, ...terms } = page.props.terms;
  assert.deepEqual(
    [status, terms],
    [200, { isOwn: false, feePct: "0.75", networkPct: "0.5", paymentUsd: "750", monthUsd: "5000" }],
  );
  assert.match(address, /^username@/);
  const { client, id } = await aRampUser(app);
  const { rows } = await app.owner.query("select username from users where id = $1", [id]);
  const own = (await asked("/ar/bitcoin-lightning", client.token)).page.props.terms;
  assert.deepEqual([own.isOwn, own.address.split("@")[0]], [true, rows[0].username]);
  await app.owner.query("update feature_flags set percent = 0 where name = 'isLightningEnabled'");
  assert.equal((await asked("/bitcoin-lightning", client.token)).page.props.terms, null);
  assert.equal((await asked("/lightning", client.token)).status, 404);
});
