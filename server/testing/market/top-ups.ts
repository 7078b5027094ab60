/** Top-ups for tests: a market with a provider, people with coins, and orders through the calls. */
import assert from "node:assert/strict";
import type { CryptoCode } from "#contract/money/money.ts";
import {
  createTopUp,
  getTopUp,
  getTopUpLookUp,
  listTopUpOperators,
  lookUpTopUpNumber,
  quoteTopUp,
  type TopUpOrder,
} from "#contract/products/top-ups.ts";
import { checkInvariants, LEDGER_CHECKS } from "../../money/ledger/index.ts";
import type { Config } from "../../platform/settings/config.ts";
import { PROVIDER_CHECKS } from "../../products/providers/index.ts";
import { type TestApp, testApp } from "../app.ts";
import { giveCoins } from "./offers.ts";
import { aPerson, freshRates, giveHistory, type TestPerson } from "./trades.ts";

export async function topUpWorld(config: Partial<Config> = { demo: true }) {
  const app = await testApp({ config });
  await freshRates(app);
  await readProvider(app);
  return { ...app, ...topUpCalls(app) };
}

/** What it sells, and how much of the operator's money it has. */
export async function readProvider(app: TestApp): Promise<void> {
  await app.runJob("read-top-up-catalog");
  await app.runJob("read-top-up-statements");
}

type Wish = {
  readonly phone?: string;
  /** The place of the amount among those that are sold. */
  readonly place?: number;
  readonly currency?: CryptoCode;
  readonly isAgain?: boolean;
};

/** On a market that has other products too. */
export function topUpCalls(app: TestApp) {
  const payer = async (units = 200_000_000n): Promise<TestPerson> => {
    const person = await aPerson(app);
    await app.db.tx((tx) => giveCoins(tx, person.id, "USDT", units));
    await giveHistory(app, [person.id]);
    return person;
  };
  const found = async ({ client }: TestPerson, phone: string) => {
    const asked = await client.call(lookUpTopUpNumber, { body: { phone, country_iso: "NG" } });
    if (asked.code !== "") return asked;
    await app.runJob("run-top-ups");
    return client.call(getTopUpLookUp, { params: { id: asked.data.id } });
  };
  const quoted = async (
    person: TestPerson,
    { phone = "+2348031234550", place = 0, currency = "USDT", isAgain = false }: Wish = {},
  ) => {
    const { client } = person;
    const lookUp = (await found(person, phone)).data;
    const query = { country: lookUp.countryIso, crypto_currency_code: currency };
    const { operators } = (await client.call(listTopUpOperators, { query })).data;
    const product = operators.find(({ id }) => id === lookUp.operatorId)?.products[place];
    assert.ok(product, "nothing is sold");
    const body = { look_up_id: lookUp.id, product_id: product.id, crypto_currency_code: currency, again: isAgain };
    return client.call(quoteTopUp, { body });
  };
  const paid = async (person: TestPerson, wish: Wish = {}) => {
    const { data, code } = await quoted(person, wish);
    assert.equal(code, "");
    return person.client.call(createTopUp, { body: { quote_id: data.id } });
  };
  const view = async ({ client }: TestPerson, id: string): Promise<TopUpOrder> =>
    (await client.call(getTopUp, { params: { id } })).data;
  const balance = async (name: string): Promise<bigint> =>
    BigInt(
      (await app.owner.query("select balance_units from ledger_accounts where name = $1", [name])).rows[0]
        ?.balance_units ?? 0,
    );
  return {
    payer,
    found,
    quoted,
    paid,
    view,
    balance,
    available: ({ id }: TestPerson, code: CryptoCode = "USDT") => balance(`user:${id}:${code}:available`),
    run: () => app.runJob("run-top-ups"),
    async moveOn(ms: number) {
      await app.moveClock(ms);
      await freshRates(app);
      await app.runJob("run-top-ups");
    },
    async assertBooks() {
      const broken = await app.db.tx((tx) => checkInvariants(tx, [...LEDGER_CHECKS, ...PROVIDER_CHECKS]));
      assert.deepEqual(broken, []);
    },
  };
}
