/** Spot markets for tests: two people with coins and a trading session, and the market process on demand. */
import { openSpotSession, placeSpotOrder, type SpotOrder } from "#contract/products/spot/spot.ts";
import type { BodyOf } from "#contract/platform/endpoint.ts";
import { SPOT_SYMBOLS, type SpotSymbol } from "#contract/products/spot/names.ts";
import type { TestApp } from "../app.ts";
import { giveCoins } from "./offers.ts";
import { aPerson, freshRates, giveLevel, type TestPerson } from "./trades.ts";

/** A person with ten bitcoin, a hundred ether and a million dollars, who may place orders. */
export async function aSpotTrader(app: TestApp): Promise<TestPerson> {
  const person = await aPerson(app);
  await giveLevel(app, person.id, 4);
  await app.db.tx(async (tx) => {
    await giveCoins(tx, person.id, "BTC", 1_000_000_000n);
    await giveCoins(tx, person.id, "ETH", 100_000_000_000n);
    await giveCoins(tx, person.id, "USDT", 1_000_000_000_000n);
  });
  const opened = await person.client.call(openSpotSession, {
    body: { hours: 24, day_usd: 100_000, markets: [...SPOT_SYMBOLS] },
  });
  if (opened.code !== "") throw new Error(opened.code);
  return person;
}

const JOB = "match-spot-markets";

/** Runs the market process until nothing is due. One whose market another process took fails once, and takes it back. */
export async function matchSpot(app: TestApp): Promise<void> {
  await app.runJob(JOB).catch(() => app.runJob(JOB));
}

/** Opens the markets at a reference price of 100,000 dollars for a bitcoin. */
export async function openSpotMarkets(app: TestApp): Promise<void> {
  await freshRates(app);
  await app.owner.query(
    "update rates set rate = case crypto when 'BTC' then 100000 when 'ETH' then 4000 else 1 end where fiat = 'USD'",
  );
  await matchSpot(app);
}

type Order = Omit<BodyOf<typeof placeSpotOrder>, "market"> & { readonly market?: SpotSymbol };

/** Places it and runs the market process. The answer is the order as it was accepted. */
export async function order(app: TestApp, person: TestPerson, body: Order): Promise<SpotOrder> {
  const answer = await person.client.call(placeSpotOrder, { body: { market: "BTC-USDT", ...body } });
  if (answer.code !== "") throw new Error(answer.code);
  await matchSpot(app);
  return answer.data;
}
