/** What tests are built with: a real database, the whole app, and makers that go through the verbs. */
export { type TestApp, type TestClient, testApp } from "./app.ts";
export { testDb, testLog } from "./database.ts";
export { anOffer, giveBond, giveCoins, offerBody } from "./market/offers.ts";
export { aUser, signIn, TEST_PASSWORD } from "./people/people.ts";
export { testAssertion, testKeyOf } from "./people/proving.ts";
export {
  aMarket,
  aPerson,
  aTrade,
  freshRates,
  giveHistory,
  giveLevel,
  priceNow,
  start,
  type TestMarket,
  type TestPerson,
} from "./market/trades.ts";
