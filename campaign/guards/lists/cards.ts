/** Virtual cards: money for them by its owner's proof, payments within their limits, and each of the issuer's messages once and signed. */
import type { Guard } from "../guard.ts";

const CARDS = "server/products/cards/database/functions/cards";
const MESSAGES = "server/products/cards/database/functions/messages";
const TEST = "server/products/cards/cards.test.ts";

const DISPUTES = "server/products/cards/disputes.test.ts";
const OPENED = "a payment is disputed once, within its term, and at most for what has not come back";
const ANSWERED = "what the issuer credits for now is kept when the dispute is won, and goes back when it is lost";
const REFUNDED = "a refund during or after a dispute does not pay twice, and takes nothing from its user either";
const REPEATED = "an answer that came twice, about another card, of too much or for nothing, moves nothing";
const STATEMENTS = "server/products/cards/statements.test.ts";
const STATED = "the statements of a week agree with the entries, and name what one side alone has";
const ENDED = "two administrators end the program, and every balance goes back to its owner once, also after a kill";

const BOUGHT = "coins become dollars by a proved quote, once, and dollars become coins again free of charge";
const REFUSED = "a top-up is refused for each reason, and then nothing is charged";
const DECLINED = "each limit and state declines with its reason, and a declined payment holds nothing";
const ORDERS = "messages in any order, and each of them twice, come to the same end";
const FORGED = "a message that nobody signed, or that cannot be read, moves nothing";
const OTHERS = "others neither see nor change a card; limits are read like amounts; there are at most so many";

const APPROVALS = "server/products/cards/database/functions/approvals";
const APPROVED = "server/products/cards/approvals.test.ts";
const WAITS = "an online payment at a new merchant waits for a yes, is held then, and the next one there does not ask";
const PROVED = "much takes a proof of just this payment, and a no or no answer declines with its reason";
const STRIPE = "server/products/cards/stripe-issuing.test.ts";
const SIGNED =
  "what Stripe has not signed just now is neither answered nor booked, and what it says twice is booked once";
const MADE_ONCE =
  "a card is made once for a person whose identity and address are known, whatever becomes of the answers";
const LATE =
  "an answer that Stripe did not get in time holds nothing, whether its word comes before or after our decision";
