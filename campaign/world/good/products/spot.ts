/** Right arguments for functions of spot trading. */
import { ids } from "../../../../server/platform/ids.ts";
import { aSpotTrader, matchSpot, openSpotMarkets, order } from "../../../../server/testing/market/spot.ts";
import { aPerson } from "../../../../server/testing/index.ts";
import { type Good, type Ground, prove } from "../../ground.ts";

const MARKET = "BTC-USDT";

export function spotCalls(ground: Ground): Record<string, Good[]> {
  const { app } = ground;
  const aTrader = async () => {
    await openSpotMarkets(app);
    return aSpotTrader(app);
  };
  const aRow = (userId: bigint) => ({
    ...{ user_id: String(userId), hash: ids.hash(), market: MARKET, side: "sell", type: "limit", tif: "gtc" },
    ...{ price_ticks: "1000000", lots: "100" },
  });
  const ordered = async () => {
    const trader = await aTrader();
    return {
      trader,
      id: (await order(app, trader, { type: "limit", side: "sell", price: "101000", amount: "0.01" })).id,
    };
  };
  return {
    "place_spot_orders placed": [async (now) => [[aRow((await aTrader()).id)], now]],
    "change_spot_orders asked": [
      async (now) => {
        const { trader, id } = await ordered();
        return [[id], [trader.id], [null], now];
      },
    ],
    cancel_all_spot_orders: [async (now) => [(await ordered()).trader.id, null, now]],
    open_spot_session: [
      async (now) => {
        const { id } = await aPerson(app);
        await prove(ground, `spot_session:${id}:8h-10000usd-BTC-USDT`, id);
        return [id, ids.hash(), 8, 10_000, [MARKET], now];
      },
    ],
    end_spot_session: [async (now) => [(await aTrader()).id, now]],
    claim_spot_market: [async () => [MARKET]],
    steer_spot_market: [async (now) => [MARKET, now]],
    settle_spot: [
      async (now) => {
        await ordered();
        await matchSpot(app);
        const { rows } = await app.owner.query(
          "select epoch, applied_seq + 1 as next from spot_progress where market = $1",
          [MARKET],
        );
        const { rows: commands } = await app.owner.query(
          `with added as (update spot_markets set next_seq = next_seq + 1 where symbol = $1 returning next_seq - 1 as seq)
           insert into spot_commands (market, seq, kind, user_id, at) select $1, seq, 'cancel_all', 1, market_now() from added returning seq`,
          [MARKET],
        );
        return [
          MARKET,
          rows[0].epoch,
          rows[0].next,
          commands[0].seq,
          { fills: [], orders: [], prevented: [], next_rank: 100000 },
          now,
        ];
      },
    ],
    note_spot_snapshot: [
      async (now) => {
        const { rows } = await app.owner.query("select epoch, applied_seq from spot_progress where market = $1", [
          MARKET,
        ]);
        return [MARKET, rows[0].epoch, rows[0].applied_seq, "0".repeat(64), now];
      },
    ],
    verify_spot_snapshot: [async (now) => [MARKET, 1, now]],
  };
}
