/** Virtual cards: money for them by its owner's proof, payments within their limits, and each of the issuer's messages once and signed. */
import type { Guard } from "./guard.ts";

const CARDS = "server/products/cards/database/functions/cards";
const MESSAGES = "server/products/cards/database/functions/messages";
const TEST = "server/products/cards/cards.test.ts";

const BOUGHT = "coins become dollars by a proved quote, once, and dollars become coins again free of charge";
const REFUSED = "a top-up is refused for each reason, and then nothing is charged";
const DECLINED = "each limit and state declines with its reason, and a declined payment holds nothing";
const ORDERS = "messages in any order, and each of them twice, come to the same end";
const FORGED = "a message that nobody signed, or that cannot be read, moves nothing";
const OTHERS = "others neither see nor change a card; limits are read like amounts; there are at most so many";

export const CARDS_GUARDS: readonly Guard[] = [
  {
    promise: "card money takes its owner's proof of just this quote",
    file: `${CARDS}/top_up_cards.sql`,
    text: "select from spend_proofs(array['provider_order:' || quote.hash], array[quote.user_id])",
    without: "select",
    test: TEST,
    only: BOUGHT,
  },
  {
    promise: "a quote of card money is taken once",
    file: `${CARDS}/top_up_cards.sql`,
    text: "taken.quote_id = quote.id) then 'taken'",
    without: "taken.quote_id = -1) then 'taken'",
    test: TEST,
    only: BOUGHT,
  },
  {
    promise: "a coin that fell since the quote buys no card money",
    file: `${CARDS}/top_up_cards.sql`,
    text: "(coins_for_cents(quote.cost_units, quote.currency, at) <= quote.units) is not true",
    without: "false",
    test: TEST,
    only: REFUSED,
  },
  {
    promise: "the number of a card is shown to who proved it",
    file: `${CARDS}/show_card.sql`,
    text: "select from spend_proofs(array['show_card:' || user_id], array[user_id])",
    without: "select",
    test: TEST,
    only: OTHERS,
  },
  {
    promise: "a card that is not active pays nothing",
    file: `${MESSAGES}/card_obstacle.sql`,
    text: "    when card.status <> 'active' then card.status\n",
    without: "    when false then ''\n",
    test: TEST,
    only: DECLINED,
  },
  {
    promise: "a card pays no more within a day than its limit",
    file: `${MESSAGES}/card_obstacle.sql`,
    text: "usd_units + spent.day_units > least(",
    without: "usd_units > least(",
    test: TEST,
    only: DECLINED,
  },
  {
    promise: "each of the issuer's ids has one effect",
    file: `${MESSAGES}/book_card_entry.sql`,
    text: "known.external_id = wanted.id) then return 'repeated'",
    without: "known.external_id = '') then return 'repeated'",
    test: TEST,
    only: ORDERS,
  },
  {
    promise: "what the issuer did not sign is not booked",
    file: "server/products/cards/messages.ts",
    text: "if (!isMessageSigned(signature, body))",
    without: "if (false)",
    test: TEST,
    only: FORGED,
  },
];