const GROWN = "a question that grows asks for the difference, and one in another currency holds what Stripe says";

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
  {
    promise: "a user disputes what was taken of their own card",
    file: `${CARDS}/open_card_dispute.sql`,
    text: "known.external_id = wanted.entry and known.user_id = wanted.user_id",
    without: "known.external_id = wanted.entry",
    test: DISPUTES,
    only: OPENED,
  },
  {
    promise: "what came back from a merchant is not disputed",
    file: `${CARDS}/open_card_dispute.sql`,
    text: "taken.usd_units - card_refunded(taken.id)",
    without: "taken.usd_units",
    test: DISPUTES,
    only: OPENED,
  },
  {
    promise: "a dispute that has ended is not answered again",
    file: `${MESSAGES}/book_card_dispute.sql`,
    text: "if dispute.ended_at is not null then return 'over'",
    without: "if false then return 'over'",
    test: DISPUTES,
    only: ANSWERED,
  },
  {
    promise: "a lost dispute gives back what was credited for now",
    file: `${MESSAGES}/book_card_dispute.sql`,
    text: "if wanted.kind <> 'dispute_lost' then target",
    without: "if true then target",
    test: DISPUTES,
    only: ANSWERED,
  },
  {
    promise: "what a merchant refunded is not paid again by the answer to a dispute",
    file: `${MESSAGES}/book_card_dispute.sql`,
    text: "least(wanted.usd_units, taken.usd_units - card_refunded(taken.id))",
    without: "wanted.usd_units",
    test: DISPUTES,
    only: REFUNDED,
  },
  {
    promise: "a refund takes the place of a credit for now",
    file: `${MESSAGES}/book_card_refund.sql`,
    text: "if dispute.status = 'provisional' then",
    without: "if false then",
    test: DISPUTES,
    only: REFUNDED,
  },
  {
    promise: "a refund after a won dispute is not paid too",
    file: `${MESSAGES}/book_card_refund.sql`,
    text: "if wanted.usd_units > room - coalesce(dispute.credited_units, 0) + back then return 'excess'",
    without: "if false then return 'excess'",
    test: DISPUTES,
    only: REFUNDED,
  },
  {
    promise: "an answer to a dispute is about a payment with the card that it names",
    file: `${MESSAGES}/book_card_dispute.sql`,
    text: "one.hash = wanted.dispute and one.card_id = card.id",
    without: "one.hash = wanted.dispute",
    test: DISPUTES,
    only: REPEATED,
  },
  {
    promise: "one administrator alone does not end the card program",
    file: "server/staff/console/database/functions/changes/takes_second_person.sql",
    text: "    when 'end_cards' then true\n",
    without: "    when 'end_cards' then false\n",
    test: DISPUTES,
    only: ENDED,
  },
  {
    promise: "card money is not given back while the ledger is halted",
    file: `${CARDS}/return_card_money.sql`,
    text: "or standing_halt(array['ledger', 'coin_USDT']) is not null",
    without: "",
    test: DISPUTES,
    only: ENDED,
  },
  {
    promise: "what a user owes is repaid before card money goes back",
    file: `${CARDS}/return_card_money.sql`,
    text: "    perform repay_card_debt(user_id, 'return:' || hash, at);\n",
    without: "",
    test: DISPUTES,
    only: ENDED,
  },
  {
    promise: "a statement of the card issuer follows the one of the day before",
    file: `${MESSAGES}/import_card_statement.sql`,
    text: "if last < day - 1 then return 'gap'",
    without: "if false then return 'gap'",
    test: STATEMENTS,
    only: STATED,
  },
  {
    promise: "an entry that no statement has is found",
    file: "server/products/cards/invariants.ts",
    text: "where line.entry_id = entry.external_id and line.kind = entry.kind and line.units = entry.usd_units",
    without: "where true",
    test: STATEMENTS,
    only: STATED,
  },
  {
    promise: "much is approved with a proof of just this payment",
    file: `${APPROVALS}/answer_card_approval.sql`,
    text: "select from spend_proofs(array['pay_card:' || user_id || ':' || own.hash], array[user_id])",
    without: "select",
    test: APPROVED,
    only: PROVED,
  },
  {
    promise: "a user answers about their own card",
    file: `${APPROVALS}/answer_card_approval.sql`,
    text: "where known.hash = answer_card_approval.hash and known.user_id = answer_card_approval.user_id",
    without: "where known.hash = answer_card_approval.hash",
    test: APPROVED,
    only: WAITS,
  },
  {
    promise: "a card asks above a sum also where it is known",
    file: `${APPROVALS}/online_approval.sql`,
    text: "if cents <= 100 * (setting_value('cards.ask_above_usd') #>> '{}')::bigint and exists (",
    without: "if exists (",
    test: APPROVED,
    only: WAITS,
  },
  {
    promise: "a yes after the time to answer pays nothing",
    file: `${APPROVALS}/answer_card_approval.sql`,
    text: "or (own.status = 'waiting' and own.expires_at <= at)",
    without: "",
    test: APPROVED,
    only: PROVED,
  },
  {
    promise: "a question that Stripe did not sign is not answered",
    file: "server/products/cards/stripe-issuing/questions.ts",
    text: "!isFromStripe(bytes, { secret, header, now: db.marketNow() })",
    without: "false",
    test: STRIPE,
    only: SIGNED,
  },
  {
    promise: "a webhook that Stripe did not sign is not booked",
    file: "server/products/cards/stripe-issuing/desk.ts",
    text: "if (!isFromStripe(body, { secret, header, now }))",
    without: "if (false)",
    test: STRIPE,
    only: SIGNED,
  },
  {
    promise: "a signature of Stripe's is good for some minutes",
    file: "server/platform/outside/providers/stripe-issuing.ts",
    text: "|| Math.abs(now.getTime() / 1000 - Number(t)) > TOLERANCE_SEC",
    without: "",
    test: STRIPE,
    only: SIGNED,
  },
  {
    promise: "a card whose answer was lost is looked up before it is made again",
    file: "server/products/cards/stripe-issuing/send-cards.ts",
    text: "row.tries > 1 ? await tools.stripe.findCard(wish) : undefined",
    without: "undefined",
    test: STRIPE,
    only: MADE_ONCE,
  },
  {
    promise: "an issuer's word that a question is over ends a hold that we decide afterwards",
    file: `${MESSAGES}/leave_card_hold.sql`,
    text: "is_final = wanted.usd_units = 0",
    without: "is_final = false",
    test: STRIPE,
    only: LATE,
  },
  {
    promise: "a question that grows holds the difference",
    file: `${MESSAGES}/raise_card_hold.sql`,
    text: "cents - question.usd_units",
    without: "cents",
    test: STRIPE,
    only: GROWN,
  },
];
