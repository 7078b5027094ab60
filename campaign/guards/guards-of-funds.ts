/** What is promised of a trade that waits for its seller's coins. */
import type { Guard } from "./guard.ts";

const ROWS = "server/market/trades/funds-rows.ts";
const MIGRATION = "server/migrations/0842-funds-on-their-way.sql";
const TEST = "server/market/trades/follow-funds.test.ts";

export const GUARDS_OF_FUNDS: readonly Guard[] = [
  {
    promise: "the platform moves no trade whose time to fund is over",
    file: MIGRATION,
    text: "''platform'' then move.actor_id is null and trade.expires_at > at'],",
    without: "''platform'' then move.actor_id is null'],",
    test: TEST,
    only: "the platform moves no trade whose time to fund is over, nor one that waits for nothing, in nobody's or anybody's name",
  },
  {
    promise: "the platform is nobody",
    file: MIGRATION,
    text: "''platform'' then move.actor_id is null and trade.expires_at > at'],",
    without: "''platform'' then trade.expires_at > at'],",
    test: TEST,
    only: "the platform moves no trade whose time to fund is over, nor one that waits for nothing, in nobody's or anybody's name",
  },
  {
    promise: "coins on their way to somebody else are not waited for",
    file: ROWS,
    text: "    where address.user_id = trade.seller_id\n",
    without: "",
    test: TEST,
    only: "what is on its way to somebody else, in another coin, or gone, is not waited for",
  },
  {
    promise: "coins of another kind are not waited for",
    file: ROWS,
    text: "deposits.currency = trade.crypto and ",
    without: "",
    test: TEST,
    only: "what is on its way to somebody else, in another coin, or gone, is not waited for",
  },
  {
    promise: "a deposit that is gone is not on its way",
    file: ROWS,
    text: " and deposits.status = 'incoming'\n",
    without: "\n",
    test: TEST,
    only: "what is on its way to somebody else, in another coin, or gone, is not waited for",
  },
  {
    promise: "what is owed of a deposit is not on its way",
    file: ROWS,
    text: "sum(deposits.units - coalesce(hold.owed_units, 0))",
    without: "sum(deposits.units)",
    test: TEST,
    only: "what was spent before another branch took its deposit back is owed: of that deposit only the rest is on its way",
  },
  {
    promise: "what is over is not looked at again",
    file: MIGRATION,
    text: "    delete from unfunded_trades where trade_id = new.id;\n",
    without: "    null;\n",
    test: TEST,
    only: "from each of the three either side gives it up, and the clock ends it; an ended one is moved no more",
  },
  {
    promise: "the seller hears that the coins are there, and nobody else",
    file: "server/outward/notifications/kinds.ts",
    text: '{ on: "trade.receive_funds", to: "seller" }',
    without: '{ on: "trade.receive_funds", to: "other" }',
    test: TEST,
    only: "the seller is told that the coins are there, and reminded before the time to fund ends; the buyer is not",
  },
  {
    promise: "a trade that its seller never funded is not held against its buyer",
    file: "server/migrations/0843-never-funded-counts-for-sellers.sql",
    text: "(side.role = ''seller'' and trade.status <> ''cancelled_buyer'')",
    without: "true",
    test: "server/people/reputation/count-endings.test.ts",
    only: "a trade that its seller never funded counts for the seller alone, and for both once it was and went well",
  },
];
