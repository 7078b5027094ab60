/** Orders at providers: paid once by their owner's proof, ended by a definite answer, within their limits. */
import type { Guard } from "./guard.ts";

const ORDERS = "server/products/providers/database/functions/orders";
const MESSAGES = "server/products/providers/database/functions/messages";
const TOP_UPS = "server/products/top-ups/top-ups.test.ts";
const PROVIDERS = "server/products/top-ups/providers.test.ts";

const REFUSED = "halts, restrictions, limits and a fallen coin refuse before anything is charged";
const ONCE = "a quote is paid once and in time, and a second press changes nothing";
const SHORT = "a short delivery moves no coins, and two of the staff return the share that is missing";
const SILENT =
  "an order that nobody answers about becomes a case, is not returned by itself, and two of the staff end it";
const CALLBACK = "a callback is verified over its bytes, makes us ask, and counts once";

export const PROVIDERS_GUARDS: readonly Guard[] = [
  {
    promise: "an order takes its owner's proof of just this quote",
    file: `${ORDERS}/reserve_provider_order.sql`,
    text: "select from spend_proofs(array['provider_order:' || quote.hash], array[quote.user_id])",
    without: "select",
    test: TOP_UPS,
    only: ONCE,
  },
  {
    promise: "a quote is ordered once",
    file: `${ORDERS}/reserve_provider_order.sql`,
    text: "made.quote_id = quote.id) then 'taken'",
    without: "made.quote_id = -1) then 'taken'",
    test: TOP_UPS,
    only: ONCE,
  },
  {
    promise: "a quote that has expired is not ordered",
    file: `${ORDERS}/reserve_provider_order.sql`,
    text: "    when quote.expires_at <= at then 'expired'\n",
    without: "",
    test: TOP_UPS,
    only: ONCE,
  },
  {
    promise: "halts stop orders",
    file: `${ORDERS}/reserve_provider_order.sql`,
    text: "      'halted:' || standing_halt(array['money_out', quote.product, 'ledger', 'coin_' || quote.currency]),\n",
    without: "",
    test: TOP_UPS,
    only: REFUSED,
  },
  {
    promise: "a coin that fell since the quote pays for nothing that costs more",
    file: `${ORDERS}/reserve_provider_order.sql`,
    text: "(coins_for_cents(quote.cost_units, quote.currency, at) <= quote.units) is not true",
    without: "false",
    test: TOP_UPS,
    only: REFUSED,
  },
  {
    promise: "no restricted account orders",
    file: `${ORDERS}/reserve_provider_order.sql`,
    text: "      kept_from_ordering(quote.user_id),\n",
    without: "",
    test: TOP_UPS,
    only: "a restricted account's quote is refused by the database",
  },
  {
    promise: "a user orders so much in a day",
    file: `${ORDERS}/provider_obstacle.sql`,
    text: "then 'user_limit'",
    without: "then null",
    test: TOP_UPS,
    only: REFUSED,
  },
  {
    promise: "all orders at a provider cost so much in a day",
    file: `${ORDERS}/provider_obstacle.sql`,
    text: "then 'provider_limit'",
    without: "then null",
    test: TOP_UPS,
    only: REFUSED,
  },
  {
    promise: "no order is taken that the operator's money at the provider does not cover",
    file: `${ORDERS}/provider_obstacle.sql`,
    text: "then 'unavailable'",
    without: "then null",
    test: TOP_UPS,
    only: "when the operator's money at the provider ends, the rest is refused before it pays",
  },
  {
    promise: "an open circuit takes no orders",
    file: `${ORDERS}/provider_obstacle.sql`,
    text: "then 'paused'",
    without: "then null",
    test: PROVIDERS,
    only: "five failures in a row pause new orders of a country, with the time on the list",
  },
  {
    promise: "a number gets so much in a day from all users together",
    file: "server/products/top-ups/database/functions/reserve_top_ups.sql",
    text: "then 'number_limit'",
    without: "then reserve_provider_order(hashes[number], external_refs[number], quote, false, at)",
    test: TOP_UPS,
    only: REFUSED,
  },
  {
    promise: "a delivery of another sum settles nothing",
    file: `${ORDERS}/end_provider_attempt.sql`,
    text: "and delivered = quote.got_units and",
    without: "and",
    test: TOP_UPS,
    only: SHORT,
  },
  {
    promise: "a refusal of a second submission returns nothing",
    file: `${ORDERS}/end_provider_attempt.sql`,
    text: "  ) then answer := 'unknown'; end if;\n",
    without: "  ) then answer := answer; end if;\n",
    test: PROVIDERS,
    only: "a refusal of a second submission is no end: the first may have arrived",
  },
  {
    promise: "what the provider does not know is no end",
    file: `${ORDERS}/end_provider_attempt.sql`,
    text: "  elsif answer = 'failed' then\n",
    without: "  elsif answer in ('failed', 'not_found') then\n",
    test: PROVIDERS,
    only: "a call that never arrived is made again under the same reference",
  },
  {
    promise: "staff end an order that has a case, and no other",
    file: `${ORDERS}/provider_case_stands.sql`,
    text: "made.case_at is not null and not made.is_watched",
    without: "not made.is_watched",
    test: TOP_UPS,
    only: SILENT,
  },
  {
    promise: "ending an order takes two administrators",
    file: "server/staff/console/database/functions/changes/takes_second_person.sql",
    text: "    when 'end_order' then true\n",
    without: "    when 'end_order' then false\n",
    test: TOP_UPS,
    only: SHORT,
  },
  {
    promise: "a callback that the provider has not signed makes nobody ask",
    file: "server/products/providers/reloadly-words.ts",
    text: "if (!secret || !isFromReloadly(body, { secret, signature, timestamp }))",
    without: "if (!secret)",
    test: PROVIDERS,
    only: CALLBACK,
  },
  {
    promise: "a callback counts once by the provider's id of it",
    file: `${MESSAGES}/end_provider_message.sql`,
    text: "other.message_id = own_id) then 'repeated'",
    without: "other.message_id = '') then 'repeated'",
    test: PROVIDERS,
    only: CALLBACK,
  },
  {
    promise: "a statement that does not add up books nothing",
    file: `${MESSAGES}/import_provider_statement.sql`,
    text: "when (opening + total = closing and opening = coalesce(before, 0)) is not true then 'gap'",
    without: "when false then 'gap'",
    test: PROVIDERS,
    only: "a statement with a gap is shown, books nothing, and is read again",
  },
];
