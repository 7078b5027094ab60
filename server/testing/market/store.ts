/** The gift card store for tests: a market with a provider, people with coins, and orders through the calls. */
import assert from "node:assert/strict";
import type { CryptoCode } from "#contract/money/money.ts";
import {
  createStoreOrder,
  getStoreOrder,
  listStoreProducts,
  quoteStoreOrder,
  type StoreOrder,
} from "#contract/products/store/gift-card-store.ts";
import { checkInvariants, LEDGER_CHECKS } from "../../money/ledger/index.ts";
import type { Config } from "../../platform/settings/config.ts";
import { PROVIDER_CHECKS } from "../../products/providers/index.ts";
import { STORE_CHECKS } from "../../products/store/index.ts";
import { type TestApp, testApp } from "../app.ts";
import { giveCoins } from "./offers.ts";
import { aPerson, freshRates, giveHistory, type TestPerson } from "./trades.ts";

export async function storeWorld(config: Partial<Config> = { demo: true }) {
  const app = await testApp({ config });
  await freshRates(app);
  await readStore(app);
  return { ...app, ...storeCalls(app) };
}

/** What its provider sells, and how much of the operator's money it has. */
export async function readStore(app: TestApp): Promise<void> {
  await app.runJob("read-store-catalog");
  await app.runJob("read-store-statements");
}

/** A line by brand and currency. */
export type Wished = readonly [brand: string, amount: string, quantity: number, currency?: string];

/** On a market that has other products too. */
export function storeCalls(app: TestApp) {
  const payer = async (units = 400_000_000n): Promise<TestPerson> => {
    const person = await aPerson(app);
    await app.db.tx((tx) => giveCoins(tx, person.id, "USDT", units));
    await giveHistory(app, [person.id]);
    return person;
  };
  const lines = async ({ client }: TestPerson, wished: readonly Wished[]) => {
    const { data } = await client.call(listStoreProducts);
    return wished.map(([brand, amount, quantity, currency = "USD"]) => {
      const found = data.products.find((one) => one.brand === brand && one.currencyCode === currency);
      assert.ok(found, `${brand} is not sold`);
      return { product_id: found.id, amount, quantity };
    });
  };
  const quoted = async (person: TestPerson, wished: readonly Wished[], currency: CryptoCode = "USDT") =>
    person.client.call(quoteStoreOrder, {
      body: { lines: await lines(person, wished), crypto_currency_code: currency },
    });
  const paid = async (person: TestPerson, wished: readonly Wished[]) => {
    const { data, code } = await quoted(person, wished);
    assert.equal(code, "");
    return person.client.call(createStoreOrder, { body: { quote_id: data.id } });
  };
  const view = async ({ client }: TestPerson, id: string): Promise<StoreOrder> =>
    (await client.call(getStoreOrder, { params: { id } })).data;
  const balance = async (name: string): Promise<bigint> =>
    BigInt(
      (await app.owner.query("select balance_units from ledger_accounts where name = $1", [name])).rows[0]
        ?.balance_units ?? 0,
    );
  const run = () => app.runJob("run-store");
  return {
    payer,
    lines,
    quoted,
    paid,
    view,
    balance,
    run,
    /** Paid and delivered. */
    async bought(person: TestPerson, wished: readonly Wished[]): Promise<StoreOrder> {
      const { data, code } = await paid(person, wished);
      assert.equal(code, "");
      await run();
      return view(person, data.id);
    },
    available: ({ id }: TestPerson, code: CryptoCode = "USDT") => balance(`user:${id}:${code}:available`),
    async moveOn(ms: number) {
      await app.moveClock(ms);
      await freshRates(app);
      await run();
    },
    async assertBooks() {
      const checks = [...LEDGER_CHECKS, ...PROVIDER_CHECKS, ...STORE_CHECKS];
      assert.deepEqual(await app.db.tx((tx) => checkInvariants(tx, checks)), []);
    },
  };
}
