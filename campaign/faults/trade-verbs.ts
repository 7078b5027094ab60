/** The money verbs of trades and disputes. */
import * as disputes from "#contract/market/disputes/disputes.ts";
import * as calls from "#contract/market/trades/trade/trades.ts";
import { priceNow } from "../../server/testing/market/trades.ts";
import { aTrade, start, type TestMarket } from "../../server/testing/index.ts";
import { aModerator } from "../../server/testing/market/disputes.ts";
import type { Stage } from "./stage.ts";
import { asks, type MoneyVerb, type Prepared, runs } from "./verb.ts";

const HOUR_MS = 3_600_000;

const peopleOf = ({ buyer, seller }: TestMarket) => ({ buyer: buyer.id, seller: seller.id });

/** Open trades end by the clock. */
const expireAll = (stage: Stage) => async () => {
  await stage.world.moveClock(2 * HOUR_MS);
  await stage.world.runJob("expire-trades");
  await stage.world.deliverEvents();
};

async function expectOk(answer: Promise<{ status: number; code: string }>): Promise<void> {
  const { status, code } = await answer;
  if (status !== 200) throw new Error(`a step of the sweep was refused: ${code}`);
}

/** A trade of a new market in some status, and the step that is disturbed. */
function step(
  name: string,
  prepare: (market: TestMarket, stage: Stage) => Promise<Omit<Prepared, "people">>,
  changes = {},
): MoneyVerb {
  return {
    name,
    async prepare(stage) {
      const market = await stage.market(changes);
      return { people: peopleOf(market), ...(await prepare(market, stage)) };
    },
  };
}

async function cancelled(market: TestMarket): Promise<string> {
  const id = await aTrade(market);
  await expectOk(market.buyer.client.call(calls.cancelTrade, { params: { id } }));
  await expectOk(market.buyer.client.call(calls.reopenTrade, { params: { id } }));
  return id;
}

/** A paid trade about which a moderator has a case. */
async function disputed(stage: Stage, market: TestMarket, fiat = "100") {
  const moderator = await aModerator({ app: stage.world });
  const started = await start(market, { fiat });
  const params = { id: started.data.tradeHash };
  await expectOk(market.buyer.client.call(calls.revealPaymentDetails, { params }));
  await expectOk(market.buyer.client.call(calls.markTradePaid, { params }));
  await stage.world.owner.query("update trades set dispute_wait_sec = 0 where hash = $1", [params.id]);
  const body = { dispute_reason_id: 12, dispute_reason_text: "I paid and nothing happens" };
  await expectOk(market.buyer.client.call(disputes.openDispute, { params, body }));
  await expectOk(moderator.call(disputes.takeDispute, { params, body: { reason: "next in the queue" } }));
  return { ...params, moderator };
}

const award = (winner: "buyer" | "seller") => ({
  winner,
  reason_code: "payment_proven" as const,
  note: "seen the receipt",
});

function awardTo(winner: "buyer" | "seller"): MoneyVerb {
  return step(`award to the ${winner}`, async (market, stage) => {
    const { id, moderator } = await disputed(stage, market);
    return { call: asks(moderator, disputes.decideDispute, { params: { id }, body: award(winner) }) };
  });
}

/** By the buyer's share, in base units. */
const division = step("award that divides the escrow", async (market, stage) => {
  const { id, moderator } = await disputed(stage, market);
  const body = { ...award("seller"), buyer_share_units: "10000" };
  return { call: asks(moderator, disputes.decideDispute, { params: { id }, body }) };
});

/** About a large sum a second moderator has to say the same. */
const secondAward = step(
  "award that a second moderator confirms",
  async (market, stage) => {
    const { id, moderator } = await disputed(stage, market, "2000");
    const second = await aModerator({ app: stage.world });
    await expectOk(moderator.call(disputes.decideDispute, { params: { id }, body: award("buyer") }));
    await expectOk(second.call(disputes.takeDispute, { params: { id }, body: { reason: "next in the queue" } }));
    return { call: asks(second, disputes.decideDispute, { params: { id }, body: award("buyer") }) };
  },
  { range_max: "5000" },
);

const delivery = step("deliver what a release brought about", async (market, stage) => {
  await stage.world.deliverEvents();
  await aTrade(market, "released");
  const call = async () => {
    await stage.world.deliverEvents();
    return { status: 200, code: "", body: {} };
  };
  return { call };
});

export const TRADE_VERBS: readonly MoneyVerb[] = [
  step("start a trade", async (market, stage) => {
    const expected_price = await stage.world.db.read((tx) => priceNow(tx, market.offer));
    const input = { params: { id: market.offer }, body: { fiat_amount: "100", expected_price } };
    return { call: asks(market.buyer.client, calls.startTrade, input), leave: expireAll(stage) };
  }),
  {
    name: "fund a trade",
    async prepare(stage) {
      const market = await stage.market({ offer_type: "buy" }, { sellerUnits: 0n });
      const started = await start(market, { by: "seller" });
      await stage.gift(market.seller.id, "BTC", 25_000_000n);
      const params = { id: started.data.tradeHash };
      return {
        people: peopleOf(market),
        call: asks(market.seller.client, calls.fundTrade, { params }),
        leave: expireAll(stage),
      };
    },
  },
  step("release", async (market) => {
    const id = await aTrade(market, "paid");
    return { call: asks(market.seller.client, calls.releaseTrade, { params: { id } }) };
  }),
  step("cancel, the coins return", async (market) => {
    const id = await aTrade(market, "paid");
    return { call: asks(market.buyer.client, calls.cancelTrade, { params: { id } }) };
  }),
  step("expire", async (market, stage) => {
    await aTrade(market);
    await stage.world.moveClock(2 * HOUR_MS);
    return { call: runs(stage.world, "expire-trades") };
  }),
  awardTo("buyer"),
  awardTo("seller"),
  division,
  secondAward,
  step("settle a dispute by a release", async (market, stage) => {
    const { id } = await disputed(stage, market);
    return { call: asks(market.seller.client, calls.releaseTrade, { params: { id } }) };
  }),
  step("settle a dispute by giving up", async (market, stage) => {
    const { id } = await disputed(stage, market);
    return { call: asks(market.buyer.client, calls.cancelTrade, { params: { id } }) };
  }),
  step("reopen", async (market, stage) => {
    const id = await cancelled(market);
    return { call: asks(market.seller.client, calls.reopenTrade, { params: { id } }), leave: expireAll(stage) };
  }),
  { ...delivery, isAboutEvents: true, leavesOut: /^. live_(channels|messages) / },
];
