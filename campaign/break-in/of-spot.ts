/** With orders of the spot markets, which need a trading session, and with what only the market process may settle. */
import { ids } from "../../server/platform/ids.ts";
import { type Attempt, almost, call } from "./attempt.ts";

const asSeller: (as: Attempt["as"]) => Attempt = (as) => ({
  as,
  tries: "places an order of a user who has no trading session",
  run: async (stage, ask, now) => {
    const change = (row: Record<string, unknown>) => ({ ...row, user_id: String(stage.market.seller.id) });
    return call(ask, "place_spot_orders", await almost(stage, "place_spot_orders", now, { change }));
  },
});

const settling: (as: Attempt["as"]) => Attempt = (as) => ({
  as,
  tries: "settles a spot market",
  run: async (stage, ask, now) => call(ask, "settle_spot", await almost(stage, "settle_spot", now)),
});

export const OF_SPOT: readonly Attempt[] = [
  asSeller("web"),
  asSeller("worker"),
  settling("web"),
  settling("worker"),
  {
    as: "web",
    tries: "opens a trading session that nobody proved",
    run: async ({ market }, ask, now) =>
      ask("select open_spot_session($1, $2, 8, 10000, $3) as outcome", [market.seller.id, ids.hash(), now]),
  },
  {
    as: "worker",
    tries: "cancels the orders of a user who may trade",
    run: async (stage, ask, now) =>
      call(ask, "cancel_all_spot_orders", await almost(stage, "cancel_all_spot_orders", now)),
  },
];
