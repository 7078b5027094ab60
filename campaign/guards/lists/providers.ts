/** Orders at providers: paid once by their owner's proof, ended by a definite answer, within their limits. */
import type { Guard } from "../guard.ts";

const ORDERS = "server/products/providers/database/functions/orders";
const MESSAGES = "server/products/providers/database/functions/messages";
const TOP_UPS = "server/products/top-ups/top-ups.test.ts";
const PROVIDERS = "server/products/top-ups/providers.test.ts";

const PINS = "server/products/top-ups/database/functions/codes";
const RULES = "server/products/top-ups/database/functions/rules";
const RULE_TESTS = "server/products/top-ups/rules.test.ts";
const CODE = "a code is sealed, shown once for two minutes with its time, and tops a phone up once";
const CODELESS =
  "without its code an order is unknown until the code comes, a statement's line is none, and a code sold twice is a case";
const MONTHLY = "it asks each month by a notification, and a yes with a proof pays that month once";
const OVER = "a no, no answer in a week, and months in which nobody was asked are over";

const REFUSED = "halts, restrictions, limits and a fallen coin refuse before anything is charged";
const ONCE = "a quote is paid once and in time, and a second press changes nothing";
const SHORT = "a short delivery moves no coins, and two of the staff return the share that is missing";
const SILENT =
  "an order that nobody answers about becomes a case, is not returned by itself, and two of the staff end it";
const CALLBACK = "a callback is verified over its bytes, makes us ask, and counts once";

const LIMITS = "server/products/providers/level-limits.test.ts";

export const PROVIDERS_GUARDS: readonly Guard[] = [
  {
    promise: "an order above the limit of its user's level is refused",
    file: "server/products/providers/database/functions/orders/reserve_provider_order.sql",
    text: "      level_obstacle(quote.user_id, quote.cost_units, at),\n",
    without: "",
    test: LIMITS,
    only: "counts for the day and for ever, and is refused above either limit with what is left",
  },
  {
    promise: "an order that was returned gives its limit back",
    file: "server/products/providers/database/functions/orders/count_order_use.sql",
    text: "case when new.status = 'returned' then 0 else quote.cost_units end",
    without: "quote.cost_units",
    test: LIMITS,
    only: "what is returned counts no more",
  },
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
  {
    promise: "a sum outside of a range is not priced",
    file: "server/products/top-ups/top-ups.ts",
    text: "  if (units >= least && units <= most) return units;",
    without: "  if (units > 0n) return units;",
    test: TOP_UPS,
    only: "any sum within a range is priced by its part, and others are refused with the bounds",
  },
  {
    promise: "a code of airtime is shown for two minutes",
    file: `${PINS}/show_top_up_pin.sql`,
    text: "    when pin.first_seen_at < at - interval '2 minutes' then 'shown_before'\n",
    without: "",
    test: TOP_UPS,
    only: CODE,
  },
  {
    promise: "a code of airtime is its owner's",
    file: `${PINS}/show_top_up_pin.sql`,
    text: "and own.user_id = show_top_up_pin.user_id ",
    without: "",
    test: TOP_UPS,
    only: CODE,
  },
  {
    promise: "a line of a statement is no delivery of a code",
    file: `${MESSAGES}/book_provider_statement.sql`,
    text: "(made.product = 'store' or lacks_top_up_pin(made.quote_id))",
    without: "made.product = 'store'",
    test: PROVIDERS,
    only: CODELESS,
  },
  {
    promise: "a code that was sold before is kept for nobody else",
    file: "server/products/top-ups/pins.ts",
    text: 'return { delivered: "0", repeated: "true", fault: "a code that was sold before" };',
    without: "return {};",
    test: PROVIDERS,
    only: CODELESS,
  },
  {
    promise: "a monthly top-up is paid once a month",
    file: "server/products/top-ups/database/functions/reserve_top_ups.sql",
    text: "coalesce(pay_top_up_ask(topped.ask_id, false, at), ",
    without: "coalesce(null, ",
    test: RULE_TESTS,
    only: MONTHLY,
  },
  {
    promise: "a month that was paid is over",
    file: "server/products/top-ups/database/functions/reserve_top_ups.sql",
    text: "    if answer = 'reserved' then perform pay_top_up_ask(topped.ask_id, true, at); end if;\n",
    without: "",
    test: RULE_TESTS,
    only: MONTHLY,
  },
  {
    promise: "a question that nobody answered in a week is over",
    file: `${RULES}/quote_top_up_ask.sql`,
    text: " and one.expires_at > at",
    without: "",
    test: RULE_TESTS,
    only: OVER,
  },
  {
    promise: "a monthly top-up costs no more than its owner set",
    file: `${RULES}/quote_top_up_ask.sql`,
    text: "    when top_up_cents(product, rule.units) > rule.most_cents then 'bound'\n",
    without: "",
    test: RULE_TESTS,
    only: "a price over the bound is refused until its owner raises the bound",
  },
];
