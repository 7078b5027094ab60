/** What is promised of cashback. */
import type { Guard } from "./guard.ts";

const MADE = "server/migrations/0845-cashback.sql";
const TEST = "server/market/trades/cashback.test.ts";
const SEEN = "server/market/trades/view-trade.ts";
const PAID = "a buyer who takes the offer gets it beside the coins when they are released, out of the operator's fee";
const LESS = "and never more than half of its own fee, whatever became of that after the offer was featured";
const LOST =
  "nothing is paid where the coins go back or are divided, nor to a seller against whom a moderator decided; a buyer who is proved right gets it";
const KEPT = "a trade keeps what was promised at its start, and one that starts after the end gets none";
const GIVEN =
  "two administrators give it to an offer that is featured, of at most half of its fee, and the chain says how much";
const WRITTEN = "no login writes what an offer gives, and none starts a trade with more";

export const GUARDS_OF_CASHBACK: readonly Guard[] = [
  {
    promise: "cashback is never more than half of the trade's fee",
    file: "contract/cashback.ts",
    text: "    feeUnits / 2n,\n",
    without: "",
    test: TEST,
    only: LESS,
  },
  {
    promise: "cashback is never more than the most for one trade",
    file: "contract/cashback.ts",
    text: "    (units * BigInt(maxCents)) / (usdCents > 0n ? usdCents : 1n),\n",
    without: "",
    test: TEST,
    only: "a trade gives no more than the most for one trade, at the trade's own dollars",
  },
  {
    promise: "a trade starts with the cashback that its offer gives, whatever a web process says",
    file: MADE,
    text: "      and trade.cashback_units is not distinct from case when offer.featured_until > open_trades.at then\n        cashback_of(trade.units, trade.fee_units, trade.usd_cents, offer.cashback_bp, offer.cashback_max_cents) end",
    without: "",
    test: TEST,
    only: WRITTEN,
  },
  {
    promise: "nobody against whom a moderator decided gets cashback",
    file: MADE,
    text: "case when move.verb = ''release'' or trade.starter_id = trade.buyer_id then trade.cashback_units end",
    without: "trade.cashback_units",
    test: TEST,
    only: LOST,
  },
  {
    promise: "a divided escrow gives no cashback",
    file: MADE,
    text: "where listed.step = ''release'' and listed.units is not null",
    without: "where listed.units is not null",
    test: TEST,
    only: LOST,
  },
  {
    promise: "cashback comes out of the fees",
    file: MADE,
    text: "from_names || array_agg(''house:'' || one.currency || '':fees''),",
    without: "from_names || array_agg(''house:'' || one.currency || '':inventory''),",
    test: TEST,
    only: PAID,
  },
  {
    promise: "an offer that staff feature no more gives no cashback",
    file: "server/market/offers/offer.ts",
    text: "featuredUntil === null || featuredUntil <= now || ",
    without: "",
    test: TEST,
    only: KEPT,
  },
  {
    promise: "no administrator gives cashback alone",
    file: MADE,
    text: "     '    when ''give_perk'' then true\n    when ''give_cashback'' then true'],",
    without: "     '    when ''give_perk'' then true'],",
    test: TEST,
    only: GIVEN,
  },
  {
    promise: "no offer gives cashback of more than half of its fee",
    file: MADE,
    text: "    when split_part(cashback_fault.detail, ':', 2)::int > offer.fee_bp / 2 then 'above_fee'\n",
    without: "",
    test: TEST,
    only: GIVEN,
  },
  {
    promise: "an offer gives cashback only while staff feature it, also when the second administrator confirms",
    file: MADE,
    text: "     '    when change.kind = ''give_cashback'' and cashback_fault(change.user_id, change.detail, at) is not null then\n      cashback_fault(change.user_id, change.detail, at)\n",
    without: "     '\n",
    test: TEST,
    only: "what is no longer featured when the second administrator confirms gets none",
  },
  {
    promise: "cashback that has ended does not come back with a new mark",
    file: MADE,
    text: "     'set is_featured = true, cashback_bp = null, cashback_max_cents = null, featured_until'],",
    without: "     'set is_featured = true, featured_until'],",
    test: TEST,
    only: "a new mark begins without the cashback of the one before, also where nobody has taken that away yet",
  },
  {
    promise: "who was shown more cashback is asked before the trade starts",
    file: "server/market/trades/open-trades.ts",
    text: "  if (isLess || isOther)",
    without: "  if (isOther)",
    test: TEST,
    only: "who was shown cashback that is less by now, or over, is asked before the trade starts",
  },
  {
    promise: "a seller who lost a payment is made good no more than they lost",
    file: MADE,
    text: "      coalesce((found.trade).cashback_units, 0) else 0 end)'],",
    without: "      0 else 0 end)'],",
    test: TEST,
    only: "a seller who lost a payment to a chargeback gets back no more than they lost",
  },
  {
    promise: "the other side does not read of somebody's cashback",
    file: SEEN,
    text: "units === null || viewerId !== starterId",
    without: "units === null",
    test: TEST,
    only: PAID,
  },
  {
    promise: "a trade shows no cashback that is not paid",
    file: SEEN,
    text: "  if (isFinal(status) && !isSuccessful(status)) return null;\n",
    without: "",
    test: TEST,
    only: LOST,
  },
];
