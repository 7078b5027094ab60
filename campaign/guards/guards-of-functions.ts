/** What the functions of money promise by themselves, whatever process calls them. */
import type { Guard } from "./guard.ts";

const BREAK_IN = "campaign/break-in/break-in.test.ts";
const POST_EACH = "server/migrations/0131-post-each.sql";
const OF_STARTS = "server/migrations/0711-fees-judged.sql";
const OF_TRADES = "server/migrations/0240-divisions-by-verb.sql";
const MOVES = "server/migrations/0691-flows.sql";
const OF_WALLETS = "server/migrations/0133-wallet-functions.sql";
const OF_CANCELS = "server/migrations/0140-proofs-of-cancels.sql";
const OF_CUSTODY = "server/migrations/0165-cold-account.sql";
const OF_ADDRESSES = "server/migrations/0150-attested-addresses.sql";
const ATTESTED = "server/money/custody/attested.test.ts";

export const GUARDS_OF_FUNCTIONS: readonly Guard[] = [
  {
    promise: "no escrow is released without its seller's proof, whatever process asks",
    file: MOVES,
    text: "      outcomes[number] := 'unproved';\n",
    without: "",
    test: BREAK_IN,
    only: "releases a paid trade",
  },
  {
    promise: "a verb of a trade is its actor's own, whatever process asks",
    file: MOVES,
    text: "           when 'seller' then move.actor_id = trade.seller_id\n",
    without: "           when 'seller' then true\n",
    test: BREAK_IN,
    only: "window as a stranger",
  },
  {
    promise: "a window ends by the clock only when it is over",
    file: MOVES,
    text: "           when 'clock' then move.actor_id is null and trade.expires_at <= at\n",
    without: "           when 'clock' then move.actor_id is null\n",
    test: BREAK_IN,
    only: "before its time",
  },
  {
    promise: "a trade opens as its offer says",
    file: OF_STARTS,
    text: "      and trade.fee_units = ceil(trade.units::numeric * fee_bp_of(\n        trade.seller_id, offer.method_id, case offer.side when 'sell' then offer.manual_fee_bp end, open_trades.at) / 10000)\n",
    without: "",
    test: BREAK_IN,
    only: "all of it as a fee",
  },
  {
    promise: "an extension gives a window at most an hour",
    file: MOVES,
    text: "(case move.verb when 'extend' then move.minutes between 15 and 60 else true end) is not true",
    without: "false",
    test: BREAK_IN,
    only: "by a year",
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
    file: "server/migrations/0572-wait-of-restricted.sql",
    text: "        ) then 'unproved' end)",
    without: "        ) then null end)",
    test: BREAK_IN,
    only: "reserves a balance without",
  },
  {
    promise: "nobody gives up a trade that was paid without its buyer's proof, whatever process asks",
    file: OF_TRADES,
    text: "    when verb = 'cancel' and was_ever_paid then 'trade_cancel:' || trade_id::text || ':' || round::text\n",
    without: "",
    test: BREAK_IN,
    only: "cancels a",
  },
  {
    promise: "no coins are converted without their owner's proof, whatever process asks",
    file: OF_CANCELS,
    text: "        ) then 'unproved' end)",
    without: "        ) then null end)",
    test: BREAK_IN,
    only: "without their proof",
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
    promise: "nothing is credited that came to an address without the signer's word",
    file: OF_ADDRESSES,
    text: "      case when address.attestation is null then 'unattested' end)",
    without: "      null)",
    test: BREAK_IN,
    only: "that the signer did not attest",
  },
  {
    promise: "a credited deposit is set back by no login, to be credited again",
    file: "server/migrations/0153-credited-deposits.sql",
    text: "create trigger deposits_are_credited_once before update of status on deposits",
    without: "create trigger deposits_are_credited_once before update of fault on deposits",
    test: BREAK_IN,
    only: "sets a credited deposit back",
  },
  {
    promise: "what a deposit brought does not change",
    file: "server/migrations/0153-credited-deposits.sql",
    text: "revoke update on deposits from parley_chain;\n",
    without: "",
    test: BREAK_IN,
    only: "makes a deposit larger",
  },
  {
    promise: "while deposits of a chain are stopped none of them is credited",
    file: OF_ADDRESSES,
    text: "      'halted:' || standing_halt(array[found.chain || '_in']),",
    without: "      null,",
    test: ATTESTED,
    only: "changed their owners",
  },
  {
    promise: "an address is shown when the signer attested it for just its owner",
    file: "server/money/custody/addresses.ts",
    text: "  if (!isAttested(key, { ...own, network: rail.network }))\n",
    without: "  if (!key)\n",
    test: ATTESTED,
    only: "changed their owners",
  },
  {
    promise: "an address that differs from the signer's word stops the deposits of its chain",
    file: "server/money/custody/check-addresses.ts",
    text: "  if (!wrong || isStopped) return;",
    without: "  if (wrong || !wrong) return;",
    test: ATTESTED,
    only: "looked at in its turn",
  },
  {
    promise: "the signer attests an address of before only where its path gives it",
    file: "server/signer/addresses.ts",
    text: "addressOf(keys, chain, { branch: row.branch, index: row.path_index }) === row.address,",
    without: "row.address,",
    test: ATTESTED,
    only: "rows of before",
  },
  {
    promise: "the signer's key is the one that was heard first",
    file: "server/platform/outside/attestation.ts",
    text: "      kept ??= ask(",
    without: "      kept = ask(",
    test: ATTESTED,
    only: "the key that was heard first",
  },
  {
    promise: "whoever takes a send-out back sees the plan that came meanwhile",
    file: "server/migrations/0192-asked-for-signatures.sql",
    text: "    if payment.id is null and exists (",
    without: "    if false and exists (",
    test: "server/money/custody/cancel-beside-plan.test.ts",
  },
  {
    promise: "what is reserved in a coin that is halted is not planned",
    file: "server/money/custody/send-out-rows.ts",
    text: "      and not exists (select from halts where halts.name = 'coin_' || send_out.currency)\n",
    without: "",
    test: "server/money/custody/coin-halts.test.ts",
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
    text: "      where one.step is not null and (",
    without: "      where false and (",
    test: "campaign/halts.test.ts",
    only: " stops ",
  },
];
