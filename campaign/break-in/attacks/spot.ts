/** With orders of the spot markets, which need a trading session, and with what only the market process may settle. */
import { randomBytes } from "node:crypto";
import { ids } from "../../../server/platform/ids.ts";
import { type Attempt, almost, call } from "../attempt.ts";

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
    tries: "makes a key that trades, which nobody proved",
    run: async ({ market }, ask) =>
      ask("select create_spot_key($1, $2, 'Bot', $3, $4, $5, $6, 100000, 365) as outcome", [
        ...[market.seller.id, ids.hash(), randomBytes(32), randomBytes(61), ["203.0.113.7"], ["BTC-USDT"]],
      ]),
  },
  {
    as: "web",
    tries: "raises the value of a day of a key",
    run: async (_stage, ask) => ask("update api_keys set day_usd_cents = day_usd_cents * 1000, used_usd_cents = 0", []),
  },
  {
    as: "web",
    tries: "counts the order of one user against the key of another",
    run: async (stage, ask, now) => {
      const change = (row: Record<string, unknown>) => ({
        ...row,
        user_id: String(stage.market.seller.id),
        key_id: "1",
      });
      return call(ask, "place_spot_orders", await almost(stage, "place_spot_orders", now, { change }));
    },
  },
  {
    as: "worker",
    tries: "reads the secrets of keys that trade",
    run: async (_stage, ask) => ask("select secret_sealed from api_keys", []),
  },
  {
    as: "web",
    tries: "opens a trading session that nobody proved",
    run: async ({ market }, ask, now) =>
      ask("select open_spot_session($1, $2, 8, 10000, array['BTC-USDT'], $3) as outcome", [
        market.seller.id,
        ids.hash(),
        now,
      ]),
  },
  {
    as: "worker",
    tries: "cancels the orders of a user who may trade",
    run: async (stage, ask, now) =>
      call(ask, "cancel_all_spot_orders", await almost(stage, "cancel_all_spot_orders", now)),
  },
];
