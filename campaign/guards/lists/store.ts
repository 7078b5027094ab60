/** The gift card store: paid whole, seen once, refunded by two of the staff, and no code sold twice. */
import type { Guard } from "../guard.ts";

const FUNCTIONS = "server/products/store/database/functions";
const STORE = "server/products/store/store.test.ts";
const PROVIDERS = "server/products/store/providers.test.ts";

const CART = "a cart of two lines is priced, paid once and delivered, and its codes are sealed";
const ONCE = "a code is seen once with a written time, again for two minutes from two tabs, and redeemed once";
const CHANGED = "a changed price or stock, an old quote, a halt and a limit end before anything is charged";
const VAULT = "a bought code goes unseen into the vault, pays in a trade that says so, and the seller redeems it";
const REFUND = "a code that was seen is refunded by two of the staff alone, and no card of it is owed or sold any more";
const TWICE =
  "a code that was sold before is not given twice: a case, a pause, and the missing share by two of the staff";

export const STORE_GUARDS: readonly Guard[] = [
  {
    promise: "a cart takes its owner's proof of just this quote",
    file: `${FUNCTIONS}/orders/reserve_store_order.sql`,
    text: "select from spend_proofs(array['provider_order:' || whole.hash], array[user_id])",
    without: "select",
    test: STORE,
    only: CART,
  },
  {
    promise: "a quote ends where a price or the stock has changed",
    file: `${FUNCTIONS}/orders/reserve_store_order.sql`,
    text: "(line.cost <= (line.quote).cost_units) is not true then 'changed'",
    without: "false then 'changed'",
    test: STORE,
    only: CHANGED,
  },
  {
    promise: "a code is shown for two minutes",
    file: `${FUNCTIONS}/codes/show_store_code.sql`,
    text: "    when code.first_seen_at < at - interval '2 minutes' then 'shown_before'\n",
    without: "",
    test: STORE,
    only: ONCE,
  },
  {
    promise: "a code in the vault is not shown to its owner",
    file: `${FUNCTIONS}/codes/show_store_code.sql`,
    text: "    when is_in_vault(code) then 'vault'\n",
    without: "",
    test: STORE,
    only: VAULT,
  },
  {
    promise: "a code that was seen does not go into the vault as unseen",
    file: `${FUNCTIONS}/codes/store_code_to_vault.sql`,
    text: "    when code.first_seen_at is not null then 'seen'\n",
    without: "",
    test: STORE,
    only: VAULT,
  },
  {
    promise: "a code that was refunded is not brought into the vault",
    file: "server/market/gift-cards/database/functions/add_gift_card.sql",
    text: "(code.user_id <> owner_id or code.report_status is not null)",
    without: "code.user_id <> owner_id",
    test: STORE,
    only: REFUND,
  },
  {
    promise: "a redeemed card is not refunded",
    file: `${FUNCTIONS}/codes/store_report_stands.sql`,
    text: "card.mark = code.mark and card.redeemed_at is not null",
    without: "false",
    test: STORE,
    only: REFUND,
  },
  {
    promise: "a card is redeemed once",
    file: `${FUNCTIONS}/house/redeem_house_card.sql`,
    text: "    when card.redeemed_at is not null then 'used'\n",
    without: "",
    test: STORE,
    only: ONCE,
  },
  {
    promise: "a provider that sold a code twice takes no orders for an hour",
    file: "server/products/providers/database/functions/orders/note_provider_mismatch.sql",
    text: "  if is_repeated then perform pause_provider(made, at); end if;\n",
    without: "",
    test: STORE,
    only: TWICE,
  },
  {
    promise: "a part at the price of all is no end",
    file: "server/products/providers/database/functions/orders/is_part_charged.sql",
    text: "between 0 and ceil(quote.cost_units::numeric * (said ->> 'delivered')::bigint / quote.got_units)",
    without: "between 0 and quote.cost_units",
    test: PROVIDERS,
    only: "three of five at the price of five, a higher price, and a code of another order are cases, and move no coins",
  },
  {
    promise: "a statement's line is no delivery of codes",
    file: "server/products/providers/database/functions/messages/book_provider_statement.sql",
    text: "made.status in ('submitted', 'unknown') and (made.product = 'store' or lacks_top_up_pin(made.quote_id)) then",
    without: "false then",
    test: PROVIDERS,
    only: "a statement's line settles nothing without the codes: they are asked for, and the books agree",
  },
];
