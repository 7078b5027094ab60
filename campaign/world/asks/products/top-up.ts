/** Calls of top-ups: a number that was found, its quote and its order. */
import { createTopUpRule } from "#contract/products/top-up-rules.ts";
import {
  createTopUp,
  getTopUpLookUp,
  listTopUpOperators,
  lookUpTopUpNumber,
  quoteTopUp,
  showTopUpCode,
} from "#contract/products/top-ups.ts";
import { readProvider } from "../../../../server/testing/market/top-ups.ts";
import { aPerson, giveCoins, type TestApp, type TestPerson } from "../../../../server/testing/index.ts";
import type { World } from "../../open-world.ts";

const PHONE = { phone: "+2348031234550", country_iso: "NG" } as const;

const read = new WeakMap<TestApp, Promise<void>>();

async function aPayer(app: TestApp): Promise<TestPerson> {
  const reading = read.get(app) ?? readProvider(app);
  read.set(app, reading);
  await reading;
  const person = await aPerson(app);
  await app.db.tx((tx) => giveCoins(tx, person.id, "USDT", 100_000_000n));
  return person;
}

async function aLookUp(app: TestApp) {
  const payer = await aPayer(app);
  const asked = await payer.client.call(lookUpTopUpNumber, { body: PHONE });
  await app.runJob("run-top-ups");
  const { data } = await payer.client.call(getTopUpLookUp, { params: { id: asked.data.id } });
  return { payer, lookUp: data };
}

async function aWish(app: TestApp, wantsCode = false) {
  const { payer, lookUp } = await aLookUp(app);
  const query = { country: "NG", crypto_currency_code: "USDT" } as const;
  const { operators } = (await payer.client.call(listTopUpOperators, { query })).data;
  const sold = operators.find(({ id }) => id === lookUp.operatorId)?.products;
  const product_id = sold?.find(({ isPin }) => isPin === wantsCode)?.id ?? "";
  return { payer, body: { look_up_id: lookUp.id, product_id, crypto_currency_code: "USDT" } as const };
}

/** A quote of somebody with coins, for calls and for functions of the database. */
export async function aTopUpQuote(app: TestApp): Promise<{ readonly payer: TestPerson; readonly quote: string }> {
  const { payer, body } = await aWish(app);
  return { payer, quote: (await payer.client.call(quoteTopUp, { body })).data.id };
}

/** An order whose code was delivered. */
export async function aTopUpCode(app: TestApp): Promise<{ readonly payer: TestPerson; readonly order: string }> {
  const { payer, body } = await aWish(app, true);
  const { id } = (await payer.client.call(quoteTopUp, { body })).data;
  const { data } = await payer.client.call(createTopUp, { body: { quote_id: id } });
  await app.runJob("run-top-ups");
  return { payer, order: data.id };
}

/** A monthly top-up, and the question that it asked. */
async function anAsk(app: TestApp) {
  const { payer, quote } = await aTopUpQuote(app);
  const { data: order } = await payer.client.call(createTopUp, { body: { quote_id: quote } });
  const body = { order_id: order.id, day: 1, most_usd: "50" };
  const { data: rule } = await payer.client.call(createTopUpRule, { body });
  await app.owner.query("update top_up_rules set next_at = market_now() - interval '1 minute' where hash = $1", [
    rule.id,
  ]);
  await app.runJob("ask-top-up-rules");
  const { rows } = await app.owner.query(
    "select ask.hash from top_up_asks ask join top_up_rules rule on rule.id = ask.rule_id where rule.hash = $1",
    [rule.id],
  );
  return { payer, body, rule: rule.id, ask: String(rows[0]?.hash) };
}

export function topUpAsks({ app, tokens }: Pick<World, "app" | "tokens">) {
  return {
    listTopUpOperators: async () => ({
      by: (await aPayer(app)).client.token,
      query: { country: "NG", crypto_currency_code: "USDT" },
    }),
    lookUpTopUpNumber: async () => ({ by: (await aPayer(app)).client.token, body: PHONE }),
    getTopUpLookUp: async () => {
      const { payer, lookUp } = await aLookUp(app);
      return { by: payer.client.token, other: tokens.stranger, params: { id: lookUp.id } };
    },
    quoteTopUp: async () => {
      const { payer, body } = await aWish(app);
      return { by: payer.client.token, body };
    },
    createTopUp: async () => {
      const { payer, quote } = await aTopUpQuote(app);
      await app.prove(payer.client.token, { kind: "order", id: quote });
      return { by: payer.client.token, body: { quote_id: quote } };
    },
    createTopUpRule: async () => {
      const { payer, body } = await anAsk(app);
      return { by: payer.client.token, body };
    },
    changeTopUpRule: async () => {
      const { payer, rule } = await anAsk(app);
      const body = { status: "paused", most_usd: "40" } as const;
      return { by: payer.client.token, other: tokens.stranger, params: { id: rule }, body };
    },
    quoteTopUpAsk: async () => {
      const { payer, ask } = await anAsk(app);
      return { by: payer.client.token, other: tokens.stranger, params: { id: ask } };
    },
    skipTopUpAsk: async () => {
      const { payer, ask } = await anAsk(app);
      return { by: payer.client.token, other: tokens.stranger, params: { id: ask } };
    },
    showTopUpCode: async () => {
      const { payer, order } = await aTopUpCode(app);
      return { by: payer.client.token, other: tokens.stranger, params: { id: order } };
    },
    redeemHousePin: async () => {
      const { payer, order } = await aTopUpCode(app);
      const { data } = await payer.client.call(showTopUpCode, { params: { id: order } });
      return { by: payer.client.token, body: { code: data.code } };
    },
    getTopUp: async () => {
      const { payer, quote } = await aTopUpQuote(app);
      const { data } = await payer.client.call(createTopUp, { body: { quote_id: quote } });
      return { by: payer.client.token, other: tokens.stranger, params: { id: data.id } };
    },
  };
}
