/** The declaration of this module; server/modules.ts lists all modules. */
import { windowsEnd } from "./rows.ts";
import { TRADE_EVENTS, TRADE_NEWS } from "#contract/platform/events.ts";
import { type Module, on } from "../../platform/app-ports.ts";
import { moveDeadlines } from "./moves/after-outage.ts";
import { expireTrades } from "./moves/expire-trades.ts";
import { followFunds } from "./funds/follow-funds.ts";
import { routes } from "./http.ts";
import { followFigures, pushTrade } from "./push.ts";
import { updateOffers } from "./funds/update-offers.ts";
import { DATA } from "./tables.ts";

export const module: Module = {
  name: "market/trades",
  routes,
  jobs: [
    {
      name: "expire-trades",
      everyMs: 500,
      due: windowsEnd,
      run: async ({ db }) => {
        await expireTrades(db);
      },
    },
    {
      name: "follow-funds",
      everyMs: 1000,
      run: async ({ db }) => {
        await followFunds(db);
      },
    },
  ],
  subscriptions: [
    on(TRADE_NEWS, pushTrade),
    on(TRADE_EVENTS, followFigures, { isLast: true }),
    on(TRADE_EVENTS, updateOffers, { isLast: true }),
  ],
  afterOutage: moveDeadlines,
  ownData: [{ file: "trades", lines: "trades" }],
  closing: { obstacles: "trades_closing_obstacles" },
  data: DATA,
};
