/** Calls of virtual cards: somebody with a card and dollars, and a shop. */
import { getCardAccount, openCardDispute, quoteCardTopUp } from "#contract/products/cards/cards.ts";
import { bookAtTerminal } from "#contract/products/cards/terminal.ts";
import {
  aCard,
  aCardUser,
  bringDollars,
  giveDollars,
  numberOf,
  payWith,
} from "../../../../server/testing/market/cards.ts";
import type { TestApp, TestPerson } from "../../../../server/testing/index.ts";
import type { World } from "../../open-world.ts";

const given = new WeakMap<TestApp, Promise<void>>();

async function anOwner(app: TestApp): Promise<TestPerson> {
  const giving = given.get(app) ?? giveDollars(app);
  given.set(app, giving);
  await giving;
  return aCardUser(app);
}

async function ready(app: TestApp) {
  const owner = await anOwner(app);
  const card = await aCard(owner);
  await bringDollars(owner, "100");
  return { owner, card, by: owner.client.token };
}

const EVIDENCE = "The shop charged me twice for one order.";

/** What a shop took of somebody. */
async function aTaking(app: TestApp) {
  const { owner, card, by } = await ready(app);
  const { data: paid } = await payWith(owner, card, "5");
  const body = { payment_id: paid.id, kind: "capture" as const, usd: "5", is_final: true };
  await owner.client.call(bookAtTerminal, { body });
  await app.runJob("book-card-messages");
  const { payments } = (await owner.client.call(getCardAccount)).data;
  return { owner, by, taking: payments[0]?.takings[0]?.id ?? "" };
}

/** An online payment that somebody is asked about. */
async function anOnlinePayment(app: TestApp) {
  const { owner, card, by } = await ready(app);
  const { data } = await payWith(owner, card, "5", { online: true });
  return { owner, by, payment: data.id };
}

/** A quote of somebody with a card, for calls and for functions of the database. */
export async function aCardQuote(app: TestApp) {
  const { owner, by } = await ready(app);
  const { data } = await owner.client.call(quoteCardTopUp, { body: { usd: "10", crypto_currency_code: "USDT" } });
  return { owner, by, quote: data.id };
}

export function cardAsks({ app, tokens }: Pick<World, "app" | "tokens">) {
  const ofCard = async () => {
    const { card, by } = await ready(app);
    return { by, other: tokens.stranger, params: { id: card.id } };
  };
  return {
    getCardAccount: async () => ({ by: (await ready(app)).by }),
    createCard: async () => ({ by: (await anOwner(app)).client.token, body: { label: "Online", day_limit: "50" } }),
    changeCard: async () => ({ ...(await ofCard()), body: { label: "Travel", status: "frozen" as const } }),
    terminateCard: ofCard,
    showCardNumber: async () => {
      const asked = await ofCard();
      await app.prove(asked.by, { kind: "show_card", id: "account" });
      return { ...asked, body: {} };
    },
    quoteCardTopUp: async () => ({
      by: (await ready(app)).by,
      body: { usd: "10", crypto_currency_code: "USDT" as const },
    }),
    topUpCards: async () => {
      const { by, quote } = await aCardQuote(app);
      await app.prove(by, { kind: "order", id: quote });
      return { by, body: { quote_id: quote } };
    },
    withdrawCardMoney: async () => ({ by: (await ready(app)).by, body: { usd: "5", at_least: "1" } }),
    payAtTerminal: async () => {
      const { owner, card, by } = await ready(app);
      const { number, cvv, expiresMonth: expires_month, expiresYear: expires_year } = await numberOf(owner, card);
      const shop = { merchant: "Shop", merchant_group: "shop" as const, country: "US", currency_code: "USD" };
      return { by, body: { number, cvv, expires_month, expires_year, amount: "5", ...shop } };
    },
    answerCardPayment: async () => {
      const { owner, by } = await anOnlinePayment(app);
      const { approvals } = (await owner.client.call(getCardAccount)).data;
      return { by, other: tokens.stranger, params: { id: approvals[0]?.id ?? "" }, body: { approve: true } };
    },
    getTerminalPayment: async () => {
      const { by, payment } = await anOnlinePayment(app);
      return { by, params: { id: payment } };
    },
    openCardDispute: async () => {
      const { by, taking } = await aTaking(app);
      return { by, body: { taking_id: taking, reason: "duplicate" as const, usd: "5", evidence: EVIDENCE } };
    },
    answerAtTerminal: async () => {
      const { owner, by, taking } = await aTaking(app);
      const body = { taking_id: taking, reason: "duplicate" as const, usd: "5", evidence: EVIDENCE };
      const { data } = await owner.client.call(openCardDispute, { body });
      return { by, body: { dispute_id: data.id, answer: "dispute_credit" as const, usd: "5" } };
    },
    bookAtTerminal: async () => {
      const { owner, card, by } = await ready(app);
      const { data } = await payWith(owner, card, "5");
      return { by, body: { payment_id: data.id, kind: "capture" as const, usd: "5" } };
    },
  };
}
