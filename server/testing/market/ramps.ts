/** Purchases and sales at providers for tests: a market with a bank, people with accounts and coins, and orders through the calls. */
import assert from "node:assert/strict";
import type { CryptoCode } from "#contract/money/money.ts";
import { createBankAccount, createMobileWallet } from "#contract/market/trades/payment/accounts.ts";
import type { RampDirection, RampRail } from "#contract/products/ramps/names.ts";
import {
  createOffRamp,
  getRampOrder,
  listRampCorridors,
  openOnRamp,
  payHouseBank,
  quoteRamp,
  type RampOrder,
} from "#contract/products/ramps/ramps.ts";
import { checkInvariants, LEDGER_CHECKS, post } from "../../money/ledger/index.ts";
import type { Config } from "../../platform/settings/config.ts";
import { PROVIDER_CHECKS } from "../../products/providers/index.ts";
import { RAMP_CHECKS } from "../../products/ramps/index.ts";
import { getFiat } from "../../reference/catalog/index.ts";
import { type TestApp, testApp } from "../app.ts";
import { giveCoins } from "./offers.ts";
import { RIGHT_ACCOUNTS, RIGHT_WALLET } from "./payment-accounts.ts";
import { aPerson, freshRates, giveHistory, giveLevel, type TestPerson } from "./trades.ts";

/** As the names of test users. */
export const PAYER = "Ada Byron";

export async function rampWorld(config: Partial<Config> = { demo: true }) {
  const app = await testApp({ config });
  await freshRates(app);
  await readRamps(app);
  return { ...app, ...callsOf(app) };
}

/** What the provider offers, the operator's money there, and the coins that the operator sells. */
export async function readRamps(app: TestApp): Promise<void> {
  await app.runJob("read-ramp-corridors");
  await app.runJob("read-ramp-statements");
  const postings = [{ from: "outside:USDT:chain", to: "house:USDT:inventory", units: 100_000_000_000n }];
  await app.db.tx((tx) => post(tx, [{ kind: "test_deposit", subject: "coins of the operator", postings }]));
}

/** With coins, a verified name, and a history that lets them pay. */
export async function aRampUser(app: TestApp, units = 500_000_000n): Promise<TestPerson> {
  const person = await aPerson(app);
  await giveLevel(app, person.id, 3);
  await app.db.tx((tx) => giveCoins(tx, person.id, "USDT", units));
  await giveHistory(app, [person.id]);
  return person;
}

/** Of Nigeria, in naira, and older than a day. */
export async function aNigerianAccount(app: TestApp, { client }: TestPerson): Promise<string> {
  const body = { ...RIGHT_ACCOUNTS.NG, holder_name: PAYER, fiat_currency_id: getFiat("NGN").id };
  const { data, code } = await client.call(createBankAccount, { body });
  assert.equal(code, "");
  await makeOlder(app, data.id);
  return data.id;
}

async function makeOlder(app: TestApp, id: string): Promise<void> {
  await app.owner.query(
    "update payment_accounts set updated_at = updated_at - interval '2 days' where public_id = $1",
    [id],
  );
}

/** In pesos, and older than a day; the last digits of the CLABE say what the demo's bank does with a payout. */
export async function aMexicanAccount(
  app: TestApp,
  { client }: TestPerson,
  clabe: string,
  holder = PAYER,
): Promise<string> {
  const { data, code } = await client.call(createBankAccount, {
    body: { ...RIGHT_ACCOUNTS.MX, clabe, holder_name: holder, fiat_currency_id: getFiat("MXN").id },
  });
  assert.equal(code, "");
  await makeOlder(app, data.id);
  return data.id;
}

/** A right CLABE that ends so: the last digit is a check. */
export function clabeThatEnds(ending: string): string {
  for (let number = 0; number < 1000; number++) {
    const digits = `0321800001183${String(number).padStart(3, "0")}${ending.slice(0, 1)}`;
    const sum = [...digits].reduce(
      (total, digit, place) => total + ((Number(digit) * Number("371"[place % 3])) % 10),
      0,
    );
    if ((10 - (sum % 10)) % 10 === Number(ending.slice(1))) return digits + ending.slice(1);
  }
  throw new Error(`no CLABE ends with ${ending}`);
}

