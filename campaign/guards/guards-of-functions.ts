/** What the functions of money promise by themselves, whatever process calls them. */
import type { Guard } from "./guard.ts";

const BREAK_IN = "campaign/break-in/break-in.test.ts";
const POST_EACH = "server/migrations/0131-post-each.sql";
const OF_TRADES = "server/migrations/0132-trade-functions.sql";
const OF_WALLETS = "server/migrations/0133-wallet-functions.sql";
const OF_CUSTODY = "server/migrations/0134-custody-functions.sql";

export const GUARDS_OF_FUNCTIONS: readonly Guard[] = [
  {
    promise: "no escrow is released without its seller's proof, whatever process asks",
    file: OF_TRADES,
    text: "      outcomes[number] := 'unproved';\n",
    without: "",
    test: BREAK_IN,
    only: "releases a paid trade",
  },
  {
    promise: "a verb of a trade is its actor's own, whatever process asks",
    file: OF_TRADES,
    text: "      when 'seller' then actor_id = old.seller_id\n",
    without: "      when 'seller' then true\n",
    test: BREAK_IN,
    only: "releases as a stranger",
  },
  {
    promise: "a window ends by the clock only when it is over",
    file: OF_TRADES,
    text: "      when 'clock' then actor_id is null and old.expires_at <= at\n",
    without: "      when 'clock' then actor_id is null\n",
    test: BREAK_IN,
    only: "before its time",
  },
  {
    promise: "a trade opens as its offer says",
    file: OF_TRADES,
    text: "      and trade.fee_units = ceil(trade.units::numeric * offer.fee_bp / 10000)\n",
    without: "",
    test: BREAK_IN,
    only: "all of it as a fee",
  },
  {
    promise: "a move changes what its verb changes and nothing else of a trade",
    file: OF_TRADES,
    text: "    'dispute_text', 'owner_responded_at'] = '{}';",
    without: "    'dispute_text', 'owner_responded_at'] is not null;",
    test: BREAK_IN,
    only: "makes a trade larger",
  },
  {
    promise: "a worker acts for nobody but the robots of the demo",
    file: POST_EACH,
    text: "  if session_user = 'parley_worker' and exists (",
    without: "  if false and exists (",
    test: BREAK_IN,
    only: "who is no robot",
  },
  {
    promise: "no balance is reserved without its owner's proof, whatever process asks",
    file: OF_WALLETS,
    text: "        ) then 'unproved' end)",
    without: "        ) then null end)",
    test: BREAK_IN,
    only: "reserves a balance without",
  },
  {
    promise: "a conversion gives what the coins are worth",
    file: OF_WALLETS,
    text: "      and quote.to_units <= fair.units and quote.to_units >= fair.units * 0.9 - 1\n",
    without: "",
    test: BREAK_IN,
    only: "quotes a",
  },
  {
    promise: "a send-out leaves or comes back, once",
    file: OF_CUSTODY,
    text: "      raise exception 'the send-out % left or came back before', sending.hash using errcode = 'unique_violation';\n",
    without: "",
    test: BREAK_IN,
    only: "gives back a send-out that is settled",
  },
  {
    promise: "a halt binds where escrow is posted",
    file: OF_TRADES,
    text: "    where steps[number] is not null and (",
    without: "    where false and (",
    test: "campaign/halts.test.ts",
    only: " stops ",
  },
];
