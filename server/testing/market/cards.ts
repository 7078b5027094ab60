/** Virtual cards for tests: a market with dollars of the operator, people with coins and cards, and a shop. */
import {
  type Card,
  type CardNumber,
  createCard,
  getCardAccount,
  openCardDispute,
  quoteCardTopUp,
  showCardNumber,
  topUpCards,
} from "#contract/products/cards/cards.ts";
import { answerAtTerminal, bookAtTerminal, payAtTerminal } from "#contract/products/cards/terminal.ts";
import type { DisputeAnswer, EntryKind } from "#contract/products/cards/names.ts";
import type { BodyOf } from "#contract/platform/endpoint.ts";
import { checkInvariants, LEDGER_CHECKS, post } from "../../money/ledger/index.ts";
import type { Config } from "../../platform/settings/config.ts";
import { CARD_CHECKS } from "../../products/cards/index.ts";
import { type TestApp, testApp } from "../app.ts";
import { giveCoins } from "./offers.ts";
import { aPerson, freshRates, giveHistory, type TestPerson } from "./trades.ts";

export async function cardWorld(config: Partial<Config> = {}) {
  const app = await testApp({ config: { demo: true, ...config } });
  await freshRates(app);
  await giveDollars(app);
  return { ...app, ...callsOf(app) };
}

/** To the operator, who sells them. */
export async function giveDollars(app: TestApp): Promise<void> {
  const postings = [{ from: "outside:USD:issuer", to: "house:USD:inventory", units: 100_000_000n }];
  await app.db.tx((tx) => post(tx, [{ kind: "test", subject: "dollars of the operator", postings }]));
}

/** With coins, and a history that lets them pay. */
export async function aCardUser(app: TestApp): Promise<TestPerson> {
  const person = await aPerson(app);
  await app.db.tx((tx) => giveCoins(tx, person.id, "USDT", 2_000_000_000n));
  await giveHistory(app, [person.id]);
  return person;
}

export async function aCard({ client }: TestPerson, body: Partial<BodyOf<typeof createCard>> = {}): Promise<Card> {
  return (await client.call(createCard, { body: { label: "Online", ...body } })).data;
}

export async function bringDollars({ client }: TestPerson, usd: string) {
  const { data } = await client.call(quoteCardTopUp, { body: { usd, crypto_currency_code: "USDT" } });
  return client.call(topUpCards, { body: { quote_id: data.id } });
}

/** As the house issuer shows it. */
export async function numberOf({ client }: TestPerson, { id }: Pick<Card, "id">): Promise<CardNumber> {
  const { data } = await client.call(showCardNumber, { params: { id }, body: {} });
  if (!("number" in data)) throw new Error("the issuer has the number");
  return data;
}

type Wish = Partial<Omit<BodyOf<typeof payAtTerminal>, "number" | "cvv">>;

export async function payWith(person: TestPerson, card: Card, amount: string, wish: Wish = {}) {
  const { number, cvv, expiresMonth, expiresYear } = await numberOf(person, card);
  return person.client.call(payAtTerminal, {
    body: {
      ...{ number, cvv, expires_month: expiresMonth, expires_year: expiresYear, amount },
      ...{ merchant: "Shop", merchant_group: "shop", country: "US", currency_code: "USD" },
      ...wish,
    },
  });
}

function callsOf(app: TestApp) {
  return {
    user: () => aCardUser(app),
    /** A card of somebody with so many dollars on the account. */
    async ready(usd: string, body: Partial<BodyOf<typeof createCard>> = {}) {
      const person = await aCardUser(app);
      const card = await aCard(person, body);
      await bringDollars(person, usd);
      return { person, card };
    },
    account: async ({ client }: TestPerson) => (await client.call(getCardAccount)).data,
    /** What a merchant does with a payment, booked. */
    async book({ client }: TestPerson, paymentId: string, kind: EntryKind, usd: string, isFinal = false) {
      await client.call(bookAtTerminal, { body: { payment_id: paymentId, kind, usd, is_final: isFinal } });
      await app.runJob("book-card-messages");
    },
    /** A payment of so much that the merchant took at once. */
    async taken(person: TestPerson, card: Card, usd: string) {
      const { id: payment } = (await payWith(person, card, usd)).data;
      await person.client.call(bookAtTerminal, { body: { payment_id: payment, kind: "capture", usd, is_final: true } });
      await app.runJob("book-card-messages");
      const found = (await person.client.call(getCardAccount)).data.payments.find(({ id }) => id === payment);
      return { payment, taking: found?.takings[0]?.id ?? "" };
    },
    dispute({ client }: TestPerson, taking: string, usd: string) {
      const evidence = "The parcel never came, and the shop does not answer.";
      return client.call(openCardDispute, { body: { taking_id: taking, reason: "not_received", usd, evidence } });
    },
    /** The issuer's answer, booked. */
    async answer({ client }: TestPerson, dispute: string, answer: DisputeAnswer, usd: string) {
      const sent = await client.call(answerAtTerminal, { body: { dispute_id: dispute, answer, usd } });
      await app.runJob("book-card-messages");
      return sent;
    },
    async assertBooks() {
      const broken = await app.db.tx((tx) => checkInvariants(tx, [...LEDGER_CHECKS, ...CARD_CHECKS]));
      if (broken.length > 0) throw new Error(JSON.stringify(broken));
    },
  };
}
