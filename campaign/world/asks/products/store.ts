/** Calls of the gift card store: a cart, its order, and its cards. */
import {
  createStoreOrder,
  getStoreOrder,
  listStoreProducts,
  quoteStoreOrder,
  showStoreCode,
  type StoreOrder,
} from "#contract/products/store/gift-card-store.ts";
import { aPerson, giveCoins, giveHistory, type TestApp, type TestPerson } from "../../../../server/testing/index.ts";
import { readStore } from "../../../../server/testing/market/store.ts";
import type { World } from "../../open-world.ts";

const read = new WeakMap<TestApp, Promise<void>>();

async function aPayer(app: TestApp): Promise<TestPerson> {
  const reading = read.get(app) ?? readStore(app);
  read.set(app, reading);
  await reading;
  const person = await aPerson(app);
  await app.db.tx((tx) => giveCoins(tx, person.id, "USDT", 100_000_000n));
  await giveHistory(app, [person.id]);
  return person;
}

async function aCart(app: TestApp) {
  const payer = await aPayer(app);
  const { products } = (await payer.client.call(listStoreProducts, { query: { q: "Parley Market", currency: "USD" } }))
    .data;
  const product_id = products[0]?.id ?? "";
  return { payer, body: { lines: [{ product_id, amount: "10", quantity: 1 }], crypto_currency_code: "USDT" } as const };
}

/** A quote of somebody with coins, for calls and for functions of the database. */
export async function aStoreQuote(app: TestApp): Promise<{ readonly payer: TestPerson; readonly quote: string }> {
  const { payer, body } = await aCart(app);
  return {
    payer,
    quote: (await payer.client.call(quoteStoreOrder, { body: { ...body, lines: [...body.lines] } })).data.id,
  };
}

/** Paid and delivered. */
export async function aStoreOrder(app: TestApp): Promise<{ readonly payer: TestPerson; readonly order: StoreOrder }> {
  const { payer, quote } = await aStoreQuote(app);
  const { data } = await payer.client.call(createStoreOrder, { body: { quote_id: quote } });
  await app.runJob("run-store");
  return { payer, order: (await payer.client.call(getStoreOrder, { params: { id: data.id } })).data };
}

export function storeAsks({ app, tokens }: Pick<World, "app" | "tokens">) {
  const ofACard = async (body?: object, isSeen = false) => {
    const { payer, order } = await aStoreOrder(app);
    const params = { id: order.cards[0]?.id ?? "" };
    if (isSeen) await payer.client.call(showStoreCode, { params });
    return { by: payer.client.token, other: tokens.stranger, params, ...(body ? { body } : {}) };
  };
  return {
    getStoreProduct: async () => {
      const { payer, body } = await aCart(app);
      return { by: payer.client.token, params: { id: body.lines[0].product_id }, query: {} };
    },
    quoteStoreOrder: async () => {
      const { payer, body } = await aCart(app);
      return { by: payer.client.token, body };
    },
    createStoreOrder: async () => {
      const { payer, quote } = await aStoreQuote(app);
      await app.prove(payer.client.token, { kind: "order", id: quote });
      return { by: payer.client.token, body: { quote_id: quote } };
    },
    getStoreOrder: async () => {
      const { payer, order } = await aStoreOrder(app);
      return { by: payer.client.token, other: tokens.stranger, params: { id: order.id } };
    },
    showStoreCode: () => ofACard(),
    changeStoreCard: () => ofACard({ is_used: true, note: "for a friend" }),
    moveStoreCard: () => ofACard(),
    reportStoreCard: () => ofACard({ report: "The shop says that it is not valid." }, true),
    redeemHouseCard: async () => {
      const { payer, order } = await aStoreOrder(app);
      const { data } = await payer.client.call(showStoreCode, { params: { id: order.cards[0]?.id ?? "" } });
      return { by: payer.client.token, body: { code: data.code } };
    },
  };
}
