/** Purchases and sales at providers: money that does not fit buys nothing, and a sale pays an account of its owner's own. */
import type { Guard } from "../guard.ts";

const ORDERS = "server/products/ramps/database/functions/orders";
const PURCHASES = "server/products/ramps/purchases.test.ts";
const SALES = "server/products/ramps/sales.test.ts";
const PROVIDERS = "server/products/ramps/providers.test.ts";

const DARAJA = "server/products/ramps/daraja.test.ts";

const WORSE = "where the price is worse by eight hundredths, the user takes the new coins or the money back";
const CHANGED = "halts, restrictions, a new account and one that changed refuse before coins leave";
const REFUSED = "halts, limits, hours and sums refuse before anybody pays";

export const RAMPS_GUARDS: readonly Guard[] = [
  {
    promise: "an unsigned callback of M-Pesa to a guessed address makes nobody ask",
    file: "server/products/ramps/daraja.ts",
    text: "if (right.length !== given.length || !timingSafeEqual(right, given))",
    without: 'if (reference === "")',
    test: DARAJA,
    only: "a callback is no proof: what it says of money or of its sum counts for nothing, and a forged one makes nobody ask",
  },
  {
    promise: "a prompt is not made twice, whatever happened to its answer",
    file: "server/products/ramps/daraja.ts",
    text: 'if (!known?.providerRef) return { outcome: "unsure" };',
    without: 'if (!known?.providerRef) return { outcome: "not_found" };',
    test: DARAJA,
    only: "a lost answer makes no second prompt: the callback names it, or two of the staff end the order",
  },
  {
    promise: "Daraja's id of one prompt is not taken for another order",
    file: "server/products/providers/database/functions/messages/end_provider_message.sql",
    text: "other.provider = kept.provider and other.provider_ref = provider_id)",
    without: "other.provider_ref = '')",
    test: DARAJA,
    only: "an id of one prompt is not taken for another order",
  },
  {
    promise: "time ends no prompt",
    file: `${ORDERS}/end_ramp_call.sql`,
    text: " and not moves_by_hand(made.provider) then",
    without: " then",
    test: DARAJA,
    only: "a lost answer makes no second prompt: the callback names it, or two of the staff end the order",
  },
  {
    promise: "money that its owner wants back buys nothing",
    file: "server/products/providers/database/functions/orders/provider_case_stands.sql",
    text: " and not is_ramp_refund_asked(made.quote_id)",
    without: "",
    test: DARAJA,
    only: "held money is sent back by staff by hand, and then buys nothing any more",
  },
  {
    promise: "money in another name buys nothing",
    file: `${ORDERS}/receive_ramp_money.sql`,
    text: "(said ->> 'payerMatch' = 'same') is not true",
    without: "false",
    test: PURCHASES,
    only: "money in another name is held, and two of the staff take it with the names beside each other",
  },
  {
    promise: "another sum buys nothing",
    file: `${ORDERS}/receive_ramp_money.sql`,
    text: "when (said ->> 'delivered')::bigint <> quote.got_units or",
    without: "when false and",
    test: PURCHASES,
    only: "another sum is held, and what goes back is what came",
  },
  {
    promise: "late money buys at the price of now, and only where that is not worse by a hundredth",
    file: `${ORDERS}/receive_ramp_money.sql`,
    text: "(coins * 100 >= made.units * 99) is not true",
    without: "false",
    test: PURCHASES,
    only: WORSE,
  },
  {
    promise: "late money gives no fewer coins than its owner saw",
    file: `${ORDERS}/choose_on_ramp.sql`,
    text: "quote.units) < lowest then 'price'",
    without: "quote.units) < 0 then 'price'",
    test: PURCHASES,
    only: WORSE,
  },
  {
    promise: "halts stop purchases",
    file: `${ORDERS}/open_on_ramp.sql`,
    text: "      'halted:' || standing_halt(array['on_ramp', 'ledger', 'coin_' || quote.currency]),\n",
    without: "",
    test: PURCHASES,
    only: REFUSED,
  },
  {
    promise: "a user has three open purchases",
    file: `${ORDERS}/open_on_ramp.sql`,
    text: "ramp.released_at is null) >= 3 then 'many'",
    without: "ramp.released_at is null) >= 3000 then 'many'",
    test: PURCHASES,
    only: REFUSED,
  },
  {
    promise: "a sale pays the account that its owner chose, as it was then",
    file: `${ORDERS}/reserve_off_ramps.sql`,
    text: "known.public_id = ramp.account and known.updated_at = ramp.account_at",
    without: "known.public_id = ramp.account",
    test: SALES,
    only: CHANGED,
  },
  {
    promise: "an account of today gets a hundred dollars at most",
    file: `${ORDERS}/reserve_off_ramps.sql`,
    text: "      when ramp.account_at > at - interval '1 day' and quote.cost_units > 10000 then 'new_account'\n",
    without: "",
    test: SALES,
    only: CHANGED,
  },
  {
    promise: "an account stays as it is while a sale is paid to it",
    file: "server/market/payment-accounts/database/functions/is_account_paid_out_to.sql",
    text: "made.ended_at is null)",
    without: "false)",
    test: SALES,
    only: CHANGED,
  },
  {
    promise: "what Yellow Card did not sign makes nobody ask",
    file: "server/products/ramps/yellow-card.ts",
    text: 'if (!isFromYellowCard(body, { secret, signature: headers["x-yc-signature"] ?? "" })) return { fault: "unsigned" };',
    without: "",
    test: PROVIDERS,
    only: "forged callbacks make nobody ask, however many there are",
  },
  {
    promise: "an initial for a name is not the payer's name",
    file: "server/market/payment-accounts/name-likeness.ts",
    text: 'return isSameName(withoutInitials(one), withoutInitials(other)) ? "same" : "close";',
    without: 'return "same";',
    test: "server/products/ramps/purchases.test.ts",
    only: "a payer with a close name gets nothing by that, and nothing goes back by itself: staff see both names and decide",
  },
];