export async function aKenyanWallet({ client }: TestPerson, phone: string = RIGHT_WALLET.phone): Promise<string> {
  return (await client.call(createMobileWallet, { body: { ...RIGHT_WALLET, phone } })).data.id;
}

type Wish = {
  readonly direction?: RampDirection;
  readonly rail?: RampRail;
  readonly country?: string;
  readonly amount?: string;
  readonly coins?: string;
  readonly account?: string;
  readonly currency?: CryptoCode;
};

export async function aRampQuote(
  { client }: TestPerson,
  { direction = "buy", rail = "bank", country = "NG", amount, coins, account, currency = "USDT" }: Wish = {},
) {
  const { corridors } = (await client.call(listRampCorridors, { query: { direction } })).data;
  const found = corridors.find((one) => one.countryIso === country && one.rail === rail);
  assert.ok(found, "no such corridor");
  const sum = coins === undefined ? { amount: amount ?? "30000" } : { coins };
  const body = { corridor_id: found.id, crypto_currency_code: currency, ...sum };
  return client.call(quoteRamp, { body: { ...body, ...(account === undefined ? {} : { account_id: account }) } });
}

function callsOf(app: TestApp) {
  const balance = async (name: string): Promise<bigint> =>
    BigInt(
      (await app.owner.query("select balance_units from ledger_accounts where name = $1", [name])).rows[0]
        ?.balance_units ?? 0,
    );
  const view = async ({ client }: TestPerson, id: string): Promise<RampOrder> =>
    (await client.call(getRampOrder, { params: { id } })).data;
  const run = () => app.runJob("run-ramps");
  /** Opened, and the provider has said where to pay. */
  const opened = async (person: TestPerson, wish: Wish = {}) => {
    const quote = await aRampQuote(person, wish);
    assert.equal(quote.code, "");
    const { data, code } = await person.client.call(openOnRamp, { body: { quote_id: quote.data.id } });
    assert.equal(code, "");
    await run();
    return view(person, data.id);
  };
  const sold = async (person: TestPerson, wish: Wish = {}) => {
    const quote = await aRampQuote(person, { direction: "sell", country: "MX", amount: "1500", ...wish });
    assert.equal(quote.code, "");
    return person.client.call(createOffRamp, { body: { quote_id: quote.data.id } });
  };
  const pay = async (
    person: TestPerson,
    order: RampOrder,
    more: { amount?: string; name?: string; isLate?: boolean } = {},
  ) => {
    const body = {
      ...{ words: order.instructions?.words ?? "", currency_code: order.currencyCode },
      ...{ amount: more.amount ?? order.amount, payer_name: more.name ?? PAYER, is_late: more.isLate ?? false },
    };
    const { data } = await person.client.call(payHouseBank, { body });
    await run();
    return data.outcome;
  };
  return {
    ...{ balance, view, run, opened, sold, pay },
    user: (units?: bigint) => aRampUser(app, units),
    nigerianAccount: (person: TestPerson) => aNigerianAccount(app, person),
    /** Of Mexico. */
    account: (person: TestPerson, ending = "19", holder = PAYER) =>
      aMexicanAccount(app, person, clabeThatEnds(ending), holder),
    available: ({ id }: TestPerson, code: CryptoCode = "USDT") => balance(`user:${id}:${code}:available`),
    async moveOn(ms: number) {
      await app.moveClock(ms);
      await freshRates(app);
      await app.runJob("read-ramp-corridors");
      await run();
    },
    /** The coin costs so much times its recorded price. */
    async priceBy(factor: number) {
      await freshRates(app);
      await app.owner.query("update rates set rate = round(rate * $1, 10) where crypto = 'USDT'", [factor]);
    },
    async assertBooks() {
      const broken = await app.db.tx((tx) =>
        checkInvariants(tx, [...LEDGER_CHECKS, ...PROVIDER_CHECKS, ...RAMP_CHECKS]),
      );
      assert.deepEqual(broken, []);
    },
  };
}
