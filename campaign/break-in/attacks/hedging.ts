/** With rules that convert a balance: none without its user's proof, and no conversion without its occasion. */
import { ids } from "../../../server/platform/ids.ts";
import { type Attempt, almost, call } from "../attempt.ts";

export const OF_HEDGING: readonly Attempt[] = [
  {
    as: "web",
    tries: "saves a rule that nobody proved",
    run: async ({ market }, ask, now) =>
      ask("select save_hedge_rule($1, $2, 'schedule', 'BTC', 'USDT', 10000, 0, null, null, 1, $3) as outcome", [
        market.seller.id,
        ids.hash(),
        now,
      ]),
  },
  {
    as: "web",
    tries: "runs a rule",
    run: async (stage, ask, now) => call(ask, "run_hedge", await almost(stage, "run_hedge", now)),
  },
];
