/** Right calls about spot trading, by a user with coins and a trading session. */
import { aPerson, giveLevel, type TestApp } from "../../../../server/testing/index.ts";
import { aSpotTrader, openSpotMarkets, order } from "../../../../server/testing/market/spot.ts";

const LIMIT = { type: "limit", side: "sell", price: "100000", amount: "0.01" } as const;

export function spotAsks(app: TestApp) {
  const aTrader = async () => {
    await openSpotMarkets(app);
    return aSpotTrader(app);
  };
  const ordered = async () => {
    const trader = await aTrader();
    return { by: trader.client.token, params: { id: (await order(app, trader, LIMIT)).id } };
  };
  /** Of a market, for everybody. */
  const read = async () => ({ by: "", params: { market: "BTC-USDT" } });
  return {
    ...{ getSpotBook: read, listSpotTrades: read, listSpotCandles: read },
    placeSpotOrder: async () => ({ by: (await aTrader()).client.token, body: { market: "BTC-USDT", ...LIMIT } }),
    cancelSpotOrder: ordered,
    amendSpotOrder: async () => ({ ...(await ordered()), body: { amount: "0.005" } }),
    cancelAllSpotOrders: async () => ({ by: (await ordered()).by, body: {} }),
    openSpotSession: async () => {
      const { id, client } = await aPerson(app);
      await giveLevel(app, id, 4);
      await app.prove(client.token, { kind: "spot_session", id: "1h-1000usd-BTC-USDT" });
      return { by: client.token, body: { hours: 1, day_usd: 1000, markets: ["BTC-USDT"] } };
    },
    endSpotSession: async () => ({ by: (await aTrader()).client.token }),
  };
}
