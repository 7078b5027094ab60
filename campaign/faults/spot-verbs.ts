/** The money verbs of spot trading: orders are placed and cancelled, and the market process matches and settles them. */
import {
  amendSpotOrder,
  cancelAllSpotOrders,
  cancelSpotOrder,
  listSpotMarkets,
  openSpotSession,
  placeSpotOrder,
} from "#contract/products/spot/spot.ts";
import { aPerson, giveLevel, type TestPerson } from "../../server/testing/index.ts";
import { matchSpot } from "../../server/testing/market/spot.ts";
import type { Stage } from "./stage.ts";
import { asks, type MoneyVerb, type Prepared, runs } from "./verb.ts";

const JOB = "match-spot-markets";
const SESSION = { hours: 1, day_usd: 10_000, markets: ["BTC-USDT"] as ["BTC-USDT"] } as const;

async function aTrader({ world, gift }: Stage): Promise<TestPerson> {
  const person = await aPerson(world);
  await giveLevel(world, person.id, 4);
  await gift(person.id, "BTC", 1_000_000n);
  await gift(person.id, "USDT", 1_000_000_000n);
  const opened = await person.client.call(openSpotSession, { body: { ...SESSION, markets: [...SESSION.markets] } });
  if (opened.code !== "") throw new Error(opened.code);
  return person;
}

type Side = "buy" | "sell";

/** Two people, and an order at the reference price as each of them would place it. */
async function aMarket(stage: Stage) {
  const { world } = stage;
  await matchSpot(world);
  const [market] = (await world.client().call(listSpotMarkets, {})).data;
  const [maker, taker] = [await aTrader(stage), await aTrader(stage)];
  const price = market?.figures.reference ?? "";
  const body = (side: Side, amount: string) => ({ market: "BTC-USDT", side, type: "limit", price, amount }) as const;
  const place = async ({ client }: TestPerson, side: Side, amount: string) => {
    const placed = await client.call(placeSpotOrder, { body: body(side, amount) });
    if (placed.code !== "") throw new Error(placed.code);
    return placed.data.id;
  };
  return { maker, taker, place, body, ...afterwards(stage, { maker, taker }) };
}

/** The market is matched to its end, and the next run meets no order of this one. */
function afterwards({ world }: Stage, people: { readonly maker: TestPerson; readonly taker: TestPerson }) {
  return {
    people: { maker: people.maker.id, taker: people.taker.id },
    goOn: () => matchSpot(world),
    async leave() {
      for (const { client } of Object.values(people)) await client.call(cancelAllSpotOrders, { body: {} });
      await matchSpot(world);
    },
  };
}

type Market = Awaited<ReturnType<typeof aMarket>>;

function spotVerb(name: string, ready: (market: Market, stage: Stage) => Promise<Prepared["call"]>): MoneyVerb {
  return {
    name,
    async prepare(stage) {
      const market = await aMarket(stage);
      const { people, goOn, leave } = market;
      return { people, goOn, leave, call: await ready(market, stage) };
    },
    // How many processes matched, and how a log was cut into batches, is not what came of it.
    leavesOut: /^. (live_channels|live_messages|spot_progress|spot_snapshots|spot_candles) /,
  };
}

export const SPOT_VERBS: readonly MoneyVerb[] = [
  spotVerb("place a spot order", async ({ maker, taker, place, body }, { world }) => {
    await place(maker, "sell", "0.001");
    await matchSpot(world);
    return asks(taker.client, placeSpotOrder, { body: body("buy", "0.002") });
  }),
  spotVerb("match and settle spot orders", async ({ maker, taker, place }, { world }) => {
    await place(maker, "sell", "0.001");
    await place(taker, "buy", "0.002");
    return runs(world, JOB);
  }),
  spotVerb("lower a spot order", async ({ maker, place }, { world }) => {
    const id = await place(maker, "sell", "0.002");
    await matchSpot(world);
    return asks(maker.client, amendSpotOrder, { params: { id }, body: { amount: "0.001" } });
  }),
  spotVerb("cancel a spot order", async ({ maker, place }, { world }) => {
    const id = await place(maker, "sell", "0.002");
    await matchSpot(world);
    return asks(maker.client, cancelSpotOrder, { params: { id } });
  }),
];
