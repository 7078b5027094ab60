// Guards: without an issuer there are no cards, and without the demo no card terminal; with Stripe Issuing there are cards, and no terminal.
import assert from "node:assert/strict";
import { test } from "node:test";
import { getCardAccount } from "#contract/products/cards/cards.ts";
import { payAtTerminal } from "#contract/products/cards/terminal.ts";
import { listStaffCards } from "#contract/products/cards/staff-cards.ts";
import { STRIPE_KEYS } from "../../devnet/doubles/stripe-issuing.ts";
import { aPerson, testApp } from "../../testing/index.ts";
import { aNamedUser } from "../../testing/people/restrictions.ts";

const BODY = {
  ...{ number: "9421000000000000", expires_month: "01", expires_year: "2030", cvv: "123", merchant: "Shop" },
  ...{ merchant_group: "shop" as const, country: "US", currency_code: "USD", amount: "1" },
};
const QUESTIONS = "/rest/v1/providers/stripe_issuing/authorizations";

test("a market without the demo and without an issuer has no call of cards, and takes no question", async () => {
  const app = await testApp({ config: { demo: false } });
  const { client } = await aPerson(app);
  const admin = await aNamedUser(app, "admin");
  assert.equal((await client.call(getCardAccount)).status, 404);
  assert.equal((await client.call(payAtTerminal, { body: BODY })).status, 404);
  assert.equal((await admin.client.call(listStaffCards, { query: {} })).status, 404);
  assert.equal((await app.app.fastify.inject({ method: "POST", url: QUESTIONS, payload: {} })).statusCode, 404);
});

test("with Stripe Issuing there are cards, and no terminal", async () => {
  const app = await testApp({ config: { demo: false, stripeIssuing: { ...STRIPE_KEYS, api: "http://127.0.0.1:1" } } });
  const { client } = await aPerson(app);
  const { data } = await client.call(getCardAccount);
  assert.deepEqual([data.simulated, data.issuerKey, data.asksAddress], [false, STRIPE_KEYS.publishableKey, true]);
  assert.equal((await client.call(payAtTerminal, { body: BODY })).status, 404);
  const admin = await aNamedUser(app, "admin");
  assert.equal((await admin.client.call(listStaffCards, { query: {} })).data.issuer, "stripe_issuing");
});
