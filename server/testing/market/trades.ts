/** Trades for tests: two people with their clients, an offer between them, and the road to any status. */
import { decimalText } from "#contract/platform/decimal.ts";
import type { OfferBody } from "#contract/market/offers/my/offers.ts";
import * as calls from "#contract/market/trades/trade/trades.ts";
import { playRecordedRates, rateOf } from "../../money/rates/index.ts";
import { findOffer, priceAt } from "../../market/offers/index.ts";
import type { ReadTx } from "../../platform/postgres/db.ts";
import type { TestApp, TestClient } from "../app.ts";
import { anOffer, giveCoins } from "./offers.ts";
import { aUser, signIn } from "../people/people.ts";

export type TestPerson = { readonly id: bigint; readonly client: TestClient };

/** Somebody signed in, of any level, with some bitcoin when asked. */
export async function aPerson(
  { db, client }: TestApp,
  { units = 0n, level = 4 }: { units?: bigint; level?: number } = {},
): Promise<TestPerson> {
  const made = await db.tx(async (tx) => {
    const id = await aUser(tx);
    if (units > 0n) await giveCoins(tx, id, "BTC", units);
    return { id, token: await signIn(tx, id) };
  });
  return { id: made.id, client: client(made.token), ...{ level } };
}

/** Rates as of the test market's clock; call it after moving the clock far. */
export async function freshRates({ db }: TestApp): Promise<void> {
  await db.tx(playRecordedRates);
}

/** Gives a user a level by hand, as staff would: above 3 nothing is limited. */
export async function giveLevel({ owner }: TestApp, userId: bigint, level: number): Promise<void> {
  await owner.query("update users set granted_level = $1 where id = $2", [level, userId]);
}

/** Accounts of a month with whom three others have traded: the trades that they open count against an owner who is away. */
export async function giveHistory({ owner }: TestApp, userIds: readonly bigint[]): Promise<void> {
  await owner.query(
    "update users set created_at = least(created_at, market_now() - interval '31 days') where id = any ($1)",
    [userIds],
  );
  await owner.query(
    `insert into partner_counts (user_id, met, successful) select unnest($1::bigint[]), 3, 3
     on conflict (user_id) do update set successful = greatest(partner_counts.successful, 3)`,
    [userIds],
  );
}

export async function priceNow(tx: ReadTx, offerHash: string): Promise<string> {
  const offer = await findOffer(tx, offerHash);
  if (!offer) throw new Error(`no offer ${offerHash}`);
  const rate = await rateOf(tx, offer.crypto, offer.fiat);
  if (!rate) throw new Error("no rate");
  return decimalText(priceAt(offer, rate.rate));
}

export type TestMarket = {
  readonly app: TestApp;
  readonly seller: TestPerson;
  readonly buyer: TestPerson;
  readonly offer: string;
};

/** A seller with one bitcoin and an offer to sell (or a buyer with one to buy), and somebody to take it. */
export async function aMarket(app: TestApp, changes: Partial<OfferBody> = {}): Promise<TestMarket> {
  await freshRates(app);
  const seller = await aPerson(app, { units: 100_000_000n });
  const buyer = await aPerson(app);
  for (const person of [seller, buyer]) await giveLevel(app, person.id, 4);
  const ownerId = changes.offer_type === "buy" ? buyer.id : seller.id;
  const offer = await app.db.tx((tx) => anOffer(tx, ownerId, changes));
  return { app, seller, buyer, offer };
}

/** The starter takes the offer for so many dollars. */
export async function start(
  { app, seller, buyer, offer }: TestMarket,
  { fiat = "100", by = "buyer" }: { fiat?: string; by?: "buyer" | "seller" } = {},
) {
  const expected_price = await app.db.read((tx) => priceNow(tx, offer));
  const { client } = by === "buyer" ? buyer : seller;
  return client.call(calls.startTrade, { params: { id: offer }, body: { fiat_amount: fiat, expected_price } });
}

/** A running trade, moved on to the status that is asked for. Returns its hash. */
export async function aTrade(
  market: TestMarket,
  status: "active_funded" | "paid" | "released" = "active_funded",
): Promise<string> {
  let started = await start(market);
  // Beside others a price may move between the look and the press, and the ledger may ask for patience: pressed again.
  for (let tries = 1; started.code && tries < 4; tries++) started = await start(market);
  if (started.code) throw new Error(`the test trade did not start: ${started.code}`);
  const params = { id: started.data.tradeHash };
  const must = async (answer: Promise<{ status: number; code: string }>) => {
    const { status: http, code } = await answer;
    if (http !== 200) throw new Error(`a step of the test trade was refused: ${code}`);
  };
  if (status !== "active_funded") {
    await must(market.buyer.client.call(calls.revealPaymentDetails, { params }));
    await must(market.buyer.client.call(calls.markTradePaid, { params }));
  }
  if (status === "released") await must(market.seller.client.call(calls.releaseTrade, { params }));
  return started.data.tradeHash;
}
