/** Calls of purchases and sales at providers: quotes, orders in each state that a call needs, and the demo's bank. */
import { createOffRamp, openOnRamp, payHouseBank, type RampOrder } from "#contract/products/ramps/ramps.ts";
import {
  aKenyanWallet,
  aMexicanAccount,
  aRampQuote,
  aRampUser,
  clabeThatEnds,
  PAYER,
  readRamps,
} from "../../../../server/testing/market/ramps.ts";
import { freshRates, type TestApp, type TestPerson } from "../../../../server/testing/index.ts";
import type { World } from "../../open-world.ts";

const read = new WeakMap<TestApp, Promise<void>>();

async function aBuyer(app: TestApp): Promise<TestPerson> {
  // Others set prices of their own, which are far from those of the corridors.
  await freshRates(app);
  const reading = read.get(app) ?? readRamps(app);
  read.set(app, reading);
  await reading;
  return aRampUser(app);
}

/** Quotes of somebody with coins and accounts, for calls and for functions of the database. */
export async function aBuyQuote(app: TestApp, isByPhone = false) {
  const buyer = await aBuyer(app);
  const wish = isByPhone
    ? ({ rail: "mobile_money", country: "KE", amount: "2000", account: await aKenyanWallet(buyer) } as const)
    : {};
  return { person: buyer, quote: (await aRampQuote(buyer, wish)).data.id };
}

export async function aSellQuote(app: TestApp) {
  const seller = await aBuyer(app);
  const account = await aMexicanAccount(app, seller, clabeThatEnds("19"));
  const wish = { direction: "sell", country: "MX", amount: "1500", account } as const;
  return { person: seller, quote: (await aRampQuote(seller, wish)).data.id };
}

async function aPurchase(app: TestApp, isByPhone = false): Promise<{ person: TestPerson; order: RampOrder }> {
  const { person, quote } = await aBuyQuote(app, isByPhone);
  const { data } = await person.client.call(openOnRamp, { body: { quote_id: quote } });
  await app.runJob("run-ramps");
  return { person, order: data };
}

/** Another sum came. */
export async function aHeldPurchase(app: TestApp) {
  const { person, order } = await aPurchase(app);
  const { rows } = await app.owner.query(
    "select reference from ramp_orders ramp join provider_orders made on made.quote_id = ramp.quote_id where made.hash = $1",
    [order.id],
  );
  const body = { words: rows[0].reference, currency_code: "NGN", amount: "100", payer_name: PAYER };
  await person.client.call(payHouseBank, { body });
  await app.runJob("run-ramps");
  return { person, order };
}

export function rampAsks({ app, tokens }: Pick<World, "app" | "tokens">) {
  const other = tokens.stranger;
  const ofOrder = async ({ person, order }: { person: TestPerson; order: RampOrder }) => ({
    by: person.client.token,
    other,
    params: { id: order.id },
  });
  return {
    listRampCorridors: async () => ({ by: (await aBuyer(app)).client.token, query: { direction: "buy" } }),
    listRampOrders: async () => ({ by: (await aBuyer(app)).client.token, query: { direction: "buy" } }),
    quoteRamp: async () => {
      const person = await aBuyer(app);
      const { rows } = await app.owner.query(
        "select id::text from ramp_corridors where country = 'NG' and direction = 'buy' and provider = 'house_bank'",
      );
      return {
        by: person.client.token,
        body: { corridor_id: rows[0].id, crypto_currency_code: "USDT", amount: "30000" },
      };
    },
    openOnRamp: async () => {
      const { person, quote } = await aBuyQuote(app);
      return { by: person.client.token, body: { quote_id: quote } };
    },
    createOffRamp: async () => {
      const { person, quote } = await aSellQuote(app);
      await app.prove(person.client.token, { kind: "order", id: quote });
      return { by: person.client.token, body: { quote_id: quote } };
    },
    getRampOrder: async () => ofOrder(await aPurchase(app)),
    cancelOnRamp: async () => ofOrder(await aPurchase(app)),
    chooseOnRamp: async () => ({ ...(await ofOrder(await aHeldPurchase(app))), body: { choice: "refund" } }),
    payHouseBank: async () => ({
      by: (await aBuyer(app)).client.token,
      body: { words: "PAR-NOBODY", currency_code: "NGN", amount: "100", payer_name: PAYER },
    }),
    answerHousePrompt: async () => ({
      ...(await ofOrder(await aPurchase(app, true))),
      body: { is_approved: true, payer_name: PAYER },
    }),
    sendBackFromHouse: async () => {
      const { person, quote } = await aSellQuote(app);
      const { data } = await person.client.call(createOffRamp, { body: { quote_id: quote } });
      await app.runJob("run-ramps");
      return ofOrder({ person, order: data });
    },
  };
}
