/** Guards of the rules that convert a balance. */
import type { Guard } from "../guard.ts";

const HEDGING = "server/products/hedging/database/functions";
const TEST = "server/products/hedging/hedging.test.ts";

export const HEDGING_GUARDS: readonly Guard[] = [
  {
    promise: "a rule is saved by a proof of just this rule",
    file: `${HEDGING}/save_hedge_rule.sql`,
    text: "'hedge_rule:' || user_id || ':' || hedge_rule_text(rule)], array[user_id])) then",
    without: "'hedge_rule:' || user_id || ':' || hedge_rule_text(rule)], array[user_id])) and false then",
    test: TEST,
    only: "its own proof alone",
  },
  {
    promise: "a run leaves the reserve of its rule",
    file: `${HEDGING}/hedge_units.sql`,
    text: "    greatest(free_units - rule.keep_units, 0),\n",
    without: "    greatest(free_units, 0),\n",
    test: TEST,
    only: "the reserve stays",
  },
  {
    promise: "a run converts no more than its share of what arrived",
    file: `${HEDGING}/hedge_units.sql`,
    text: "* rule.share_bp / 10000",
    without: "* 1",
    test: TEST,
    only: "half of each deposit",
  },
  {
    promise: "an occasion is run once, whatever is delivered twice",
    file: `${HEDGING}/note_hedge_arrivals.sql`,
    text: "    where run.rule_id = rule.id and run.subject = arrival.trigger || ':' || journal.subject)",
    without: "    where false)",
    test: TEST,
    only: "half of each deposit",
  },
  {
    promise: "a run gives what its coins are worth",
    file: `${HEDGING}/convert_for_hedge.sql`,
    text: "if not is_fair_conversion(quote, at) then return 'price_moved'; end if;",
    without: "",
    test: TEST,
    only: "at a fair rate",
  },
  {
    promise: "nothing is converted for a deposit that the network took back",
    file: `${HEDGING}/hedge_obstacle.sql`,
    text: "'deposit:' || back.subject = hedge_obstacle.subject",
    without: "false",
    test: TEST,
    only: "says why",
  },
];
